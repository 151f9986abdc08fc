// SPDX-License-Identifier: Apache-2.0
#include "sim/symbols/variables.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>

#include "sim/symbols/dwarf_expression.h"

namespace rc::sim::symbols {
namespace {

constexpr std::uint32_t kWordBytes = 4;
constexpr std::uint32_t kMostBehindPointer = 1024;  // elements that are looked at

struct Free {
  void operator()(Dwarf_Die* dies) const { std::free(dies); }
};
using Dies = std::unique_ptr<Dwarf_Die, Free>;

enum class Shape : std::uint8_t { other, value, array, pointer };

std::string_view name_of(Dwarf_Die* die) {
  const char* const name = dwarf_diename(die);
  return name == nullptr ? std::string_view() : name;
}

// How a variable holds values of `type`.
Shape shape_of(Dwarf_Die* variable, std::string_view type) {
  Shape shape = Shape::value;
  Dwarf_Die at = *variable;
  Dwarf_Attribute attribute;
  while (dwarf_formref_die(dwarf_attr_integrate(&at, DW_AT_type, &attribute), &at) != nullptr) {
    if (name_of(&at) == type) return shape;
    const int tag = dwarf_tag(&at);
    const bool deeper = tag == DW_TAG_array_type || tag == DW_TAG_pointer_type;
    if (deeper && shape != Shape::value) return Shape::other;
    if (deeper) shape = tag == DW_TAG_array_type ? Shape::array : Shape::pointer;
    if (!deeper && tag != DW_TAG_typedef && tag != DW_TAG_const_type && tag != DW_TAG_volatile_type)
      return Shape::other;
  }
  return Shape::other;
}

std::uint32_t bytes_of(Dwarf_Die* variable) {
  Dwarf_Attribute attribute;
  Dwarf_Die type;
  Dwarf_Word bytes = 0;
  if (dwarf_formref_die(dwarf_attr_integrate(variable, DW_AT_type, &attribute), &type) == nullptr ||
      dwarf_aggregate_size(&type, &bytes) != 0)
    return 0;
  return static_cast<std::uint32_t>(bytes);
}

class Search {
 public:
  Search(std::span<const std::uint32_t> words, std::string_view type, const Frame& frame,
         const machine::ElfImage& elf, const ReadWord& memory)
      : words_(words), type_(type), frame_(frame), elf_(elf), memory_(memory) {}

  // Of the variables of a scope; empty: none.
  std::string within(Dwarf_Die* scope) const {
    Dwarf_Die child;
    for (int more = dwarf_child(scope, &child); more == 0; more = dwarf_siblingof(&child, &child)) {
      const int tag = dwarf_tag(&child);
      if (tag != DW_TAG_variable && tag != DW_TAG_formal_parameter) continue;
      const Shape shape = shape_of(&child, type_);
      const auto at = shape == Shape::other ? std::nullopt : address_of(&child);
      if (!at) continue;
      if (std::string found = element_of(&child, shape, *at); !found.empty()) return found;
    }
    return "";
  }

 private:
  std::optional<std::uint32_t> address_of(Dwarf_Die* variable) const {
    Dwarf_Attribute attribute;
    Dwarf_Op* ops = nullptr;
    std::size_t count = 0;
    if (dwarf_attr_integrate(variable, DW_AT_location, &attribute) == nullptr) {
      // It is another source's.
      const auto found =
          std::ranges::find(elf_.variables, name_of(variable), &machine::ElfSymbol::name);
      return found == elf_.variables.end() ? std::nullopt : std::optional(found->address);
    }
    if (dwarf_getlocation_addr(&attribute, frame_.eip - 1, &ops, &count, 1) != 1)
      return std::nullopt;
    const auto found = evaluate({ops, count}, context_of(frame_.registers, memory_, frame_.cfa));
    if (!found || (count > 0 && ops[count - 1].atom == DW_OP_stack_value)) return std::nullopt;
    return static_cast<std::uint32_t>(*found);
  }

  std::string element_of(Dwarf_Die* variable, Shape shape, std::uint32_t at) const {
    const std::string name(name_of(variable));
    if (shape == Shape::value) return holds(at) ? name : "";
    std::uint32_t count = bytes_of(variable) / bytes();
    if (shape == Shape::pointer) {
      at = memory_(at).value_or(0);
      count = kMostBehindPointer;
      if (at == 0) return "";
      if (holds(at)) return "*" + name;
    }
    for (std::uint32_t i = 0; i < count && memory_(at + i * bytes()); ++i)
      if (holds(at + i * bytes())) return fmt::format("{}[{}]", name, i);
    return "";
  }

  std::uint32_t bytes() const { return static_cast<std::uint32_t>(words_.size()) * kWordBytes; }
  bool holds(std::uint32_t at) const {
    return std::ranges::all_of(words_, [&](std::uint32_t word) {
      const bool equal = memory_(at) == word;
      at += kWordBytes;
      return equal;
    });
  }

  std::span<const std::uint32_t> words_;
  std::string_view type_;
  const Frame& frame_;
  const machine::ElfImage& elf_;
  const ReadWord& memory_;
};

}  // namespace

std::string variable_with(std::span<const std::uint32_t> words, std::string_view type,
                          const Frame& frame, const machine::ElfImage& elf, const DebugInfo& info,
                          const ReadWord& memory) {
  Dwarf_Die unit;
  Dwarf_Die* inner = nullptr;
  Dwarf_Die* all = nullptr;
  if (info.dwarf() == nullptr || dwarf_addrdie(info.dwarf(), frame.eip - 1, &unit) == nullptr ||
      dwarf_getscopes(&unit, frame.eip - 1, &inner) <= 0)
    return "";
  const Dies keeps_inner(inner);
  const int count = dwarf_getscopes_die(inner, &all);
  const Dies keeps_all(count > 0 ? all : nullptr);
  const Search search(words, type, frame, elf, memory);
  for (int i = 0; i < count; ++i)
    if (std::string found = search.within(&all[i]); !found.empty()) return found;
  return "";
}

}  // namespace rc::sim::symbols
