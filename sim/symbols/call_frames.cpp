// SPDX-License-Identifier: Apache-2.0
#include "sim/symbols/call_frames.h"

#include <dwarf.h>
#include <elfutils/libdw.h>

#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

namespace rc::sim::symbols {
namespace {

struct EndFrame {
  void operator()(Dwarf_Frame* frame) const { std::free(frame); }
};

struct Context {
  const Registers& registers;
  std::uint32_t cfa = 0;
  const ReadWord& memory;
};

std::optional<std::uint32_t> register_value(const Registers& registers, Dwarf_Word number) {
  if (number >= registers.general.size()) return std::nullopt;
  return registers.general[number];
}

// What `ops` computes, an address or a value; nothing for what is not of their kind.
std::optional<std::uint32_t> evaluate(std::span<const Dwarf_Op> ops, const Context& context) {
  std::vector<std::uint32_t> stack;
  for (const Dwarf_Op& op : ops) {
    const auto operand = static_cast<std::uint32_t>(op.number);
    if (op.atom >= DW_OP_breg0 && op.atom <= DW_OP_breg31) {
      const auto base = register_value(context.registers, op.atom - DW_OP_breg0);
      if (!base) return std::nullopt;
      stack.push_back(*base + operand);
    } else if (op.atom == DW_OP_bregx) {
      const auto base = register_value(context.registers, op.number);
      if (!base) return std::nullopt;
      stack.push_back(*base + static_cast<std::uint32_t>(op.number2));
    } else if (op.atom == DW_OP_call_frame_cfa) {
      stack.push_back(context.cfa);
    } else if (op.atom == DW_OP_plus_uconst && !stack.empty()) {
      stack.back() += operand;
    } else if (op.atom == DW_OP_deref && !stack.empty()) {
      const auto word = context.memory(stack.back());
      if (!word) return std::nullopt;
      stack.back() = *word;
    } else if (op.atom != DW_OP_stack_value) {
      return std::nullopt;
    }
  }
  if (stack.empty()) return std::nullopt;
  return stack.back();
}

// The caller's value of register `number`, which the callee has in `present`.
std::optional<std::uint32_t> recovered(Dwarf_Frame* frame, int number, std::uint32_t present,
                                       const Context& context) {
  Dwarf_Op buffer[3];
  Dwarf_Op* ops = nullptr;
  std::size_t count = 0;
  if (dwarf_frame_register(frame, number, buffer, &ops, &count) != 0) return std::nullopt;
  if (count == 0) return present;  // it is the same, or nobody needs it
  const auto found = evaluate({ops, count}, context);
  if (!found || ops[count - 1].atom == DW_OP_stack_value) return found;
  return context.memory(*found);
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
  const auto cfa = evaluate({ops, count}, {callee, 0, memory});
  if (!cfa) return std::nullopt;
  const Context context{callee, *cfa, memory};
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
