// SPDX-License-Identifier: Apache-2.0
// What the routines need of a machine: messages from node to node, a barrier, a clock. Between two
// nodes messages arrive in order. nx_transport.cpp is the iPSC/860's.
#pragma once

#include "firmware/cstar/cstar.h"

namespace cstar::transport {

int node();
int node_count();
void send(int to, const void* data, long bytes);
void receive(int from, void* data, long bytes);
long await(int from);  // waits until a message has come from there: its length
void synchronise();
double ticks();             // of CS__HWHZ
void spend(double cycles);  // of the node's processor

}  // namespace cstar::transport

namespace cstar {

// Counts one call, its steps and what is sent meanwhile.
class Recorder {
 public:
  explicit Recorder(CS__Routine routine) : profile_(CS__profile[routine]) { ++profile_.calls; }
  void step() { ++profile_.steps; }
  // What the routine takes beyond its instructions.
  void charge(long cycles_each, long count) {
    profile_.charged += static_cast<double>(count);
    CS__Spend(static_cast<double>(cycles_each) * static_cast<double>(count));
  }
  void send(int to, const void* data, long bytes) {
    ++profile_.messages;
    profile_.bytes += bytes;
    transport::send(to, data, bytes);
  }

 private:
  CS__Profile& profile_;
};

}  // namespace cstar
