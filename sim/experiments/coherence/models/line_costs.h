// SPDX-License-Identifier: Apache-2.0
// What moving cache lines costs on a cache-coherent machine, as the analytic model of S. Ramos
// Garea and T. Hoefler has it ("Modelling Communications in Cache Coherent Systems", 2013).
// Equation and table numbers here and in collectives.h are that report's. Pure functions; all times
// in ns.
#pragma once

#include <string>

namespace rc::sim::experiments::model {

// Equation 3.1: the time to copy a message of `lines` lines, oN + q - p/N.
struct MultiLine {
  double q, o, p;
  double ns(double lines) const { return o * lines + q - p / lines; }
};

// Equation 3.3: the time in which `threads` threads copy one and the same line, cn + b - a/n. With
// a = 0 it is linear, as it is for lines in a cache.
struct Contention {
  double b, c, a = 0;
  double ns(double threads) const { return c * threads + b - a / threads; }
};

// A machine as the model sees it: three costs of reading a line (tables 1.5b and 1.8), a message of
// many lines (table 3.1, E E) and the slope of contention (table 3.2, E E).
struct CoherentMachine {
  std::string name;
  int cores;           // and threads: the model has one a core
  double local;        // R_L: the line is in the reader's cache
  double remote;       // R_R: in another core's
  double memory;       // R_I: in no cache
  double slope;        // c: what one more reader of a line adds
  MultiLine messages;  // T_N

  // Equation 3.2 and T_C in all that follow: R_L + R_R + c (n - 1). Its constant is therefore
  // b = R_L + R_R - c and not the one fitted in table 3.2: the optima of tables B.1 and B.3 follow
  // from this one only.
  Contention contention() const { return {local + remote - slope, slope}; }
};

// "xeonphi" or "sandybridge". kernel::InputError for others, and for threads that it has no cores
// for.
//
// The report prints no message and no contention of the Sandy Bridge. Ours take R_R = R_P,M, or
// R_N,M if the threads do not fit into one socket (table 1.8); messages by equation A.1 with the
// published P and F, which has no p; and the slope of contention from our own simulated machine
// (contention/sandy_bridge/... of `reproduce coherence`).
CoherentMachine find_machine(const std::string& name, int threads);

// Equation 2.1: half a round trip of one line, R(L,Ss) + R(loc,Sr) + R(loc,M) + O.
double ping_pong(double read_send, double own_receive, double read_modified, double overhead);

// Appendix A.1: T_N = (2N/P R_I + R_RM) F, the copy of `lines` lines with P outstanding requests.
struct Streaming {
  double memory;           // R_I
  double remote_modified;  // R_R,M
  double outstanding;      // P
  double overhead;         // F
  double ns(double lines) const;
  // In MB/s of 10^6 bytes.
  double bandwidth(double lines, double line_bytes) const;
};

}  // namespace rc::sim::experiments::model
