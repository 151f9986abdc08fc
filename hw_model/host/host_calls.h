// SPDX-License-Identifier: Apache-2.0
// A host call, the same on every machine: the block in the caller's memory, its answer, and a
// reported fault.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "hw_model/host/host_services.h"
#include "hw_model/kernel/fault.h"

namespace rc::host {

struct HostCallBlock {
  std::uint32_t number = 0;
  std::uint32_t args[4] = {};
};

// Nothing where the caller has no memory.
std::optional<HostCallBlock> read_host_call(const GuestMemory& memory, std::uint32_t address);
void answer_host_call(const GuestMemory& memory, std::uint32_t address, const HostReply& reply);

// SCC_HOSTCALL_FAULT of core or node `id`, which is `caller` in words.
kernel::FaultError reported_fault(int id, const std::string& caller, const HostCallBlock& block);

}  // namespace rc::host
