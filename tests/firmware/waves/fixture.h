// SPDX-License-Identifier: Apache-2.0
// Runs of the program that write waves.
#pragma once

#include "tests/firmware/profile/fixture.h"
#include "tests/support/waves.h"

namespace rc::test {

class WavesTest : public InstrumentTest {
 protected:
  void SetUp() override {
    if (!can_read_waves()) GTEST_SKIP() << "no fst2vcd (Debian package gtkwave)";
    InstrumentTest::SetUp();
  }
  static CommandResult noc(const std::string& options) {
    return run_command(std::string(ROCKCREEK_SIM) +
                       " noc --warmup 50 --measure 200 --max-measure 200 " + options);
  }
};

}  // namespace rc::test
