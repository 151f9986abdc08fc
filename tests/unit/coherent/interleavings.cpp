// SPDX-License-Identifier: Apache-2.0
// Random programs of several threads on few lines. The machine checks coherence at every access
// (hw_model/coherent/cores/checker.h); here, that nothing of it is violated in correct protocols, that the
// sums come out, and that wrong tables are caught.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/random.h"
#include "tests/unit/coherent/driver.h"

namespace {

using namespace rc;
using namespace rc::coherent;
using coherent::Action;
using coherent::Pair;
using coherent::State;

constexpr Address kBase = 0x100000;

// Does `left` random accesses to `lines` lines; counts what it added.
class Actor final : public Waiter {
 public:
  Actor(Cores& cores, unsigned thread, unsigned lines, unsigned left, std::uint64_t seed)
      : cores_(cores), thread_(thread), lines_(lines), left_(left), random_(seed) {}

  void done(std::uint64_t) override {
    if (left_-- == 0) return;
    const Address line = random_.below(lines_), a = kBase + line * kLineBytes;
    Access next = load(a);
    switch (random_.below(8)) {
      case 0:
        next = add(a, 1);
        ++added;
        break;
      case 1:
        next = store(a + kWordBytes, random_.word());
        break;
      case 2:
        next = evict(a);
        break;
      case 3:
        next = compute(random_.below(400));
        break;
      case 4:
        next = own(a);
        break;
      case 5:
        // Over the last word only by copies of whole lines elsewhere: sums stay.
        next = copy(kBase + (lines_ + random_.below(lines_)) * kLineBytes, a, 1);
        break;
      default:
        break;
    }
    cores_.submit(thread_, next, *this);
  }
  std::uint64_t added = 0;
  bool over() const { return left_ == ~0u; }

 private:
  Cores& cores_;
  unsigned thread_, lines_, left_;
  kernel::Random random_;
};

// Throws kernel::MachineError where coherence is violated.
void play(coherent::System& system, const std::vector<unsigned>& cores, unsigned lines,
          unsigned accesses, std::uint64_t seed) {
  Cores& c = system.cores();
  std::vector<std::unique_ptr<Actor>> actors;
  for (const unsigned core : cores)
    actors.push_back(
        std::make_unique<Actor>(c, c.thread_on(core), lines, accesses, seed * 100 + actors.size()));
  std::uint64_t before = 0, after = 0, added = 0;
  for (unsigned line = 0; line < lines; ++line)
    before += c.checker().peek(line_of(kBase) + line)[0];
  for (auto& actor : actors) actor->done(0);
  ASSERT_TRUE(c.run());
  for (unsigned line = 0; line < lines; ++line) after += c.checker().peek(line_of(kBase) + line)[0];
  for (auto& actor : actors) {
    ASSERT_TRUE(actor->over());
    added += actor->added;
  }
  ASSERT_EQ(after - before, added);
}

TEST(Interleavings, TenThousandOfThreeCoresOnTheXeonPhi) {
  coherent::System system{coherent::XeonPhiParams()};
  for (unsigned i = 0; i < 10000; ++i) play(system, {i % 60, (i + 7) % 60, (i + 31) % 60}, 1, 4, i);
}

TEST(Interleavings, TenThousandOfThreeCoresOnTheSandyBridge) {
  coherent::System system{rc::test::sandybridge()};
  for (unsigned i = 0; i < 10000; ++i) play(system, {i % 16, (i + 3) % 16, (i + 9) % 16}, 1, 4, i);
}

TEST(Interleavings, LargeOnesWithCachesThatOverflow) {
  coherent::XeonPhiParams phi;
  phi.cores.l1_bytes = 512;
  phi.cores.l2_bytes = 2048;
  coherent::System system{phi};
  std::vector<unsigned> all;
  for (unsigned core = 0; core < 60; ++core) all.push_back(core);
  play(system, all, 80, 300, 1);
  auto bridge = rc::test::sandybridge();
  bridge.cores.l1_bytes = 512;
  bridge.cores.l2_bytes = 2048;
  coherent::System other{bridge};
  play(other, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, 80, 1000, 2);
}

TEST(Interleavings, OnAMeshInThePlaceOfTheRing) {
  coherent::XeonPhiParams phi;
  phi.ring.topology = "mesh";
  coherent::System system{phi};
  for (unsigned i = 0; i < 200; ++i) play(system, {i % 60, (i + 7) % 60, (i + 31) % 60}, 2, 10, i);
}

TEST(Interleavings, AreTheSameEachTime) {
  std::vector<std::uint64_t> ends;
  for (unsigned run = 0; run < 2; ++run) {
    coherent::System system{coherent::XeonPhiParams()};
    play(system, {0, 5, 33, 59}, 3, 500, 3);
    ends.push_back(system.cores().now().value);
  }
  EXPECT_EQ(ends[0], ends[1]);
}

// --- wrong tables -------------------------------------------------------------------------------

struct Mutant {
  const char* name;
  Pair pair;
  Action action;
  coherent::Transition wrong;
};

constexpr State I = State::invalid, S = State::shared, F = State::forward, E = State::exclusive,
                M = State::modified;

// Whether random play notices.
template <class Params>
bool caught(const Params& params, const Protocol& protocol, const Mutant& mutant) {
  const Protocol wrong = protocol.with(mutant.pair, mutant.action, mutant.wrong);
  coherent::System system{params, &wrong};
  try {
    for (unsigned i = 0; i < 300; ++i) play(system, {0, 7, 13}, 2, 20, i);
  } catch (const kernel::MachineError& error) {
    return std::string(error.what()).starts_with("coherence violated: core ");
  }
  return false;
}

TEST(WrongTables, AreCaught) {
  const Messages ask = kRequest | kForward, take = ask | kInvalidate;
  for (const Mutant& mutant :
       {Mutant{"an owner keeps M when another reads", {I, M}, Action::read, {{S, M}, ask}},
        Mutant{"memory answers for a modified line",
               {I, M},
               Action::read,
               {{S, S}, kRequest | kMemory}},
        Mutant{"a reader of a line in E gets E", {I, E}, Action::read, {{E, S}, ask}},
        Mutant{"a sharer stays when another writes", {S, S}, Action::rfo, {{M, S}, take}},
        Mutant{"an owner stays when another writes", {I, M}, Action::rfo, {{M, S}, take}},
        Mutant{"a writer gets no more than S", {I, E}, Action::rfo, {{S, S}, ask}},
        Mutant{"a sharer writes without asking", {S, I}, Action::rfo, {{M, I}, 0}}})
    EXPECT_TRUE(caught(coherent::XeonPhiParams(), mesi_gols(), mutant)) << mutant.name;
  for (const Mutant& mutant :
       {Mutant{"an owner keeps M when another reads", {I, M}, Action::read, {{F, M}, ask}},
        Mutant{"memory answers for a modified line",
               {I, M},
               Action::read,
               {{F, S}, kRequest | kMemory}},
        Mutant{"a forwarder stays when another writes", {S, F}, Action::rfo, {{M, F}, take}},
        Mutant{"a forwarder writes without asking", {F, I}, Action::rfo, {{M, I}, 0}}})
    EXPECT_TRUE(caught(rc::test::sandybridge(), mesif(), mutant)) << mutant.name;
}

}  // namespace
