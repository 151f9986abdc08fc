// SPDX-License-Identifier: Apache-2.0
// Random blocks in loops, on the model against the host's CPU and Unicorn; and that a difference is
// found and reported for as few passes as show it.
#include "tests/lockstep/isa/isa_loops.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <utility>

#include "tests/lockstep/isa/isa_blocks.h"
#include "tests/lockstep/isa/isa_cases.h"
#include "tests/lockstep/isa/oracle_iss.h"
#include "tests/support/oracle/oracle_unicorn.h"

namespace rc::test {

using namespace lockstep;
namespace {

void run_loops(std::uint64_t seed, bool native, bool x87) {
  Bench bench(native ? nullptr : make_unicorn_cpu());
  if (native && !bench.has_native()) GTEST_SKIP() << "native CPU: " << bench.why_no_native();
  const BlockGenerator generator;
  Random random(seed);
  const int loops = lockstep_cases(50);
  for (int n = 0; n < loops; ++n) {
    Loop loop = make_loop(generator.generate(random, x87, 50), x87, random);
    if (!native) loop.set_times(100);  // Unicorn stops after 100,000 instructions
    const std::string found = check_loop(bench, loop, native, !native);
    ASSERT_TRUE(found.empty()) << "loop " << n << "\n" << found;
  }
  EXPECT_GT(bench.instructions(), static_cast<std::uint64_t>(loops) * 1000);
}

TEST(IsaLoops, IntegerAgainstUnicorn) { run_loops(1, false, false); }
TEST(IsaLoops, IntegerAgainstNative) { run_loops(2, true, false); }
TEST(IsaLoops, MixedWithX87AgainstNative) { run_loops(3, true, true); }

// The model with a defect.
class Defective : public Cpu {
 public:
  explicit Defective(std::function<void(Outcome&)> defect) : defect_(std::move(defect)) {}
  std::string name() const override { return "defective"; }
  bool can_run(const Case&) const override { return true; }
  bool has_x87() const override { return true; }
  Outcome run(const Case& c) override {
    Outcome outcome = model_->run(c);
    defect_(outcome);
    return outcome;
  }

 private:
  std::unique_ptr<Cpu> model_ = make_iss_cpu(IssMode::flat);
  std::function<void(Outcome&)> defect_;
};

// 200 passes of INC EBX, from 0.
Loop counting() {
  Random random(1);
  Case block;
  block.code = {0x43};
  block.before = random_state(random);
  block.before.gpr[kEbx] = 0;
  Loop loop = make_loop(block, false, random);
  loop.set_times(200);
  return loop;
}

TEST(IsaLoops, ADifferenceOfOnePassIsReportedForThatPass) {
  Bench bench(std::make_unique<Defective>([](Outcome& outcome) {
    if (outcome.after.gpr[kEbx] >= 37) outcome.after.gpr[kEbx] ^= 1;
  }));
  const std::string found = check_loop(bench, counting(), false, true);
  EXPECT_NE(found.find("], 0x01\n"), std::string::npos) << found;     // passes
  EXPECT_NE(found.find("ebx 00000024"), std::string::npos) << found;  // before the 37th
  EXPECT_NE(found.find("ebx: expected 00000024, got 00000025"), std::string::npos) << found;
}

TEST(IsaLoops, ADifferenceOfManyPassesIsReportedForTheFewestThatShowIt) {
  constexpr std::uint64_t kInstructions = 1000;
  Bench bench(std::make_unique<Defective>([](Outcome& outcome) {
    if (outcome.instructions > kInstructions) outcome.after.data[3] ^= 1;
  }));
  Loop fewest = counting();
  fewest.set_times(1);
  const auto model = make_iss_cpu(IssMode::flat);
  while (model->run(fewest.c).instructions <= kInstructions) fewest.set_times(fewest.times() + 1);
  const std::string found = check_loop(bench, counting(), false, true);
  const std::string first_line = describe(fewest.c).substr(0, describe(fewest.c).find('\n'));
  EXPECT_GT(fewest.times(), 1u);
  EXPECT_EQ(found.substr(0, found.find('\n')), first_line) << found;
  EXPECT_NE(found.find("data [00208003]"), std::string::npos) << found;
}

}  // namespace
}  // namespace rc::test
