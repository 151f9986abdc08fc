// SPDX-License-Identifier: Apache-2.0
#include "sim/symbols/debug_info.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace rc::sim::symbols {
namespace {

constexpr std::uint32_t kWord = 4;

std::string text_of(const char* text) { return text == nullptr ? "" : text; }

// Bytes that a value of the parameter's type takes on the stack; 0: unknown.
std::uint32_t stack_bytes(Dwarf_Die* parameter) {
  Dwarf_Attribute attribute;
  Dwarf_Die type;
  Dwarf_Word bytes = 0;
  if (dwarf_attr_integrate(parameter, DW_AT_type, &attribute) == nullptr ||
      dwarf_formref_die(&attribute, &type) == nullptr || dwarf_aggregate_size(&type, &bytes) != 0)
    return 0;
  return static_cast<std::uint32_t>((bytes + kWord - 1) / kWord * kWord);
}

// Of functions that others can call: the compiler may pass those of its own in registers.
std::vector<Parameter> parameters_of(Dwarf_Die* function) {
  Dwarf_Attribute attribute;
  bool external = false;
  if (dwarf_formflag(dwarf_attr_integrate(function, DW_AT_external, &attribute), &external) != 0 ||
      !external)
    return {};
  std::vector<Parameter> parameters;
  std::uint32_t offset = 0;
  Dwarf_Die child;
  for (int more = dwarf_child(function, &child); more == 0;
       more = dwarf_siblingof(&child, &child)) {
    if (dwarf_tag(&child) != DW_TAG_formal_parameter) continue;
    parameters.push_back({text_of(dwarf_diename(&child)), offset});
    const std::uint32_t bytes = stack_bytes(&child);
    if (bytes == 0) break;
    offset += bytes;
  }
  return parameters;
}

Inlined inlined_at(Dwarf_Die* scope, Dwarf_Files* files) {
  Inlined inlined;
  inlined.function = text_of(dwarf_diename(scope));
  Dwarf_Attribute attribute;
  Dwarf_Word file = 0, line = 0;
  if (dwarf_formudata(dwarf_attr(scope, DW_AT_call_line, &attribute), &line) != 0 ||
      dwarf_formudata(dwarf_attr(scope, DW_AT_call_file, &attribute), &file) != 0)
    return inlined;
  inlined.file = text_of(dwarf_filesrc(files, file, nullptr, nullptr));
  inlined.line = static_cast<unsigned>(line);
  return inlined;
}

// Where the compiler has split a function, the rest is the function put into itself, "called" from its
// own head: no call of the program's.
bool is_outlined_part(Dwarf_Die* scope) {
  Dwarf_Attribute attribute;
  Dwarf_Word line = 0;
  int head = 0;
  return dwarf_formudata(dwarf_attr(scope, DW_AT_call_line, &attribute), &line) == 0 &&
         dwarf_decl_line(scope, &head) == 0 && line == static_cast<Dwarf_Word>(head);
}

std::string returned_type(Dwarf_Die* function) {
  Dwarf_Attribute attribute;
  Dwarf_Die type;
  if (dwarf_formref_die(dwarf_attr_integrate(function, DW_AT_type, &attribute), &type) == nullptr)
    return "";
  return text_of(dwarf_diename(&type));
}

}  // namespace

bool is_library(const std::string& unit) {
  return unit.starts_with("firmware/") && !unit.starts_with("firmware/apps/");
}

DebugInfo::DebugInfo(const std::string& elf_file)
    : descriptor_(::open(elf_file.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (descriptor_ >= 0) dwarf_ = dwarf_begin(descriptor_, DWARF_C_READ);
}

DebugInfo::DebugInfo(std::span<const char> elf) {
  elf_version(EV_CURRENT);
  elf_ = elf_memory(const_cast<char*>(elf.data()), elf.size());  // libelf only reads it
  if (elf_ != nullptr) dwarf_ = dwarf_begin_elf(elf_, DWARF_C_READ, nullptr);
}

DebugInfo::~DebugInfo() {
  if (eh_frame_ != nullptr) dwarf_cfi_end(eh_frame_);
  if (dwarf_ != nullptr) dwarf_end(dwarf_);
  if (elf_ != nullptr) elf_end(elf_);
  if (descriptor_ >= 0) ::close(descriptor_);
}

void DebugInfo::each_row(const std::function<void(const Row&)>& visit) const {
  Dwarf_Off offset = 0, next = 0;
  std::size_t header = 0;
  for (; dwarf_ != nullptr &&
         dwarf_nextcu(dwarf_, offset, &next, &header, nullptr, nullptr, nullptr) == 0;
       offset = next) {
    Dwarf_Die unit;
    Dwarf_Lines* lines = nullptr;
    std::size_t count = 0;
    if (dwarf_offdie(dwarf_, offset + header, &unit) == nullptr ||
        dwarf_getsrclines(&unit, &lines, &count) != 0)
      continue;
    for (std::size_t i = 0; i < count; ++i) {
      Dwarf_Line* const line = dwarf_onesrcline(lines, i);
      Dwarf_Addr address = 0;
      int number = 0;
      bool ends = false;
      const char* const file = dwarf_linesrc(line, nullptr, nullptr);
      if (file == nullptr || dwarf_lineaddr(line, &address) != 0 ||
          dwarf_lineno(line, &number) != 0 || dwarf_lineendsequence(line, &ends) != 0)
        continue;
      visit({static_cast<std::uint32_t>(address), file, static_cast<unsigned>(std::max(number, 0)),
             ends});
    }
  }
}

std::string DebugInfo::unit(std::uint32_t address) const {
  Dwarf_Die unit;
  if (dwarf_ == nullptr || dwarf_addrdie(dwarf_, address, &unit) == nullptr) return "";
  return text_of(dwarf_diename(&unit));
}

Place DebugInfo::place(std::uint32_t address) const {
  Place place;
  Dwarf_Die unit;
  if (dwarf_ == nullptr || dwarf_addrdie(dwarf_, address, &unit) == nullptr) return place;
  place.unit = text_of(dwarf_diename(&unit));
  if (Dwarf_Line* const line = dwarf_getsrc_die(&unit, address); line != nullptr) {
    int number = 0;
    place.file = text_of(dwarf_linesrc(line, nullptr, nullptr));
    if (dwarf_lineno(line, &number) == 0) place.line = static_cast<unsigned>(std::max(number, 0));
  }
  Dwarf_Die* scopes = nullptr;
  if (dwarf_getscopes(&unit, address, &scopes) <= 0) return place;
  // The innermost scope may be an inlined function: the one that it is in stands above it in the tree,
  // while dwarf_getscopes() goes on with where it was written.
  Dwarf_Die* above = nullptr;
  Dwarf_Files* files = nullptr;
  const int count = dwarf_getscopes_die(&scopes[0], &above);
  if (dwarf_getsrcfiles(&unit, &files, nullptr) != 0) files = nullptr;
  for (int i = 0; i < count; ++i) {
    if (dwarf_tag(&above[i]) == DW_TAG_inlined_subroutine && !is_outlined_part(&above[i]))
      place.inlined.push_back(inlined_at(&above[i], files));
    if (dwarf_tag(&above[i]) != DW_TAG_subprogram) continue;
    place.parameters = parameters_of(&above[i]);
    place.returns = returned_type(&above[i]);
    break;
  }
  if (count > 0) std::free(above);
  std::free(scopes);
  return place;
}

std::vector<Dwarf_CFI_s*> DebugInfo::frame_tables() const {
  std::vector<Dwarf_CFI_s*> tables;
  if (dwarf_ == nullptr) return tables;
  if (Dwarf_CFI* const table = dwarf_getcfi(dwarf_)) tables.push_back(table);
  if (eh_frame_ == nullptr) eh_frame_ = dwarf_getcfi_elf(dwarf_getelf(dwarf_));
  if (eh_frame_ != nullptr) tables.push_back(eh_frame_);
  return tables;
}

}  // namespace rc::sim::symbols
