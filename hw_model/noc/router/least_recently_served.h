// The arbiter of the router: of all requesters, it grants the one that was served longest ago.
//
// With n requesters, each wins at the latest the n-th grant that it requests, even if it does not
// request in every cycle: another that wins before it has lower priority from then on. Round robin
// has no such bound: its pointer may stop just past a requester each time that one can use a grant.
// In hardware this is a matrix arbiter (rtl_stubs/router/rc_lrs_arbiter.sv).
#pragma once

#include <bit>
#include <cstdint>

namespace rc::noc {

class LeastRecentlyServed {
 public:
  static constexpr unsigned kMost = 16;

  // Requesters 0 to count - 1, 1 <= count <= kMost; after reset the lowest number goes first.
  explicit LeastRecentlyServed(unsigned count = kMost) : count_(static_cast<std::uint8_t>(count)) {
    reset();
  }

  void reset() { order_ = 0xFEDC'BA98'7654'3210 & ~std::uint64_t{0} >> (64 - 4 * count_); }

  // The winner. `requests` are requesters, as bits; not 0.
  unsigned first(unsigned requests) const {
    if ((requests & (requests - 1)) == 0) return static_cast<unsigned>(std::countr_zero(requests));
    std::uint64_t rest = order_;
    while ((requests >> (rest & 15) & 1) == 0) rest >>= 4;
    return static_cast<unsigned>(rest & 15);
  }

  void served(unsigned requester) {
    const unsigned last = 4 * (count_ - 1u);
    if ((order_ >> last & 15) == requester) return;
    // The lowest nibble that is zero in `differs` is the requester's.
    constexpr std::uint64_t kOnes = 0x1111'1111'1111'1111;
    const std::uint64_t differs = order_ ^ kOnes * requester;
    const std::uint64_t zero = (differs - kOnes) & ~differs & kOnes << 3;
    const auto at = static_cast<unsigned>(std::countr_zero(zero)) & ~3u;
    const std::uint64_t before = (std::uint64_t{1} << at) - 1;
    order_ = (order_ & before) | (order_ >> 4 & ~before) | std::uint64_t{requester} << last;
  }

  // All of its state.
  std::uint64_t order() const { return order_; }
  void set_order(std::uint64_t order) { order_ = order; }

  template <class Archive>
  void archive(Archive& archive) {
    archive(order_);
  }

 private:
  std::uint8_t count_;
  std::uint64_t order_ = 0;  // requesters, four bits each; served longest ago: the lowest bits
};

}  // namespace rc::noc
