// SPDX-License-Identifier: Apache-2.0
#include "firmware/cstar/transport.h"
#include "firmware/hal/processor.h"
#include "nx.h"

namespace cstar::transport {
namespace {

// By sender, so that a message of a later call is never taken for one of this.
constexpr long kType = 700000;

}  // namespace

int node() { return static_cast<int>(mynode()); }
int node_count() { return static_cast<int>(numnodes()); }

void send(int to, const void* data, long bytes) { csend(kType + mynode(), data, bytes, to, 0); }
void receive(int from, void* data, long bytes) { crecv(kType + from, data, bytes); }

long await(int from) {
  cprobe(kType + from);
  return infocount();
}

void synchronise() { gsync(); }

double ticks() {
  esize_t now;
  hwclock(&now);
  return static_cast<double>(now.shigh) * 4294967296.0 + static_cast<double>(now.slow);
}

void spend(double cycles) {
  const unsigned long long end = hal::cycles() + static_cast<unsigned long long>(cycles);
  while (static_cast<long long>(hal::cycles() - end) < 0) {
  }
}

}  // namespace cstar::transport
