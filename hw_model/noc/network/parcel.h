// SPDX-License-Identifier: Apache-2.0
// A packet inside the stepped network.
#pragma once

#include <cstdint>

#include "hw_model/noc/routing/routing.h"

namespace rc::noc {

struct Parcel {
  Head head;  // source, destination, class and the state of its routing
  std::uint16_t flits = 1;
  std::uint64_t id = 0;
  std::uint64_t rank = 0;     // less goes first; 0 where all are equal
  std::uint64_t entered = 0;  // the cycle in which its head left the source
  std::uint8_t traffic_class = 0;
  // Where it has several destinations, of which head has one: its number among the multicasts.
  static constexpr std::uint32_t kAlone = ~std::uint32_t{0};
  std::uint32_t multicast = kAlone;

  template <class Archive>
  void archive(Archive& archive) {
    archive(head.source, head.destination, head.via, head.hash, head.phase, head.message_class);
    archive(flits, id, rank, entered, traffic_class, multicast);
  }
};

}  // namespace rc::noc
