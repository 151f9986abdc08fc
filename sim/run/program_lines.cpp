// SPDX-License-Identifier: Apache-2.0
#include "sim/run/program_lines.h"

#include <fmt/format.h>

namespace rc::sim::run {

const symbols::DebugInfo& ProgramLines::of(const JobPrograms::Program& program) {
  auto& info = by_file_[program.file];
  if (!info) info = std::make_unique<symbols::DebugInfo>(program.file);
  return *info;
}

std::string ProgramLines::locate(const JobPrograms::Program& program, std::uint32_t eip) {
  const symbols::Place place = of(program).place(eip);
  const std::string name = program.elf.locate(eip);
  return place.file.empty() ? name : fmt::format("{}, {}:{}", name, place.file, place.line);
}

}  // namespace rc::sim::run
