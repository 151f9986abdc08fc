// SPDX-License-Identifier: Apache-2.0
// Timed and checked broadcasts, over any library.
//
//   broadcast ALGORITHM [bytes=LIST] [root=LIST] [part=N] [pipe=N] [arity=N] [rounds=N] [check=0|1]
//             [offset=N] [pages=SEED] [cold=0|1] [trace=0|1]
//
// LIST is numbers and ranges FIRST:LAST:STEP, separated by commas; every root is tried with every
// size. The measurement is the thesis': between two barriers, `rounds` times, by the root's clock;
// readers of the reports take the shortest round. Before each round every UE has read its
// buffer and then written it, so that the caches hold as much of it as they can, changed, as the
// thesis' own check and preparation of its buffers leave it.
//
// check=1 (the default) writes and compares every byte at every UE and checks guard words around
// the buffer. check=0 writes only what a cache can hold and compares nothing: the caches see no
// difference, and messages of megabytes are simulated in a fraction of the time.
//
// offset=N: the buffer begins N bytes, a multiple of 8, behind the begin of a page; 0 by default.
//
// pages=SEED scatters the physical pages of the buffer (firmware/hal/page_placement.h); 0, the
// default, leaves them in a row.
//
// cold=1: before each round, L2 is filled with changed lines of other memory, as the OC-Bcast paper
// has every broadcast work on another part of a large array.
//
// trace=1, for courier_*: when each UE copied during the last broadcast, as reports in us since
// reset: timeline/out or timeline/in (the begin), then timeline/end.
//
// Reports in us since reset, the same instant for all UEs: BYTES/ROOT/ROUND/end of every UE (its
// own part is done), .../begin and .../done of the root (after the first and second barrier).
#pragma once

#include <stddef.h>

struct Settings {
  size_t part_bytes = 4096;
  size_t pipe_bytes = 2048;
  int arity = 7;
  bool trace = false;
};

struct Algorithm {
  const char* name;
  void (*broadcast)(const Settings& settings, char* data, size_t bytes, int root);
  bool reaches_before = false;  // receives into `part_bytes` before `data`, too
};

// The unit of the reports.
double microseconds(unsigned long long cycles);

// Runs what the arguments say with one of the algorithms; returns the program's exit status.
int run_trials(int argc, char** argv, const Algorithm* algorithms, int count);
