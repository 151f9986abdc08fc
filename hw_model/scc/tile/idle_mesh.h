// SPDX-License-Identifier: Apache-2.0
// How long a packet takes over the network if it meets nobody: what a tile computes by itself where
// it does not send the packet (loopback.h, request_queue.h).
//
// Cycles: on a mesh, T = cycles_per_hop x routers on the way + flits - 1; on any other network, what
// that network answers.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <utility>

#include "hw_model/kernel/time.h"
#include "hw_model/noc/packet.h"

namespace rc::scc {

class IdleMesh {
 public:
  using Ask = std::function<kernel::Cycle(const noc::EndPoint& from, const noc::EndPoint& to,
                                          unsigned message_class, unsigned flits)>;
  // `ask`: from any thread, the same at all times. Empty: it is a mesh.
  explicit IdleMesh(unsigned cycles_per_hop = 0, Ask ask = nullptr)
      : cycles_per_hop_(cycles_per_hop), ask_(std::move(ask)) {}

  // From one edge of the mesh's clock to another.
  kernel::Cycle cycles(const noc::EndPoint& from, const noc::EndPoint& to, unsigned message_class,
                       unsigned flits) const {
    if (ask_) return ask_(from, to, message_class, flits);
    const int hops = std::abs(from.x - to.x) + std::abs(from.y - to.y);
    return cycles_per_hop_ * (static_cast<unsigned>(hops) + 1) + flits - 1;
  }

 private:
  unsigned cycles_per_hop_;
  Ask ask_;
};

}  // namespace rc::scc
