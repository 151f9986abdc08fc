// SPDX-License-Identifier: Apache-2.0
// The lowest and the highest value of every parameter: the machine runs a short program, or is
// refused by a relation with another parameter. It never crashes, hangs, or takes gigabytes.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>

#include "sim/machine/machine.h"
#include "tests/support/command.h"

namespace rc::sim::machine {
namespace {

struct End {
  std::string machine, setting;
};

void PrintTo(const End& end, std::ostream* out) { *out << end.machine << " " << end.setting; }

std::vector<End> ends() {
  std::vector<End> list;
  for (const char* kind : {kScc, kIpsc860}) {
    Machine machine;
    machine.kind = kind;
    for (const Parameter& p : machine.parameters()) {
      if (std::holds_alternative<bool*>(p.target)) {
        for (const char* value : {"=false", "=true"}) list.push_back({kind, p.path + value});
      } else if (!std::holds_alternative<std::string*>(p.target)) {
        for (const double value : {p.range.least, p.range.most})
          list.push_back({kind, p.path + "=" + kernel::decimal(value)});
      }
    }
  }
  return list;
}

class ParameterEnds : public ::testing::TestWithParam<End> {};

TEST_P(ParameterEnds, RunOrAreRefused) {
  const auto& [machine, setting] = GetParam();
  const std::string app = machine == kIpsc860 ? "nx_hello" : "hello";
  const auto result =
      test::run_command(std::string(ROCKCREEK_SIM) + " run " + FIRMWARE_APPS + "/" + app +
                        ".elf --ues 2 --max-time 1 --machine " + machine + " --set " + setting);
  if (result.exit_code == 0) {
    EXPECT_NE(result.out, "");
  } else {
    const bool slow = result.error.find("not finished after 1 s") != std::string::npos;
    EXPECT_EQ(result.exit_code, slow ? 3 : 2) << result.error;
    const std::string group = setting.substr(0, setting.find('.'));
    const bool named = result.error.find(group) != std::string::npos ||
                       result.error.find("beyond private memory") != std::string::npos;
    EXPECT_TRUE(slow || named) << result.error;
    if (!slow) {
      EXPECT_EQ(std::ranges::count(result.error, '\n'), 1) << result.error;
    }
  }
  rusage usage{};
  ::getrusage(RUSAGE_CHILDREN, &usage);
  EXPECT_LT(usage.ru_maxrss, 1 << 20) << "KB";
}

INSTANTIATE_TEST_SUITE_P(All, ParameterEnds, ::testing::ValuesIn(ends()), [](const auto& end) {
  std::string name = end.param.machine + "_" + end.param.setting;
  std::ranges::replace_if(
      name, [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
});

}  // namespace
}  // namespace rc::sim::machine
