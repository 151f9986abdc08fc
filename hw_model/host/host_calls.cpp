// SPDX-License-Identifier: Apache-2.0
#include "hw_model/host/host_calls.h"

#include <cstring>
#include <iterator>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/hex.h"

namespace rc::host {
namespace {

using kernel::hex32;

constexpr std::uint32_t kResultWord = 5;

constexpr const char* kExceptions[] = {"divide error",
                                       "debug",
                                       "NMI",
                                       "breakpoint",
                                       "overflow",
                                       "bound",
                                       "invalid opcode",
                                       "no coprocessor",
                                       "double fault",
                                       "coprocessor overrun",
                                       "invalid TSS",
                                       "segment not present",
                                       "stack fault",
                                       "general protection",
                                       "page fault",
                                       "reserved",
                                       "floating-point error",
                                       "alignment check"};
constexpr std::uint32_t kPageFault = 14;

}  // namespace

std::optional<HostCallBlock> read_host_call(const GuestMemory& memory, std::uint32_t address) {
  std::uint32_t words[5] = {};
  if (!memory.read(address, words, sizeof words)) return std::nullopt;
  return HostCallBlock{words[0], {words[1], words[2], words[3], words[4]}};
}

void answer_host_call(const GuestMemory& memory, std::uint32_t address, const HostReply& reply) {
  const std::int32_t result[2] = {reply.result, reply.error};
  memory.write(address + kResultWord * 4, result, sizeof result);
}

kernel::FaultError reported_fault(int id, const std::string& caller, const HostCallBlock& block) {
  const auto& [vector, error_code, eip, fault_address] = block.args;
  const bool page_fault = vector == kPageFault;
  kernel::Fault fault{id, eip, {}};
  if (page_fault) fault.unmapped = fault_address;
  fault.exception = {vector, error_code};
  return {fault,
          caller + ": " + (vector < std::size(kExceptions) ? kExceptions[vector] : "exception") +
              " (vector " + std::to_string(vector) + ", error code " + hex32(error_code) + ") at",
          page_fault ? ", address " + hex32(fault_address) : ""};
}

}  // namespace rc::host
