// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/user/contract_pins.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "sim/base/suggestion.h"

namespace rc::sim::lab {
namespace {

using Range = PinType::Range;

enum class Kind { bit, bits, flits };

struct ContractPin {
  const char* name;
  const char* direction;
  Kind kind;
};

constexpr ContractPin kPins[] = {
    {"clk", "input", Kind::bit},        {"rst", "input", Kind::bit},
    {"in_valid", "input", Kind::bits},  {"in_ready", "output", Kind::bits},
    {"in_flit", "input", Kind::flits},  {"out_valid", "output", Kind::bits},
    {"out_ready", "input", Kind::bits}, {"out_flit", "output", Kind::flits}};

std::string declaration(const ContractPin& pin) {
  switch (pin.kind) {
    case Kind::bit:
      return fmt::format("{} logic", pin.direction);
    case Kind::bits:
      return fmt::format("{} logic [N-1:0][CLASSES-1:0]", pin.direction);
    case Kind::flits:
      return fmt::format("{} flit_t {} [N][CLASSES]", pin.direction, pin.name);
  }
  return {};
}

std::vector<std::uint64_t> sizes(const std::vector<Range>& ranges) {
  std::vector<std::uint64_t> result;
  for (const Range& range : ranges) result.push_back(range.size());
  return result;
}

// Bit by bit what the simulator connects.
bool fits(const ContractPin& pin, const PinType& type, const NetworkShape& shape,
          unsigned flit_bits) {
  const auto points = static_cast<std::uint64_t>(shape.places.size());
  const std::vector<std::uint64_t> both{points, shape.classes};
  const bool falls = std::ranges::all_of(
      type.packed, [](const Range& range) { return range.left >= range.right; });
  if (!falls) return false;
  if (pin.kind == Kind::flits)
    return sizes(type.unpacked) == both &&
           std::ranges::all_of(type.unpacked, [](const Range& r) { return r.left <= r.right; }) &&
           type.bits() == flit_bits && (type.scalar_base || type.base == "rc_net_pkg::flit_t");
  if (!type.unpacked.empty()) return false;
  if (pin.kind == Kind::bit) return type.bits() == 1;
  return type.scalar_base && (sizes(type.packed) == both ||
                              (type.packed.size() <= 1 && type.bits() == points * shape.classes));
}

std::string here(const ContractPin& pin, const NetworkShape& shape, unsigned flit_bits) {
  if (pin.kind == Kind::bit) return {};
  if (pin.kind == Kind::bits)
    return fmt::format(" (here [{}:0][{}:0])", shape.places.size() - 1, shape.classes - 1);
  return fmt::format(" (here {} bits in [0:{}][0:{}])", flit_bits, shape.places.size() - 1,
                     shape.classes - 1);
}

std::string found(const ElaboratedPin& pin) {
  const std::string type = fmt::format("{} {}", pin.direction, pin.type.declaration(pin.name));
  return pin.type.scalar_base ? type : fmt::format("{} ({} bits)", type, pin.type.bits());
}

}  // namespace

std::vector<std::string> pin_complaints(const std::string& top, const ElaboratedModule& module,
                                        const NetworkShape& shape, unsigned flit_bits) {
  std::vector<std::string> complaints;
  std::map<std::string, std::vector<std::string>> unknown;  // by direction
  const auto contract = [](const std::string& name) {
    return std::ranges::find_if(kPins, [&](const ContractPin& pin) { return name == pin.name; });
  };
  for (const ElaboratedPin& pin : module.pins) {
    const ContractPin* const expected = contract(pin.name);
    const bool known = expected != std::end(kPins);
    if (!known) unknown[pin.direction].push_back(pin.name);
    if (known && pin.direction == expected->direction &&
        fits(*expected, pin.type, shape, flit_bits))
      continue;
    complaints.push_back(fmt::format(
        "{}:{}: pin {}: found {}, expected {}", pin.file, pin.line, pin.name, found(pin),
        known ? declaration(*expected) + here(*expected, shape, flit_bits)
              : "none of this name: the contract has clk, rst, in_valid, in_ready, in_flit, "
                "out_valid, out_ready and out_flit"));
  }
  for (const ContractPin& pin : kPins)
    if (std::ranges::none_of(module.pins,
                             [&](const ElaboratedPin& has) { return has.name == pin.name; }))
      complaints.push_back(fmt::format("{}:{}: pin {}: the module {} lacks it{}, expected {}{}",
                                       module.file, module.line, pin.name, top,
                                       base::suggestion(pin.name, unknown[pin.direction]),
                                       declaration(pin), here(pin, shape, flit_bits)));
  return complaints;
}

}  // namespace rc::sim::lab
