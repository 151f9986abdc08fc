// SPDX-License-Identifier: Apache-2.0
#include "sim/run/fault_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

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

// Vectors and bits of error codes: Pentium Processor Family Developer's Manual, volume 3, 14.9.
constexpr std::uint32_t kDivide = 0, kInvalidOpcode = 6, kPageFault = 14, kPresent = 1, kWrite = 2;
constexpr std::uint32_t kLint0 = 0x20;  // and LINT1, as the loader sets the APIC up
constexpr std::uint32_t kNullPage = 4096;

std::string what_happened(const kernel::Fault& fault) {
  const auto& exception = fault.exception;
  // The same vector for both; C has nothing else whose quotient is too large.
  if (exception && exception->vector == kDivide) return "a division by zero or INT_MIN / -1";
  if (exception && (exception->vector & ~1u) == kLint0)
    return fmt::format("the interrupt of pin LINT{} without a handler", exception->vector & 1);
  if (exception && exception->vector == kInvalidOpcode)
    return "no instruction, or ud2 (the trap of -fsanitize=undefined and __builtin_trap())";
  if (!fault.unmapped || !exception || exception->vector != kPageFault) return "";
  const bool writes = (exception->error_code & kWrite) != 0;
  if (*fault.unmapped == fault.eip) return "a jump to nowhere";
  if (*fault.unmapped < kNullPage)
    return writes ? "a null pointer is written" : "a null pointer is read";
  if ((exception->error_code & kPresent) != 0) return "memory that can only be read is written";
  return writes ? "memory that does not exist is written" : "memory that does not exist is read";
}

}  // namespace

std::string fault_story(const kernel::Fault& fault, const std::vector<symbols::Frame>& frames) {
  if (frames.empty()) return "";
  const std::string text = what_happened(fault);
  // Where nothing is, nobody's name helps.
  if (frames[0].function.empty() && frames.size() > 1)
    return text + ", called from " + symbols::callers(std::span(frames).subspan(1));
  return text + (text.empty() ? "" : " ") + symbols::place_and_callers(frames);
}

std::string overflow_story(const std::vector<symbols::Frame>& frames, std::uint32_t stack_bytes) {
  constexpr std::uint32_t kMany = 1000;
  if (frames.empty()) return "";
  std::vector<std::uint32_t> stands;  // ESP in each call of the innermost function
  for (const symbols::Frame& each : frames)
    if (each.function == frames[0].function)
      stands.push_back(each.registers.general[symbols::Registers::kEsp]);
  // The innermost one may not have all of its frame yet.
  const std::size_t first = stands.size() > 2 ? 1 : 0, calls = stands.size() - 1 - first;
  const std::uint32_t bytes = stands.back() - stands[first];
  const std::uint64_t fill = bytes == 0 ? 0 : std::uint64_t{stack_bytes} * calls / bytes;
  if (fill < kMany) return symbols::place_and_callers(frames);
  return fmt::format("{}: more than {} calls of {} fill it; does its recursion end?",
                     symbols::place_and_callers(std::span(frames).first(2)), fill / kMany * kMany,
                     frames[0].function);
}

std::string call_story(const std::vector<symbols::Frame>& frames) {
  const auto own = std::ranges::find(frames, false, &symbols::Frame::library);
  if (own == frames.end()) return "";
  if (own == frames.begin()) return "while the program was in " + own->text();
  return fmt::format("in {}, called from {}",
                     own->called.empty() ? (own - 1)->function : own->called,
                     symbols::callers({own, frames.end()}));
}

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
