// SPDX-License-Identifier: Apache-2.0
#include "sim/run/program_lines.h"

#include <fmt/format.h>

#include "sim/symbols/call_stack.h"

namespace rc::sim::run {

const symbols::DebugInfo& ProgramLines::of(const JobPrograms::Program& program) {
  auto& info = all_[program.number];
  if (!info)
    info = program.saved != nullptr
               ? std::make_unique<symbols::DebugInfo>(std::span<const char>(*program.saved))
               : std::make_unique<symbols::DebugInfo>(program.file);
  return *info;
}

std::string ProgramLines::locate(const JobPrograms::Program& program, std::uint32_t eip,
                                 std::uint32_t caller) {
  const symbols::Place place = of(program).place(eip);
  std::string text = program.elf.locate(eip);
  if (!place.file.empty()) text += fmt::format(", {}:{}", place.file, place.line);
  for (const symbols::Inlined& each : place.inlined)
    text += fmt::format(" in {}, called from {}:{}", each.function, each.file, each.line);
  return caller == 0 ? text : text + ", called from " + named(program, caller - 1);
}

const std::string& ProgramLines::named(const JobPrograms::Program& program, std::uint32_t eip) {
  std::string& name = names_[program.number][eip];
  if (name.empty()) name = symbols::frame_at(program.elf, of(program), eip).text();
  return name;
}

}  // namespace rc::sim::run
