// SPDX-License-Identifier: Apache-2.0
#include "sim/run/fault_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace rc::sim::run {
namespace {

std::string size_text(std::uint32_t bytes) {
  constexpr std::uint32_t kMega = 1 << 20, kKilo = 1 << 10;
  if (bytes % kMega == 0) return fmt::format("{} MB", bytes / kMega);
  return fmt::format("{} KB", bytes / kKilo);
}

bool below_stack(const kernel::Fault& fault, const machine::ElfImage& elf) {
  constexpr std::uint32_t kGuard = 4096;
  return fault.unmapped && elf.stack_bytes != 0 && *fault.unmapped < elf.stack &&
         elf.stack - *fault.unmapped <= kGuard;
}

}  // namespace

std::string explained(const kernel::FaultError& error, const machine::ElfImage& elf,
                      const std::vector<int>& cores) {
  const kernel::Fault& fault = error.fault();
  if (!below_stack(fault, elf)) return error.what();
  const auto rank = std::ranges::find(cores, fault.core) - cores.begin();
  return fmt::format(
      "{}: stack overflow in {} at EIP {:#010x}: the stack has {}; {} --stack SIZE gives it more",
      cores.empty() ? fmt::format("node {}", fault.core)
                    : fmt::format("UE {} (core {})", rank, fault.core),
      elf.locate(fault.eip), fault.eip, size_text(elf.stack_bytes),
      cores.empty() ? "cc" : "run or cc");
}

}  // namespace rc::sim::run
