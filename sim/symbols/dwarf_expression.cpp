// SPDX-License-Identifier: Apache-2.0
#include "sim/symbols/dwarf_expression.h"

#include <dwarf.h>

#include <vector>

namespace rc::sim::symbols {

DwarfContext context_of(const Registers& registers, const ReadWord& memory, std::uint64_t cfa) {
  DwarfContext context;
  context.value_of_register = [&registers](unsigned number) -> std::optional<std::uint64_t> {
    if (number >= registers.general.size()) return std::nullopt;
    return registers.general[number];
  };
  context.word = [&memory](std::uint64_t address) -> std::optional<std::uint64_t> {
    return memory(static_cast<std::uint32_t>(address));
  };
  context.cfa = cfa;
  return context;
}

std::optional<std::uint64_t> evaluate(std::span<const Dwarf_Op> ops, const DwarfContext& context) {
  std::vector<std::uint64_t> stack;
  for (const Dwarf_Op& op : ops) {
    const bool based = op.atom >= DW_OP_breg0 && op.atom <= DW_OP_breg31;
    if (based || op.atom == DW_OP_bregx) {
      const auto number = static_cast<unsigned>(based ? op.atom - DW_OP_breg0 : op.number);
      const auto base = context.value_of_register(number);
      if (!base) return std::nullopt;
      stack.push_back(*base + (based ? op.number : op.number2));
    } else if (op.atom == DW_OP_call_frame_cfa) {
      stack.push_back(context.cfa);
    } else if (op.atom == DW_OP_fbreg) {
      stack.push_back(context.cfa + op.number);
    } else if (op.atom >= DW_OP_lit0 && op.atom <= DW_OP_lit31) {
      stack.push_back(op.atom - DW_OP_lit0);
    } else if (op.atom == DW_OP_addr) {
      stack.push_back(op.number);
    } else if (op.atom >= DW_OP_const1u && op.atom <= DW_OP_consts) {
      stack.push_back(op.number);
    } else if (op.atom == DW_OP_plus_uconst && !stack.empty()) {
      stack.back() += op.number;
    } else if (op.atom == DW_OP_deref && !stack.empty()) {
      const auto word = context.word(stack.back());
      if (!word) return std::nullopt;
      stack.back() = *word;
    } else if (op.atom != DW_OP_stack_value) {
      return std::nullopt;
    }
  }
  if (stack.empty()) return std::nullopt;
  return stack.back();
}

}  // namespace rc::sim::symbols
