// SPDX-License-Identifier: Apache-2.0
// Every form of instruction the model's decoder accepts, one instruction at a time, against the
// host's CPU and against Unicorn: registers, flags, memory, exceptions.
#include "tests/lockstep/isa/isa_forms.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "tests/lockstep/isa/isa_cases.h"
#include "tests/lockstep/isa/oracle_bench.h"
#include "tests/lockstep/isa/x87_compare.h"
#include "tests/support/oracle/oracle_unicorn.h"

namespace rc::test {

using namespace lockstep;
namespace {

constexpr int kCases = 200;

std::uint64_t seed_of(const Form& f) {
  return ((f.two_byte * 256u + f.opcode) * 16u + static_cast<unsigned>(f.reg + 1)) * 64u +
         static_cast<unsigned>(f.rm + 1) * 8u + f.operand16 * 4u + static_cast<unsigned>(f.modrm) +
         f.prefix * 0x100000u;
}

struct Tally {
  int forms = 0;
  long cases = 0;
  int differences = 0;
  AddressingCoverage addressing;
};

template <class Wanted>
Tally run_forms(Bench& bench, bool native, bool unicorn, Wanted wanted) {
  Tally tally;
  const int cases = lockstep_cases(kCases);
  for (const Form& form : decoder_forms()) {
    if (is_system(form) || !wanted(form)) continue;
    ++tally.forms;
    const bool transcendental =
        form.modrm == ModRm::registers && form.x87() &&
        x87_transcendental(form.opcode, static_cast<std::uint8_t>(0xc0 | form.reg << 3 | form.rm));
    Random random(seed_of(form));
    for (int n = 0; n < cases;) {
      const Case c = random_case(form, random, tally.addressing);
      if (c.low_data && !unicorn) continue;
      ++n;
      ++tally.cases;
      const std::string found = bench.check(c, native, unicorn, transcendental);
      if (found.empty()) continue;
      ADD_FAILURE() << "form " << form.name() << ", seed " << seed_of(form) << ", case " << n
                    << "\n"
                    << found;
      if (++tally.differences >= 10) return tally;
      break;
    }
  }
  return tally;
}

void summarise(const char* group, const Tally& tally) {
  std::printf("%s: %d forms, %ld cases, %d differences\n", group, tally.forms, tally.cases,
              tally.differences);
}

TEST(IsaForms, IntegerAgainstUnicorn) {
  Bench bench(make_unicorn_cpu());
  const Tally tally = run_forms(bench, false, true, unicorn_executes);
  summarise("integer against Unicorn", tally);
  std::printf("addressing modes:");
  for (const auto& [mode, count] : tally.addressing) {
    std::printf(" %s %d", mode.c_str(), count);
    EXPECT_GE(count, std::min(200, lockstep_cases(kCases))) << mode;
  }
  std::printf("\n");
  // 32-bit: direct; base alone without EBP (no displacement) or ESP, thrice; base and index with
  // four scales, and base alone with SIB, thrice; index alone with four scales. 16-bit: 24.
  EXPECT_EQ(tally.addressing.size(), 1 + (6 + 7 + 7) + 3 * 5 + 4 + 24u);
}

TEST(IsaForms, IntegerAgainstNative) {
  Bench bench(make_unicorn_cpu());
  if (!bench.has_native()) GTEST_SKIP() << "native CPU: " << bench.why_no_native();
  summarise("integer against native",
            run_forms(bench, true, false, [](const Form& f) { return !f.x87(); }));
}

TEST(IsaForms, X87AgainstNative) {
  Bench bench(make_unicorn_cpu());
  if (!bench.has_native()) GTEST_SKIP() << "native CPU: " << bench.why_no_native();
  summarise("x87 against native",
            run_forms(bench, true, false, [](const Form& f) { return f.x87(); }));
}

}  // namespace
}  // namespace rc::test
