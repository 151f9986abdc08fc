// The arbiter of the router: of those who ask, whoever was served longest ago.
//
// Who asks is served within as many grants, of those it asks for, as there are askers, even if it
// can ask only now and then: whoever was served before it is behind it from then on. Round robin
// does not hold that: its pointer may come to rest just behind one asker each time another can ask.
// In hardware this is a matrix arbiter (rtl_stubs/router/rc_lrs_arbiter.sv).
#pragma once

#include <bit>
#include <cstdint>

namespace rc::noc {

class LeastRecentlyServed {
 public:
  static constexpr unsigned kMost = 16;

  // Askers 0 to count - 1, 1 <= count <= kMost; at first the lowest number goes first.
  explicit LeastRecentlyServed(unsigned count = kMost) : count_(static_cast<std::uint8_t>(count)) {
    reset();
  }

  void reset() { order_ = 0xFEDC'BA98'7654'3210 & ~std::uint64_t{0} >> (64 - 4 * count_); }

  // `requests` are askers, as bits; not 0.
  unsigned first(unsigned requests) const {
    if ((requests & (requests - 1)) == 0) return static_cast<unsigned>(std::countr_zero(requests));
    std::uint64_t rest = order_;
    while ((requests >> (rest & 15) & 1) == 0) rest >>= 4;
    return static_cast<unsigned>(rest & 15);
  }

  void served(unsigned asker) {
    const unsigned last = 4 * (count_ - 1u);
    if ((order_ >> last & 15) == asker) return;
    unsigned at = 0;
    while ((order_ >> at & 15) != asker) at += 4;
    const std::uint64_t before = (std::uint64_t{1} << at) - 1;
    order_ = (order_ & before) | (order_ >> 4 & ~before) | std::uint64_t{asker} << last;
  }

 private:
  std::uint8_t count_;
  std::uint64_t order_ = 0;  // four bits each, longest ago in the lowest; 0 beyond
};

}  // namespace rc::noc
