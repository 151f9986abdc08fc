// SPDX-License-Identifier: Apache-2.0
// A network as its traffic sees it: how many end points, how they lie, and what a packet may be.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/packet.h"
#include "hw_model/noc/params.h"

namespace rc::noc {

struct EndGrid {
  // End points by dimension, lowest first: number = x + sizes[0] * (y + sizes[1] * ...). A network
  // that is no grid has one dimension.
  std::vector<std::uint32_t> sizes;
  std::uint32_t message_classes = 1;
  std::uint32_t most_flits = 1;  // of a packet
  // What sets most_flits, for messages; nullptr: a network of the user's.
  const char* limit = "noc.vc_depth";
  std::uint32_t group = 0;  // end points of a group of the topology; 0: it has none

  EndGrid(std::vector<std::uint32_t> ends, std::uint32_t classes, std::uint32_t flits,
          const char* limited_by)
      : sizes(std::move(ends)), message_classes(classes), most_flits(flits), limit(limited_by) {}
  // An end point at each router of the SCC's kind of network.
  EndGrid(const NocParams& params)  // NOLINT(google-explicit-constructor): it is one of these
      : sizes{params.cols, params.rows},
        message_classes(params.message_classes),
        most_flits(std::min(params.vc_depth, std::uint32_t{kMaxPacketFlits})) {}

  // kernel::InputError if packets of so many flits do not fit; `what` is for the error, as "replies".
  void expect_fit(unsigned flits, const std::string& what) const {
    if (flits <= most_flits) return;
    const std::string most = std::to_string(most_flits);
    throw kernel::InputError(
        what + " of " + std::to_string(flits) +
        (limit == nullptr ? " flits of 16 bytes: max_flits of the network is " + most + " of them"
                          : " flits do not fit a VC of " + std::string(limit) + " = " + most +
                                " (virtual cut-through)"));
  }

  std::uint32_t nodes() const {
    std::uint32_t nodes = 1;
    for (const std::uint32_t size : sizes) nodes *= size;
    return nodes;
  }
};

}  // namespace rc::noc
