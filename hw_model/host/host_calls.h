// A host call, the same on every machine: the block in the caller's memory, its answer, and the
// text of a reported fault.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "hw_model/host/host_services.h"

namespace rc::chip {

struct HostCallBlock {
  std::uint32_t number = 0;
  std::uint32_t args[4] = {};
};

// `caller` ("core 3") is for the kernel::MachineError about a block at an unmapped address.
HostCallBlock read_host_call(const GuestMemory& memory, std::uint32_t address,
                             const std::string& caller);
void answer_host_call(const GuestMemory& memory, std::uint32_t address, const HostReply& reply);

// The text of SCC_HOSTCALL_FAULT. `symbolise` turns an EIP into "name+offset", or is empty.
std::string fault_text(const std::string& caller, const HostCallBlock& block,
                       const std::function<std::string(std::uint32_t eip)>& symbolise);

}  // namespace rc::chip
