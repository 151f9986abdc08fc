// SPDX-License-Identifier: Apache-2.0
#include "sim/hypercube/i860_block.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"

namespace rc::sim::hypercube {
namespace {

struct Operation {
  std::string_view name;
  std::size_t operands;
};
constexpr std::array kOperations{Operation{"ld.l", 2}, Operation{"st.l", 2}, Operation{"fxfr", 2},
                                 Operation{"mov", 2},  Operation{"adds", 3}, Operation{"subs", 3},
                                 Operation{"bc", 1},   Operation{"bnc", 1},  Operation{"bc.t", 1},
                                 Operation{"bnc.t", 1}};

std::string trimmed(std::string text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

bool is_branch(const I860Instruction& instruction) {
  return instruction.operation.starts_with("b");
}

// "r22" in "r22" and in "76(r22)", not in "r220".
bool names(const std::string& operand, const std::string& a_register) {
  const auto open = operand.find('('), close = operand.find(')');
  return operand == a_register ||
         (open != std::string::npos && close != std::string::npos && open < close &&
          operand.substr(open + 1, close - open - 1) == a_register);
}

bool waits(const I860Instruction& before, const I860Instruction& instruction) {
  if (before.operation == "ld.l" || before.operation == "fxfr")
    return std::ranges::any_of(instruction.operands, [&](const std::string& operand) {
      return names(operand, before.operands.back());
    });
  return is_branch(instruction) && (before.operation == "adds" || before.operation == "subs");
}

}  // namespace

std::vector<I860Instruction> parse_i860(std::string_view listing) {
  std::vector<I860Instruction> block;
  std::istringstream lines{std::string(listing)};
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    line = trimmed(line);
    if (line.empty()) continue;
    const auto end = line.find_first_of(" \t");
    I860Instruction instruction{line.substr(0, end), {}};
    std::istringstream operands(end == std::string::npos ? "" : line.substr(end));
    for (std::string operand; std::getline(operands, operand, ',');)
      instruction.operands.push_back(trimmed(operand));
    const auto known = std::ranges::find(kOperations, instruction.operation, &Operation::name);
    if (known == kOperations.end())
      throw kernel::InputError(
          fmt::format("line {}: {}: expected ld.l, st.l, fxfr, mov, adds, subs, "
                      "bc, bnc, bc.t or bnc.t",
                      number, kernel::shown(instruction.operation)));
    if (instruction.operands.size() != known->operands ||
        std::ranges::find(instruction.operands, "") != instruction.operands.end())
      throw kernel::InputError(fmt::format("line {}: {}: expected {} operand{}", number,
                                           known->name, known->operands,
                                           known->operands == 1 ? "" : "s"));
    block.push_back(std::move(instruction));
  }
  return block;
}

I860Clocks i860_clocks(const std::vector<I860Instruction>& block, bool taken) {
  I860Clocks found;
  std::size_t end = block.size();
  for (std::size_t i = 0; i < end; ++i) {
    ++found.clocks;
    if (i > 0 && waits(block[i - 1], block[i])) {
      ++found.clocks;
      found.delayed.push_back(static_cast<unsigned>(i));
    }
    if (taken && is_branch(block[i]) && end == block.size())
      end = std::min(end, i + (block[i].operation.ends_with(".t") ? 2 : 1));
  }
  return found;
}

}  // namespace rc::sim::hypercube
