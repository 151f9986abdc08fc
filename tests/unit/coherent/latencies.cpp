// SPDX-License-Identifier: Apache-2.0
// What the fabrics' mechanisms must show in time, whatever the constants are.
#include <gtest/gtest.h>

#include <array>

#include "hw_model/coherent/directory/hash.h"
#include "tests/unit/coherent/driver.h"

namespace {

using namespace rc;
using namespace rc::coherent;
using rc::test::Alone;

TEST(Directories, AreChosenEvenly) {
  for (const std::uint64_t stride : {1u, 2u, 64u, 1024u, 4096u, 65536u}) {
    std::array<unsigned, 64> lines{};
    for (std::uint64_t i = 0; i < 64 * 256; ++i) ++lines[coherent::folded(i * stride, 64)];
    for (const unsigned count : lines) EXPECT_EQ(count, 256u) << stride;
  }
}

// Mean over lines of what `measure` takes.
template <class Measure>
double mean(Measure measure) {
  double sum = 0;
  for (unsigned i = 0; i < 256; ++i) sum += measure(Address{0x1000000} + i * 37 * kLineBytes);
  return sum / 256;
}

double phi_read(unsigned owner, const Access& before) {
  coherent::System system{coherent::XeonPhiParams()};
  Cores& c = system.cores();
  return mean([&](Address a) {
    Access use = before;
    use.address = a;
    Alone(c, c.thread_on(owner), use);
    return Alone(c, c.thread_on(0), load(a)).ns;
  });
}

TEST(XeonPhi, ReadsDoNotDependOnTheDistanceOrTheState) {
  const double near = phi_read(1, load(0));
  EXPECT_NEAR(phi_read(30, load(0)) / near, 1, 0.05);
  EXPECT_NEAR(phi_read(15, store(0, 1)) / near, 1, 0.05);
}

TEST(XeonPhi, InvalidatingASharedLineTakesLonger) {
  coherent::System system{coherent::XeonPhiParams()};
  Cores& c = system.cores();
  const double sole = mean([&](Address a) {
    Alone(c, c.thread_on(15), load(a));
    return Alone(c, c.thread_on(0), own(a)).ns;
  });
  coherent::System again{coherent::XeonPhiParams()};
  Cores& d = again.cores();
  const double shared = mean([&](Address a) {
    Alone(d, d.thread_on(15), load(a));
    Alone(d, d.thread_on(0), load(a));
    return Alone(d, d.thread_on(0), own(a)).ns;
  });
  EXPECT_GT(shared, sole + 10);
}

TEST(SandyBridge, StatesAndSocketsHaveTheirOrder) {
  const auto read = [](unsigned owner, bool modified) {
    coherent::System system{rc::test::sandybridge()};
    Cores& c = system.cores();
    return mean([&](Address a) {
      a = coherent::address_at(owner / 8, a);
      Alone(c, c.thread_on(owner), modified ? add(a, 1) : load(a));
      return Alone(c, c.thread_on(0), load(a)).ns;
    });
  };
  const double near_m = read(1, true), near_e = read(1, false);
  const double far_m = read(8, true), far_e = read(8, false);
  EXPECT_GT(near_m, near_e);
  EXPECT_GT(far_m, far_e);
  EXPECT_GT(far_e, near_m);
}

}  // namespace
