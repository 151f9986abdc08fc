// SPDX-License-Identifier: Apache-2.0
// Networks that misbehave: what the simulator must see of each, and that the library does what it is
// told.
#include "tests/soak/library_part.h"

#include <gtest/gtest.h>

#include <set>

#include "sim/base/paths.h"

namespace rc::sim {
namespace {

soak::ChildEnd ended(int code, const std::string& out, const std::string& error = "") {
  return {code << 8, out, error};
}

const soak::ChildEnd kGood = ended(0, "latency 5\n");
const soak::ChildEnd kRefused = ended(3, "", "rockcreek: error: network: lost a flit\n");

TEST(SoakLibrary, WhatMustBeSeenIs) {
  const soak::Misbehaviour always{"always", soak::Seen::always};
  EXPECT_EQ(soak::library_verdict(always, "noc", kRefused, kGood), "");
  EXPECT_NE(soak::library_verdict(always, "noc", kGood, kGood), "");
  EXPECT_NE(soak::library_verdict(always, "noc", ended(3, "", ""), kGood), "");
  const soak::Misbehaviour checked{"checked", soak::Seen::by_check};
  EXPECT_EQ(soak::library_verdict(checked, "noc", kGood, kGood), "");
  EXPECT_NE(soak::library_verdict(checked, "network", kGood, kGood), "");
}

TEST(SoakLibrary, WhatIsAllowedChangesNothing) {
  const soak::Misbehaviour never{"never", soak::Seen::never};
  EXPECT_EQ(soak::library_verdict(never, "noc", kGood, kGood), "");
  EXPECT_NE(soak::library_verdict(never, "noc", kRefused, kGood), "");
  EXPECT_NE(soak::library_verdict(never, "noc", ended(0, "latency 6\n"), kGood), "");
}

TEST(SoakLibrary, TheLibraryDoesWhatItIsTold) {
  const auto checked = [](const char* how) {
    return soak::in_child([how] {
      ::setenv(soak::kMisbehaviour, how, 1);
      return soak::run_words({"network", "check", base::own_program("rockcreek-soak-network.so"),
                              "--grid", "2x2", "--cycles", "300"});
    });
  };
  EXPECT_EQ(checked("none:0").how(), "exit code 0");
  EXPECT_EQ(checked("lost:0").how(), "exit code 3");
  EXPECT_EQ(checked("order:0").how(), "exit code 2");
}

TEST(SoakLibrary, MisbehavioursHaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const soak::Misbehaviour& each : soak::kMisbehaviours)
    EXPECT_TRUE(names.insert(each.name).second) << each.name;
}

}  // namespace
}  // namespace rc::sim
