// SPDX-License-Identifier: Apache-2.0
// Which end point of the mesh is where. Lookup tables and messages name an end point by its place,
// a network by its number in the list with which it was made.
#pragma once

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "hw_model/noc/packet.h"

namespace rc::scc {

class EndMap {
 public:
  static constexpr noc::EndId kNowhere = 0xFFFF;

  EndMap() : EndMap(std::vector<noc::EndPoint>{}) {}
  explicit EndMap(std::vector<noc::EndPoint> places) : places_(std::move(places)) {
    ends_.fill(kNowhere);
    for (std::size_t i = 0; i < places_.size(); ++i)
      ends_.at(index(places_[i])) = static_cast<noc::EndId>(i);
  }

  const std::vector<noc::EndPoint>& places() const { return places_; }
  const noc::EndPoint& place_of(noc::EndId end) const { return places_[end]; }
  // kNowhere where there is none.
  noc::EndId end_at(const noc::EndPoint& place) const {
    const bool inside = ((place.x | place.y) >> 4 | place.port >> 3) == 0;
    return inside ? ends_[index(place)] : kNowhere;
  }

 private:
  // Coordinates in a message have four bits, ports three.
  static constexpr std::size_t kPlaces = 16 * 16 * 8;
  static std::size_t index(const noc::EndPoint& at) {
    return std::size_t{at.y} << 7 | std::size_t{at.x} << 3 | at.port;
  }

  std::vector<noc::EndPoint> places_;  // by number
  std::array<noc::EndId, kPlaces> ends_;
};

}  // namespace rc::scc
