// SPDX-License-Identifier: Apache-2.0
// Privileged, segment and far-transfer instructions against Unicorn. Model-specific ones (time
// stamp, model-specific registers, CPUID) are checked by value.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>

#include "tests/lockstep/isa/isa_cases.h"
#include "tests/lockstep/isa/oracle_bench.h"
#include "tests/lockstep/isa/oracle_iss.h"
#include "tests/support/isa/isa_system_cases.h"
#include "tests/support/oracle/oracle_unicorn.h"

namespace rc::test {

using namespace lockstep;
namespace {

TEST(IsaSystem, AgainstUnicorn) {
  Bench bench(make_unicorn_cpu());
  const int cases = lockstep_cases(200);
  int forms = 0;
  long total = 0;
  int differences = 0;
  for (const Form& form : decoder_forms()) {
    if (!is_system(form) || is_model_specific(form)) continue;
    ++forms;
    Random random(static_cast<std::uint64_t>(forms));
    for (int n = 0; n < cases && differences < 10; ++n, ++total) {
      const std::string found = bench.check(random_system_case(form, random), false, true);
      if (found.empty()) continue;
      ++differences;
      ADD_FAILURE() << "form " << form.name() << ", case " << n << "\n" << found;
      break;
    }
  }
  std::printf("system against Unicorn: %d forms, %ld cases, %d differences\n", forms, total,
              differences);
}

// Runs `code` from random states on both modes of the model; `check` sees the state before and the
// outcome, and changes in `expected` what the code changes.
template <class Check>
void by_value(const std::vector<std::uint8_t>& code, Check check) {
  for (const IssMode mode : {IssMode::flat, IssMode::cached}) {
    const auto model = make_iss_cpu(mode);
    Random random(code.size());
    for (int n = 0; n < 200; ++n) {
      Case c;
      c.before = random_state(random);
      c.code = code;
      const Outcome got = model->run(c);
      Outcome expected{.after = c.before, .eip = c.end()};
      check(c, got, expected);
      ASSERT_EQ(difference(c, expected, got, true), "") << describe(c);
    }
  }
}

TEST(IsaSystem, Icebp) {
  by_value({0xf1}, [](const Case&, const Outcome&, Outcome& expected) { expected.vector = 1; });
}

TEST(IsaSystem, HaltEndsWithNothingElseChanged) {
  by_value({}, [](const Case&, const Outcome&, Outcome&) {});
}

TEST(IsaSystem, Cl1invmbChangesNoState) {
  by_value({0x0f, 0x0a}, [](const Case&, const Outcome&, Outcome&) {});
}

TEST(IsaSystem, Identification) {
  // MOV EAX, leaf; CPUID
  by_value({0xb8, 0, 0, 0, 0, 0x0f, 0xa2}, [](const Case&, const Outcome&, Outcome& expected) {
    expected.after.gpr[kEax] = 1;
    expected.after.gpr[kEbx] = 0x756e6547;  // GenuineIntel
    expected.after.gpr[kEdx] = 0x49656e69;
    expected.after.gpr[kEcx] = 0x6c65746e;
  });
  by_value({0xb8, 1, 0, 0, 0, 0x0f, 0xa2}, [](const Case&, const Outcome& got, Outcome& expected) {
    constexpr std::uint32_t kFpu = 1, kTsc = 1 << 4, kMsr = 1 << 5, kCx8 = 1 << 8;
    constexpr std::uint32_t kCmov = 1 << 15, kMmx = 1 << 23;
    const std::uint32_t features = got.after.gpr[kEdx];
    EXPECT_EQ(features & (kFpu | kTsc | kMsr | kCx8 | kCmov | kMmx), kFpu | kTsc | kMsr | kCx8);
    EXPECT_EQ(got.after.gpr[kEax] >> 8 & 15, 5u) << "family";
    for (const unsigned i : {kEax, kEbx, kEcx, kEdx}) expected.after.gpr[i] = got.after.gpr[i];
  });
}

TEST(IsaSystem, TimeStamp) {
  // MOV ECX, 10h; WRMSR; NOP; and then RDTSC or RDMSR.
  for (const std::uint8_t reader : {0x31, 0x32}) {
    by_value({0xb9, 0x10, 0, 0, 0, 0x0f, 0x30, 0x90, 0x0f, reader},
             [](const Case& c, const Outcome& got, Outcome& expected) {
               const auto time = [](const MachineState& state) {
                 return std::uint64_t{state.gpr[kEdx]} << 32 | state.gpr[kEax];
               };
               const std::uint64_t passed = time(got.after) - time(c.before);
               EXPECT_GT(passed, 0u);
               EXPECT_LT(passed, 200u);
               expected.after.gpr[kEcx] = 0x10;
               expected.after.gpr[kEax] = got.after.gpr[kEax];
               expected.after.gpr[kEdx] = got.after.gpr[kEdx];
             });
  }
}

// FNSTENV after an instruction with a memory operand and one without: the pointers of the last one
// that was no control instruction.
TEST(IsaSystem, X87Pointers) {
  constexpr std::uint32_t kOperand = kDataWindow + 0x10;
  constexpr std::uint32_t kImage = 0x40;
  // FNINIT; PREFIX FLD m32 [kOperand]; FABS; FNSTENV [kDataWindow + kImage]
  std::vector<std::uint8_t> code = {0xdb, 0xe3, 0x3e, 0xd9, 0x05, 0x10, 0x80, 0x20, 0,
                                    0xd9, 0xe1, 0xd9, 0x35, 0x40, 0x80, 0x20, 0};
  for (const bool with_abs : {true, false}) {
    if (!with_abs) code.erase(code.begin() + 9, code.begin() + 11);
    for (const IssMode mode : {IssMode::flat, IssMode::cached}) {
      const auto model = make_iss_cpu(mode);
      Case c;
      c.code = code;
      c.before.gpr[kEsp] = kStackWindow + 512;
      c.before.x87[0] = 0x7f;
      const Outcome got = model->run(c);
      ASSERT_EQ(got.vector, -1);
      std::uint32_t image[7];
      std::memcpy(image, &got.after.data[kImage], sizeof image);
      EXPECT_EQ(image[3], c.address + (with_abs ? 9 : 2)) << "FIP, with prefixes";
      EXPECT_EQ(image[4] & 0xffff, 8u) << "FCS";
      EXPECT_EQ(image[4] >> 16, with_abs ? 0x1e1u : 0x105u) << "opcode";
      EXPECT_EQ(image[5], kOperand) << "FDP";
      EXPECT_EQ(image[6] & 0xffff, 0x10u) << "FDS";
    }
  }
}

TEST(IsaSystem, OtherModelSpecificRegistersReadZero) {
  // MOV ECX, 11h; WRMSR; RDMSR
  by_value({0xb9, 0x11, 0, 0, 0, 0x0f, 0x30, 0x0f, 0x32},
           [](const Case&, const Outcome&, Outcome& expected) {
             expected.after.gpr[kEcx] = 0x11;
             expected.after.gpr[kEax] = expected.after.gpr[kEdx] = 0;
           });
}

}  // namespace
}  // namespace rc::test
