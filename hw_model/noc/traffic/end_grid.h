// SPDX-License-Identifier: Apache-2.0
// A network as its traffic sees it: how many end points, how they lie, and what a packet may be.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hw_model/noc/packet.h"
#include "hw_model/noc/params.h"

namespace rc::noc {

struct EndGrid {
  // End points by dimension, lowest first: number = x + sizes[0] * (y + sizes[1] * ...). A network
  // that is no grid has one dimension.
  std::vector<std::uint32_t> sizes;
  std::uint32_t message_classes = 1;
  std::uint32_t most_flits = 1;        // of a packet
  const char* limit = "noc.vc_depth";  // what sets most_flits, for messages
  std::uint32_t group = 0;             // end points of a group of the topology; 0: it has none

  EndGrid(std::vector<std::uint32_t> ends, std::uint32_t classes, std::uint32_t flits,
          const char* limited_by)
      : sizes(std::move(ends)), message_classes(classes), most_flits(flits), limit(limited_by) {}
  // An end point at each router of the SCC's kind of network.
  EndGrid(const NocParams& params)  // NOLINT(google-explicit-constructor): it is one of these
      : sizes{params.cols, params.rows},
        message_classes(params.message_classes),
        most_flits(std::min(params.vc_depth, std::uint32_t{kMaxPacketFlits})) {}

  std::uint32_t nodes() const {
    std::uint32_t nodes = 1;
    for (const std::uint32_t size : sizes) nodes *= size;
    return nodes;
  }
};

}  // namespace rc::noc
