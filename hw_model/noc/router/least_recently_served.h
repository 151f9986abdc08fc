// SPDX-License-Identifier: Apache-2.0
// The arbiter of the router: of all requesters, it grants the one that was served longest ago.
//
// With n requesters, each wins at the latest the n-th grant that it requests, even if it does not
// request in every cycle: another that wins before it has lower priority from then on. Round robin
// has no such bound: its pointer may stop just past a requester each time that one can use a grant.
// In hardware this is a matrix arbiter (rtl_stubs/router/rc_least_recently_served.sv).
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace rc::noc {

class LeastRecentlyServed {
 public:
  static constexpr unsigned kMax = 16;

  // Requesters 0 to count - 1, 1 <= count <= kMax; after reset the lowest number goes first.
  explicit LeastRecentlyServed(unsigned count = kMax) : count_(static_cast<std::uint8_t>(count)) {
    reset();
  }

  void reset() {
    state_ = count_ > kSmall ? 0xFEDC'BA98'7654'3210 & ~std::uint64_t{0} >> (64 - 4 * count_)
                             : 0xFF7F'3F1F'0F07'0301;
  }

  // The winner. `requests` are requesters, as bits; not 0.
  unsigned first(unsigned requests) const {
    if (count_ <= kSmall) {
      // The winner's row is the only one that is zero: a row keeps the requesters before it, and
      // its own bit, if it does not request.
      const std::uint64_t rows = state_ & (kColumn * requests ^ kDiagonal);
      return static_cast<unsigned>(std::countr_zero((rows - kColumn) & ~rows & kColumn << 7)) / 8;
    }
    std::uint64_t rest = state_;
    while ((requests >> (rest & 15) & 1) == 0) rest >>= 4;
    return static_cast<unsigned>(rest & 15);
  }

  void served(unsigned requester) {
    if (count_ <= kSmall) {
      state_ = (state_ & kOthers[requester]) | kRow[requester];
    } else {
      served_of_many(requester);
    }
  }
  // All of its state.
  std::uint64_t state() const { return state_; }
  void set_state(std::uint64_t state) { state_ = state; }

  template <class Archive>
  void archive(Archive& archive) {
    archive(state_);
    archive.expect(is_an_order());
  }

 private:
  static constexpr unsigned kSmall = 8;
  static constexpr std::uint64_t kColumn = 0x0101'0101'0101'0101;
  static constexpr std::uint64_t kDiagonal = 0x8040'2010'0804'0201;
  static constexpr auto kRow = [] {
    std::array<std::uint64_t, kSmall> row{};
    for (unsigned i = 0; i < kSmall; ++i) row[i] = std::uint64_t{0xFF} << 8 * i;
    return row;
  }();
  static constexpr auto kOthers = [] {  // all columns but one
    std::array<std::uint64_t, kSmall> others{};
    for (unsigned i = 0; i < kSmall; ++i) others[i] = ~(kColumn << i);
    return others;
  }();

  // Whether each requester has one place.
  bool is_an_order() const {
    unsigned seen = 0;
    if (count_ > kSmall) {
      for (unsigned i = 0; i < count_; ++i) seen |= 1u << (state_ >> 4 * i & 15);
      return seen == (1u << count_) - 1 && (count_ == kMax || state_ >> 4 * count_ == 0);
    }
    std::array<unsigned, kSmall + 1> by_place{};  // who has so many bits, as bits
    const auto row = [this](unsigned i) { return static_cast<unsigned>(state_ >> 8 * i & 0xFF); };
    for (unsigned i = 0; i < kSmall; ++i) by_place[std::popcount(row(i))] |= 1u << i;
    for (unsigned place = 1; place <= kSmall; ++place) {
      const unsigned next = by_place[place];
      seen |= next;
      if (!std::has_single_bit(next) || row(std::countr_zero(next)) != seen) return false;
    }
    return true;
  }
  void served_of_many(unsigned requester) {
    const unsigned last = 4 * (count_ - 1u);
    if ((state_ >> last & 15) == requester) return;
    // The lowest nibble that is zero in `differs` is the requester's.
    constexpr std::uint64_t kOnes = 0x1111'1111'1111'1111;
    const std::uint64_t differs = state_ ^ kOnes * requester;
    const std::uint64_t zero = (differs - kOnes) & ~differs & kOnes << 3;
    const auto at = static_cast<unsigned>(std::countr_zero(zero)) & ~3u;
    const std::uint64_t before = (std::uint64_t{1} << at) - 1;
    state_ = (state_ & before) | (state_ >> 4 & ~before) | std::uint64_t{requester} << last;
  }

  std::uint8_t count_;
  // Up to kSmall requesters: a byte for each, of those who go before it, as bits, and itself. More:
  // requesters, four bits each; served longest ago: the lowest bits.
  std::uint64_t state_ = 0;
};

}  // namespace rc::noc
