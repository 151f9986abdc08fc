#include "tests/support/oracle/oracle_bench.h"

#include <algorithm>
#include <cstdlib>

#include "tests/support/isa/x87_compare.h"
#include "tests/support/oracle/oracle_iss.h"
#include "tests/support/oracle/oracle_native.h"
#include "tests/support/oracle/oracle_unicorn.h"

namespace rc::test {
namespace {

constexpr std::uint32_t kArithmeticFlags = 0x8d5;

// After an exception inside the code more is undefined: the flags of the instructions before, and
// the bytes below ESP, where the model pushed its exception frame.
void ignore_exception_effects(Case& c, const Outcome& expected, Outcome& got) {
  c.ignored.flags |= kArithmeticFlags;
  constexpr std::uint32_t kFrame = 16;
  const std::uint32_t esp = expected.after.gpr[kEsp] - kStackWindow;
  if (esp < kFrame || esp > kWindowBytes) return;
  std::copy_n(&expected.after.stack[esp - kFrame], kFrame, &got.after.stack[esp - kFrame]);
}

}  // namespace

Bench::Bench()
    : native_(make_native_cpu(why_no_native_)),
      unicorn_(make_unicorn_cpu()),
      models_{make_iss_cpu(IssMode::flat), make_iss_cpu(IssMode::cached)} {}

std::string Bench::check(Case c, bool native, bool unicorn, bool x87_transcendental) {
  std::string found;
  Cpu* const references[2] = {native ? native_.get() : nullptr, unicorn ? unicorn_.get() : nullptr};
  for (const auto& model : models_) {
    const Outcome result = model->run(c);
    for (Cpu* cpu : references) {
      if (cpu == nullptr || !cpu->can_run(c)) continue;
      Outcome got = result;
      Outcome expected = cpu->run(c);
      Case open = c;
      if (expected.vector >= 0 && got.vector == expected.vector) {
        ignore_exception_effects(open, expected, got);
      }
      if (x87_transcendental) {
        x87_transcendental_agrees(c.code.back(), c.before.x87, got.after.x87, expected.after.x87);
      }
      const std::string difference_text = difference(open, expected, got, cpu->has_x87());
      if (difference_text.empty()) continue;
      found +=
          describe(c) + model->name() + " differs from " + cpu->name() + ":\n" + difference_text;
      return found;
    }
  }
  return found;
}

int lockstep_cases(int otherwise) {
  const char* text = std::getenv("ROCKCREEK_LOCKSTEP_CASES");
  return text != nullptr ? std::max(1, std::atoi(text)) : otherwise;
}

}  // namespace rc::test
