// SPDX-License-Identifier: Apache-2.0
#include "sim/run/calls/message_blocks.h"

#include <fmt/format.h>

#include <iterator>
#include <optional>
#include <string_view>

#include "hw_model/arch/scc_map.h"

namespace rc::sim::run {
namespace {

struct Allocated {
  std::uint32_t address = 0, bytes = 0;
};

std::optional<Allocated> allocated(const StoppedMachine& machine, std::size_t rank,
                                   const LibraryCalls::Call& call, std::uint32_t value) {
  const std::string_view name = call.function->name;
  auto bytes = call.argument("size");
  if (name == "RCCE_malloc_request" && call.argument("allocated"))
    bytes = machine.word(rank, *call.argument("allocated"));
  else if (name != "RCCE_malloc" && name != "iRCCE_malloc")
    return std::nullopt;
  if (value == 0 || !bytes) return std::nullopt;
  return Allocated{value, (*bytes + SCC_LINE - 1) / SCC_LINE * SCC_LINE};  // whole ones
}

// The place in the buffer that a transfer begins at.
std::optional<std::uint32_t> place_of(const LibraryCalls::Call& call) {
  const std::string_view name = call.function->name;
  if (name == "RCCE_put" || name == "iRCCE_put" || name == "RCCE_put_flag")
    return call.argument("target");
  if (name == "RCCE_get" || name == "iRCCE_get" || name == "RCCE_get_flag")
    return call.argument("source");
  return std::nullopt;
}

}  // namespace

void MessageBlocks::returned(const StoppedMachine& machine, std::size_t rank,
                             const LibraryCalls::Call& call, std::uint32_t value) {
  if (!call.function->library) return;
  if (const auto block = allocated(machine, rank, call, value)) {
    blocks_[rank][block->address] = {block->bytes, call.behind, call.function};
    return;
  }
  if (call.function->name == "RCCE_free" && !call.arguments.empty()) {
    blocks_[rank].erase(call.arguments[0]);
    return;
  }
  const auto place = place_of(call), bytes = call.argument("bytes");
  if (!place || !bytes || value != 0) return;  // it copied nothing
  const auto behind = blocks_[rank].upper_bound(*place);
  if (behind == blocks_[rank].begin()) return;
  const auto& [address, block] = *std::prev(behind);
  const std::uint32_t from = *place - address;
  if (from >= block.bytes || *bytes <= block.bytes - from) return;
  found_.add(fmt::format(
      "beyond its block: {} {}: {} of {} bytes from byte {} on, in {}, of {} that {} gave, in {}",
      machine.unit, rank, call.function->name, *bytes, from,
      lines_.named(machine.program(rank), call.behind - 1), block.bytes, block.function->name,
      lines_.named(machine.program(rank), block.behind - 1)));
}

}  // namespace rc::sim::run
