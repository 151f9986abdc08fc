// SPDX-License-Identifier: Apache-2.0
#include "sim/run/calls/failed_calls.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace rc::sim::run {
namespace {

// firmware/rcce/include/RCCE.h, from the first error on.
constexpr std::uint32_t kErrorBase = 1234321;
constexpr std::array<std::string_view, 28> kErrors = {
    "TARGET",
    "SOURCE",
    "ID",
    "MESSAGE_LENGTH",
    "FLAG_UNDEFINED",
    "NUM_UES",
    "DATA_OVERLAP",
    "ALIGNMENT",
    "DEBUG_FLAG",
    "FLAG_NOT_IN_COMM_BUFFER",
    "FLAG_STATUS_UNDEFINED",
    "FLAG_NOT_ALLOCATED",
    "VAL_UNDEFINED",
    "INVALID_ERROR_CODE",
    "RPC_NOT_ALLOCATED",
    "RPC_INTERNAL",
    "MULTIPLE_RPC_REQUESTS",
    "FDIVIDER",
    "FREQUENCY_EXCEEDED",
    "NO_ACTIVE_RPC_REQUEST",
    "STALE_RPC_REQUEST",
    "COMM_UNDEFINED",
    "ILLEGAL_OP",
    "ILLEGAL_TYPE",
    "MALLOC",
    "COMM_INITIALIZED",
    "CORE_NOT_IN_HOSTFILE",
    "NO_MULTICAST_SUPPORT",
};

// Numbers of UEs and bytes as they are, addresses as such.
std::string shown(std::uint32_t word) {
  constexpr std::int32_t kLargest = 1 << 20;
  const auto number = static_cast<std::int32_t>(word);
  return number > -kLargest && number < kLargest ? fmt::format("{}", number)
                                                 : fmt::format("{:#010x}", word);
}

std::string shown(const LibraryCalls::Call& call) {
  std::string text = call.function->name + "(";
  for (std::size_t i = 0; i < call.arguments.size(); ++i)
    text += fmt::format("{}{} = {}", i == 0 ? "" : ", ", call.function->parameters[i].name,
                        shown(call.arguments[i]));
  return text + ")";
}

}  // namespace

// Those of iRCCE also return iRCCE_ERROR, as does RCCE_finalize with requests left; what says something of
// a request returns numbers.
std::string error_name(std::string_view function, std::uint32_t value) {
  constexpr std::uint32_t kIrcceError = 0xFFFFFFFF;
  if (function.find("RCCE_") == function.npos) return "";
  const std::uint32_t error = value - kErrorBase - 1;
  if (error < kErrors.size()) return fmt::format("RCCE_ERROR_{}", kErrors[error]);
  const bool acts = function.starts_with("iRCCE_") && function.find("_get_") == function.npos;
  return value == kIrcceError && (acts || function == "RCCE_finalize") ? "iRCCE_ERROR" : "";
}

void FailedCalls::returned(const StoppedMachine& machine, std::size_t rank,
                           const LibraryCalls::Call& call, std::uint32_t value) {
  const std::string name = error_name(call.function->name, value);
  if (name.empty() || call.function->returns != "int") return;
  found_.add(fmt::format("{} {}: {} returned {}, in {}", machine.unit, rank, shown(call), name,
                         lines_.named(machine.program(rank), call.behind - 1)));
}

}  // namespace rc::sim::run
