// SPDX-License-Identifier: Apache-2.0
// cpu::Core::keep_x87() rests on this: what the models run between two instructions of a guest
// leaves the host's x87 alone. Only the guests' x87 itself is compiled to x87 instructions.
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "tests/support/command.h"

namespace {

// Members of the archive whose code has x87 instructions.
std::set<std::string> members_with_x87(const std::string& archive) {
  const auto run = rc::test::run_command("objdump -d --no-show-raw-insn " + archive);
  EXPECT_EQ(run.exit_code, 0) << run.error;
  std::set<std::string> members;
  std::istringstream lines(run.out);
  std::string line, member;
  while (std::getline(lines, line)) {
    if (const auto end = line.find(".o:     file format"); end != line.npos)
      member = line.substr(0, end);
    // "   address:\tmnemonic operands": every mnemonic of the x87 begins with an f, no other does.
    const auto tab = line.find(":\tf");
    if (tab != line.npos) members.insert(member);
  }
  return members;
}

TEST(HostX87, OnlyTheGuestsUnitUsesIt) {
  const std::set<std::string> unit{"executor.cpp", "host.cpp", "resident.cpp", "x87.cpp"};
  std::istringstream archives(MODEL_ARCHIVES);
  std::string archive;
  unsigned seen = 0;
  while (archives >> archive) {
    ++seen;
    const bool cpu = archive.ends_with("librc_cpu.a");
    const auto members = members_with_x87(archive);
    EXPECT_EQ(members.contains("executor.cpp"), cpu) << archive;
    for (const std::string& member : members) {
      EXPECT_TRUE(cpu && unit.contains(member)) << member << " of " << archive;
    }
  }
  EXPECT_EQ(seen, 9u);
}

}  // namespace
