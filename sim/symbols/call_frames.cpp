// SPDX-License-Identifier: Apache-2.0
#include "sim/symbols/call_frames.h"

#include <dwarf.h>
#include <elfutils/libdw.h>

#include <cstdlib>
#include <memory>

#include "sim/symbols/dwarf_expression.h"

namespace rc::sim::symbols {
namespace {

struct EndFrame {
  void operator()(Dwarf_Frame* frame) const { std::free(frame); }
};

std::optional<std::uint32_t> word_of(std::optional<std::uint64_t> value) {
  if (!value) return std::nullopt;
  return static_cast<std::uint32_t>(*value);
}

// The caller's value of register `number`, which the callee has in `present`.
std::optional<std::uint32_t> recovered(Dwarf_Frame* frame, int number, std::uint32_t present,
                                       const DwarfContext& context) {
  Dwarf_Op buffer[3];
  Dwarf_Op* ops = nullptr;
  std::size_t count = 0;
  if (dwarf_frame_register(frame, number, buffer, &ops, &count) != 0) return std::nullopt;
  if (count == 0) return present;  // it is the same, or nobody needs it
  const auto found = evaluate({ops, count}, context);
  if (!found || ops[count - 1].atom == DW_OP_stack_value) return word_of(found);
  return word_of(context.word(*found));
}

std::unique_ptr<Dwarf_Frame, EndFrame> frame_at(const DebugInfo& info, std::uint32_t address) {
  for (Dwarf_CFI_s* const table : info.frame_tables()) {
    Dwarf_Frame* frame = nullptr;
    if (dwarf_cfi_addrframe(table, address, &frame) == 0)
      return std::unique_ptr<Dwarf_Frame, EndFrame>(frame);
  }
  return nullptr;
}

}  // namespace

std::optional<Caller> caller_of(const DebugInfo& info, const Registers& callee, std::uint32_t at,
                                const ReadWord& memory) {
  const auto frame = frame_at(info, at);
  if (!frame) return std::nullopt;
  Dwarf_Op* ops = nullptr;
  std::size_t count = 0;
  if (dwarf_frame_cfa(frame.get(), &ops, &count) != 0) return std::nullopt;
  DwarfContext context = context_of(callee, memory);
  const auto cfa = word_of(evaluate({ops, count}, context));
  if (!cfa) return std::nullopt;
  context.cfa = *cfa;
  Caller caller{callee, *cfa};
  for (unsigned i = 0; i < caller.registers.general.size(); ++i) {
    if (i == Registers::kEsp) continue;
    const auto value = recovered(frame.get(), static_cast<int>(i), callee.general[i], context);
    if (!value) return std::nullopt;
    caller.registers.general[i] = *value;
  }
  caller.registers.general[Registers::kEsp] = *cfa;
  const int return_address = dwarf_frame_info(frame.get(), nullptr, nullptr, nullptr);
  if (return_address < 0) return std::nullopt;
  const auto eip = recovered(frame.get(), return_address, 0, context);
  if (!eip || *eip == 0) return std::nullopt;
  caller.registers.eip = *eip;
  return caller;
}

}  // namespace rc::sim::symbols
