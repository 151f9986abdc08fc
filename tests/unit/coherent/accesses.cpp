// SPDX-License-Identifier: Apache-2.0
// What each access does, on both machines.
#include <gtest/gtest.h>

#include "hw_model/kernel/error.h"
#include "tests/unit/coherent/driver.h"

namespace {

using namespace rc;
using namespace rc::coherent;
using coherent::State;
using rc::test::Alone;

constexpr Address kA = 0x10000, kB = 0x20040;

template <class Test>
void on_both(Test test) {
  coherent::System phi{coherent::XeonPhiParams()};
  test(phi);
  coherent::System sandybridge{rc::test::sandybridge()};
  test(sandybridge);
}

TEST(Accesses, SeeWhatOthersWrote) {
  on_both([](coherent::System& system) {
    Cores& c = system.cores();
    EXPECT_EQ(Alone(c, c.thread_on(0), load(kA)).value, 0u);
    Alone(c, c.thread_on(0), store(kA, 7));
    EXPECT_EQ(Alone(c, c.thread_on(3), load(kA)).value, 7u);
    EXPECT_EQ(Alone(c, c.thread_on(3), add(kA, 5)).value, 7u);
    EXPECT_EQ(Alone(c, c.thread_on(9), exchange(kA, 1)).value, 12u);
    EXPECT_EQ(Alone(c, c.thread_on(9), compare_exchange(kA, 2, 3)).value, 1u);
    EXPECT_EQ(Alone(c, c.thread_on(9), compare_exchange(kA, 1, 4)).value, 1u);
    EXPECT_EQ(Alone(c, c.thread_on(1), load(kA)).value, 4u);
    Alone(c, c.thread_on(1), evict(kA));
    EXPECT_EQ(c.state(1, line_of(kA)), State::invalid);
    EXPECT_EQ(Alone(c, c.thread_on(1), load(kA)).value, 4u);
  });
}

TEST(Accesses, CopyLines) {
  on_both([](coherent::System& system) {
    Cores& c = system.cores();
    for (unsigned word = 0; word < 40 * kLineWords; ++word)
      Alone(c, c.thread_on(2), store(kA + word * kWordBytes, word + 1));
    Alone(c, c.thread_on(5), copy(0x80000, kA, 40));
    for (unsigned word = 0; word < 40 * kLineWords; ++word)
      EXPECT_EQ(c.checker().peek(line_of(0x80000) + word / kLineWords)[word % kLineWords],
                word + 1);
  });
}

TEST(Accesses, StoresAreSeenInTheirOrder) {
  // The reader that sees the second store sees the first.
  coherent::System system{rc::test::sandybridge()};
  Cores& c = system.cores();
  struct Writer final : Waiter {
    explicit Writer(Cores& on) : cores(on) {}
    void done(std::uint64_t) override {
      if (++stores == 1) cores.submit(0, store(kB, 1), *this);
    }
    Cores& cores;
    unsigned stores = 0;
  } writer(c);
  struct Reader final : Waiter {
    explicit Reader(Cores& on) : cores(on) {}
    void done(std::uint64_t value) override {
      if (++steps == 1) cores.submit(8, load(kA), *this);
      last = value;
    }
    Cores& cores;
    unsigned steps = 0;
    std::uint64_t last = 0;
  } reader(c);
  // The first line comes from afar, the second is there.
  Alone(c, c.thread_on(12), load(kA));
  Alone(c, c.thread_on(0), own(kB));
  c.submit(8, poll(kB, Access::Until::equal, 1), reader);
  c.submit(0, store(kA, 1), writer);
  EXPECT_TRUE(c.run());
  EXPECT_EQ(reader.last, 1u);
}

TEST(Accesses, AStoreIsDoneBeforeItIsSeenAndAFenceWaits) {
  coherent::System system{rc::test::sandybridge()};
  Cores& c = system.cores();
  Alone(c, c.thread_on(8), load(kA));
  EXPECT_LT(Alone(c, c.thread_on(0), store(kA, 1)).ns, 1);
  Alone(c, c.thread_on(8), load(kB));
  struct Fence final : Waiter {
    explicit Fence(Cores& on) : cores(on) {}
    void done(std::uint64_t) override {
      if (++steps == 1) cores.submit(0, fence(), *this);
      end = cores.now();
    }
    Cores& cores;
    unsigned steps = 0;
    kernel::Picos end{0};
  } both(c);
  const kernel::Picos begin = c.now();
  c.submit(0, store(kB, 1), both);
  c.run();
  EXPECT_GT((both.end - begin).value, 30000u);
}

TEST(Accesses, PollingEndsWhenTheValueComes) {
  on_both([](coherent::System& system) {
    Cores& c = system.cores();
    struct Poller final : Waiter {
      void done(std::uint64_t found) override { value = found; }
      std::uint64_t value = 0;
    } poller;
    c.submit(c.thread_on(4), poll(kA, Access::Until::at_least, 3), poller);
    EXPECT_FALSE(c.run());  // it polls for ever, and costs nothing
    for (std::uint64_t value = 1; value <= 3; ++value) {
      EXPECT_EQ(poller.value, 0u);
      Alone(c, c.thread_on(6), store(kA, value));
    }
    EXPECT_EQ(poller.value, 3u);
    EXPECT_TRUE(c.run());
  });
}

TEST(Accesses, ThatCannotBeAreRefused) {
  coherent::System system{rc::test::sandybridge()};
  struct Nobody final : Waiter {
    void done(std::uint64_t) override {}
  } nobody;
  try {
    system.cores().submit(32, load(kA), nobody);
    FAIL();
  } catch (const kernel::InputError& error) {
    EXPECT_STREQ(error.what(), "thread 32: the machine has 32 threads, 0 to 31");
  }
  EXPECT_THROW(system.cores().submit(0, load(kA + 1), nobody), kernel::InputError);
  EXPECT_THROW(system.cores().submit(0, copy(kA, kB + 8, 1), nobody), kernel::InputError);
}

TEST(Accesses, EvictTheLeastRecentlyUsedLine) {
  on_both([](coherent::System& system) {
    Cores& c = system.cores();
    const CoreParams& p = c.params();
    const Address way = p.l2_bytes / p.l2_ways;
    Alone(c, c.thread_on(0), store(kA, 9));
    Alone(c, c.thread_on(0), fence());
    for (unsigned i = 1; i <= p.l2_ways; ++i) Alone(c, c.thread_on(0), load(kA + i * way));
    EXPECT_EQ(c.state(0, line_of(kA)), State::invalid);
    EXPECT_NE(c.state(0, line_of(kA + way)), State::invalid);
    EXPECT_EQ(Alone(c, c.thread_on(0), load(kA)).value, 9u);
  });
}

TEST(Parameters, OfNoMachineAreRefused) {
  coherent::XeonPhiParams phi;
  phi.ring.topology = "star";
  EXPECT_THROW(coherent::System{phi}, kernel::InputError);
  phi = {};
  phi.coherence.protocol = "moesi";
  EXPECT_THROW(coherent::System{phi}, kernel::InputError);
  phi = {};
  phi.cores.l2_bytes = 100000;
  EXPECT_THROW(coherent::System{phi}, kernel::InputError);
  phi = {};
  phi.directory.directories = 60;
  EXPECT_THROW(coherent::System{phi}, kernel::InputError);
  phi = {};
  phi.ring.stops = 50;
  EXPECT_THROW(coherent::System{phi}, kernel::InputError);
  auto bridge = rc::test::sandybridge();
  bridge.ring.stops = 8;
  EXPECT_THROW(coherent::System{bridge}, kernel::InputError);
  bridge = rc::test::sandybridge();
  bridge.cores.cores = 12;
  EXPECT_THROW(coherent::System{bridge}, kernel::InputError);
}

}  // namespace
