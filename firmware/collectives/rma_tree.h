// SPDX-License-Identifier: Apache-2.0
// OC-Bcast (Petrovic, Shahmirzadi, Ropars, Schiper, SPAA 2012): a pipelined k-ary tree over
// one-sided access to the message passing buffers, the fastest published alternative on this chip.
//
// Every inner process holds two chunk buffers in its MPB. Its children fetch a chunk from there,
// each into its own MPB, notify their own children, and copy it to private memory; leaves fetch
// directly into private memory. Siblings notify each other along a binary tree, so that no process
// writes k flags. Flags are counters of chunks, modulo 256.
//
// For programs of the gory interface.
#pragma once

#include <stddef.h>

#include "RCCE.h"

namespace collectives {

class RmaTree {
 public:
  static constexpr size_t kChunkBytes = 96 * RCCE_LINE_SIZE;  // the paper's

  // Collective: takes its buffers and flags from RCCE_malloc. arity >= 1.
  explicit RmaTree(int arity);

  // Collective, like RCCE_bcast. Calls may follow one another with any root and size.
  void broadcast(char* data, size_t bytes, int root);

 private:
  // Counters wrap; never more than kBuffers chunks apart.
  using Count = unsigned char;
  static constexpr int kBuffers = 2;

  void change_root(int root);
  void tell(int ue, Count count);
  void wait_for_news(Count count) const;
  void wait_for_children(int children, Count count) const;

  int arity_;
  t_vcharp news_;   // the latest chunk in the parent's buffer
  t_vcharp taken_;  // per child: the last chunk it has taken
  t_vcharp chunks_[kBuffers];
  Count done_ = 0;  // chunks of earlier broadcasts
  int root_ = -1;   // of the last broadcast
};

}  // namespace collectives
