// SPDX-License-Identifier: Apache-2.0
// Every number of every machine has a range, and nothing outside it is taken.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "hw_model/kernel/error.h"
#include "sim/machine/machine.h"

namespace rc::sim::machine {
namespace {

class ParameterRanges : public ::testing::TestWithParam<const char*> {
 protected:
  Machine machine = load_machine(GetParam(), {}, "model");
  Parameters parameters = machine.parameters();

  static bool is_number(const Parameter& p) {
    return !std::holds_alternative<bool*>(p.target) &&
           !std::holds_alternative<std::string*>(p.target);
  }

  template <class Read>
  static void expect_refused(const Parameter& p, const std::string& value, const Read& read) {
    const std::string before = value_text(p);
    try {
      read();
      ADD_FAILURE() << p.path << " = " << value << " was taken";
    } catch (const kernel::InputError& error) {
      const std::string what = error.what();
      EXPECT_NE(what.find(p.path), std::string::npos) << what;
      EXPECT_NE(what.find(value), std::string::npos) << what;
      EXPECT_NE(what.find(kernel::range_text(p.range)), std::string::npos) << what;
    }
    EXPECT_EQ(value_text(p), before);
  }

  void expect_refused(const Parameter& p, double value) {
    const std::string text = fmt::format("{:.17g}", value);
    expect_refused(p, text, [&] { set_from_text(p.path + "=" + text, parameters); });
    expect_refused(p, text, [&] {
      try {
        read_toml("\n" + p.path + " = " + text + "\n", "m.toml", parameters);
      } catch (const kernel::InputError& error) {
        EXPECT_TRUE(std::string(error.what()).starts_with("m.toml:2: ")) << error.what();
        throw;
      }
    });
  }
};

TEST_P(ParameterRanges, AreDeclaredAndHoldTheDefault) {
  std::size_t numbers = 0;
  for (const Parameter& p : parameters) {
    if (!is_number(p)) continue;
    ++numbers;
    EXPECT_TRUE(std::isfinite(p.range.least) && std::isfinite(p.range.most)) << p.path;
    EXPECT_LT(p.range.least, p.range.most) << p.path;
    EXPECT_TRUE(p.range.holds(std::stod(value_text(p)))) << p.path;
  }
  EXPECT_GT(numbers, 25u);
}

TEST_P(ParameterRanges, NothingOutsideIsTaken) {
  for (const Parameter& p : parameters) {
    if (!is_number(p)) continue;
    const bool whole = std::holds_alternative<std::uint32_t*>(p.target);
    expect_refused(p, whole ? p.range.least - 1 : std::nextafter(p.range.least, -1e308));
    expect_refused(p, whole ? p.range.most + 1 : std::nextafter(p.range.most, 1e308));
    expect_refused(p, whole ? p.range.most + 4294967296.0 : 1e308);
  }
}

TEST_P(ParameterRanges, BothEndsAreTaken) {
  for (const Parameter& p : parameters) {
    if (!is_number(p)) continue;
    for (const double value : {p.range.least, p.range.most}) {
      set_from_text(p.path + "=" + kernel::decimal(value), parameters);
      EXPECT_EQ(std::stod(value_text(p)), value) << p.path;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Machines, ParameterRanges,
                         ::testing::Values(kScc, kIpsc860, kXeonPhi, kSandyBridge));

}  // namespace
}  // namespace rc::sim::machine
