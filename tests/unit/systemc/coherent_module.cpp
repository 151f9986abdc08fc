// A coherent machine under SystemC's time does what it does by itself.
#include "hw_model/systemc/coherent_module.h"

#include <gtest/gtest.h>

#include "hw_model/systemc/sc_time.h"

namespace {

using namespace rc;
using namespace rc::agent;

// Adds to a line that others add to as well.
struct Adder final : Waiter {
  Adder(Cores& on, unsigned thread) : cores(on), number(thread) { done(0); }
  void done(std::uint64_t) override {
    last = cores.now();
    if (left-- > 0) cores.submit(number, add(0x4000, 1), *this);
  }
  Cores& cores;
  unsigned number, left = 20;
  kernel::Picos last{0};
};

TEST(CoherentModule, KeepsTheMachinesTime) {
  coherent::System alone{coherent::XeonPhiParams()}, bound{coherent::XeonPhiParams()};
  Adder a(alone.cores(), 0), b(alone.cores(), 40), c(bound.cores(), 0), d(bound.cores(), 40);
  alone.cores().run();
  systemc::CoherentModule module("phi", bound);
  module.schedule();
  sc_core::sc_start();
  ASSERT_FALSE(module.failure());
  EXPECT_EQ(bound.cores().ledger().peek(line_of(0x4000))[0], 40u);
  EXPECT_EQ(a.last, c.last);
  EXPECT_EQ(b.last, d.last);
  EXPECT_EQ(systemc::now(), bound.cores().now());
}

}  // namespace
