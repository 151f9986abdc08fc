// SPDX-License-Identifier: Apache-2.0
// How many flits a packet has: one size, or sizes with weights.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "hw_model/kernel/random.h"

namespace rc::noc {

class PacketSizes {
 public:
  static constexpr unsigned kMax = 256;  // flits
  // "3", or "1:0.5,3:0.5": FLITS:WEIGHT, weights of any positive sum. kernel::InputError for any
  // other text, and for sizes that no packet can have.
  explicit PacketSizes(std::string_view text);

  std::uint16_t operator()(kernel::Random& random) const {
    if (sizes_.size() == 1) return sizes_.front().flits;
    const std::uint32_t fraction = random.word();
    std::size_t i = 0;
    while (fraction >= sizes_[i].below) ++i;
    return sizes_[i].flits;
  }
  double mean() const { return mean_; }
  double mean_square() const { return mean_square_; }
  // Of what cost(flits) says of a packet.
  template <class Cost>
  double mean_of(Cost cost) const {
    double mean = 0;
    for (const Size& size : sizes_) mean += size.share * cost(size.flits);
    return mean;
  }
  std::uint16_t largest() const;

 private:
  struct Size {
    std::uint16_t flits;
    double share;         // of the packets
    std::uint64_t below;  // random words below this choose this size or an earlier one
  };
  std::vector<Size> sizes_;
  double mean_ = 0, mean_square_ = 0;
};

// Those of each message class, separated by '/': "1/5" is one flit in class 0 and five in class 1.
// One for all classes if there is no '/'. kernel::InputError for another number than `classes`.
std::vector<PacketSizes> sizes_by_class(std::string_view text, std::uint32_t classes);
// Of all of them.
std::uint16_t largest_packet(std::string_view text);

}  // namespace rc::noc
