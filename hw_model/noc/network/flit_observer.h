// SPDX-License-Identifier: Apache-2.0
// Who sees every flit of a stepped network.
#pragma once

#include <cstdint>

#include "hw_model/noc/network/parcel.h"

namespace rc::noc {

// A flit at a port of a router.
struct PassingFlit {
  std::uint64_t cycle = 0;
  RouterId router = 0;
  unsigned port = 0, vc = 0;
  bool head = false, tail = false;
  const Parcel& packet;
};

// Sees flits come into VCs and leave routers, in the cycle in which they do. Changes nothing.
class FlitObserver {
 public:
  virtual ~FlitObserver() = default;
  virtual void came(const PassingFlit& flit) = 0;
  virtual void left(const PassingFlit& flit) = 0;
  // A flit has been read out of this VC.
  virtual void freed(RouterId, unsigned /*in_port*/, unsigned /*vc*/) {}
  virtual void arrived(std::uint64_t /*cycle*/) {
  }                                              // all that comes in it; no router has decided yet
  virtual void ticked(std::uint64_t cycle) = 0;  // nothing more happens in this cycle
};

}  // namespace rc::noc
