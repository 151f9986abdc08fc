// SPDX-License-Identifier: Apache-2.0
#include "hw_model/systemc/host_port.h"

#include <algorithm>

#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/error.h"

namespace rc::systemc {

std::uint32_t HostPort::doorbell(std::size_t rank, const std::string& name,
                                 const host::GuestMemory& memory, std::uint32_t block,
                                 std::uint32_t eip, kernel::Picos time, const OwnCall& own) {
  constexpr std::uint32_t kServed = 1;
  const int id = programs_.core_of(rank);
  const auto read = host::read_host_call(memory, block);
  if (!read) {
    kernel::Fault fault{id, eip, {}};
    fault.at = time;
    throw kernel::FaultError(
        fault, name + ": host call near",
        ", whose block is at " + kernel::hex32(block) + ", where the core has no memory");
  }
  const host::HostCallBlock& called = *read;
  if (called.number == SCC_HOSTCALL_FAULT) throw host::reported_fault(id, name, called);
  if (called.number == SCC_HOSTCALL_EXIT) {
    const int status = static_cast<int>(called.args[0]);
    if (programs_.exited(rank, status, time)) {
      on_exit_(id);
      host_.exited(id, static_cast<int>(rank), status);
    }
    return kServed;
  }
  if (own && own(called)) return kServed;
  host::HostCall call{id, static_cast<int>(rank), called.number, {}, time};
  std::copy(std::begin(called.args), std::end(called.args), call.args);
  host::answer_host_call(memory, block, host_.call(call, memory));
  return kServed;
}

}  // namespace rc::systemc
