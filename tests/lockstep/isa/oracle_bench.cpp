// SPDX-License-Identifier: Apache-2.0
#include "tests/lockstep/isa/oracle_bench.h"

#include <algorithm>
#include <utility>

#include "tests/lockstep/isa/oracle_iss.h"
#include "tests/lockstep/isa/oracle_native.h"
#include "tests/lockstep/isa/x87_compare.h"

namespace rc::lockstep {
namespace {

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

Bench::Bench(std::unique_ptr<Cpu> other)
    : native_(make_native_cpu(why_no_native_)),
      other_(std::move(other)),
      models_{make_iss_cpu(IssMode::flat), make_iss_cpu(IssMode::cached)} {}

std::string Bench::check(Case c, bool native, bool other, bool x87_transcendental) {
  const Outcome results[2] = {models_[0]->run(c), models_[1]->run(c)};
  instructions_ += results[0].instructions;
  for (Cpu* cpu : {native ? native_.get() : nullptr, other ? other_.get() : nullptr}) {
    if (cpu == nullptr || !cpu->can_run(c)) continue;
    const Outcome reference = cpu->run(c);
    for (unsigned model = 0; model < 2; ++model) {
      Outcome got = results[model];
      Outcome expected = reference;
      Case open = c;
      if (expected.vector >= 0 && got.vector == expected.vector) {
        ignore_exception_effects(open, expected, got);
      }
      if (x87_transcendental) {
        x87_transcendental_agrees(c.code.back(), c.before.x87, got.after.x87, expected.after.x87);
      }
      const std::string difference_text = difference(open, expected, got, cpu->has_x87());
      if (difference_text.empty()) continue;
      return describe(c) + models_[model]->name() + " differs from " + cpu->name() + ":\n" +
             difference_text;
    }
  }
  return "";
}

}  // namespace rc::lockstep
