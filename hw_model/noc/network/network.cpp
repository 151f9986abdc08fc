// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/network/network.h"

#include <string>

#include "hw_model/kernel/error.h"

namespace rc::noc {

void Network::multicast(const Packet&, std::span<const EndId>) {
  throw kernel::InputError("noc: the routers of this network do not copy packets");
}

void Network::check_conservation(std::uint64_t injected, std::uint64_t ejected,
                                 std::uint64_t inside) {
  if (injected == ejected + inside) return;
  throw kernel::MachineError("noc: " + std::to_string(injected) + " flits went in, " +
                             std::to_string(ejected) + " came out, " + std::to_string(inside) +
                             " are inside");
}

}  // namespace rc::noc
