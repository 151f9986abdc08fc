// SPDX-License-Identifier: Apache-2.0
// The messages of an iPSC/860, those of its message system (hw_model/arch/ipsc_map.h, IPSC_KIND_*)
// included, and what they were for each channel, over time.
//
// Source: e-cube routing (hw_model/ipsc/ecube.h). Inaccuracy: a message counts evenly, on all of
// its channels, from the instant at which its node sent it to the one at which it had come as a
// whole, also while its circuit was being set up.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "hw_model/ipsc/ecube.h"
#include "hw_model/ipsc/message.h"
#include "hw_model/kernel/time.h"

namespace rc::sim::observe {

class CubeRecorder {
 public:
  struct Message {
    std::uint8_t from = 0, to = 0;
    std::uint32_t bytes = 0;
    kernel::Picos sent{0}, received{0};
  };

  /// Keeps so many messages; lost() says how many there were beyond.
  explicit CubeRecorder(std::size_t most) : most_(most) {}

  void moved(const ipsc::Message& message, kernel::Picos time, bool leaving);

  /// From node to node, in the order in which they came.
  const std::vector<Message>& messages() const { return messages_; }
  std::uint64_t lost() const { return lost_; }
  std::map<ipsc::Link, std::uint64_t> bytes_by_channel() const;
  /// Bytes that a channel carried in each of `bins` of `bin_ps`.
  std::vector<std::uint32_t> load(const ipsc::Link& channel, std::uint64_t bin_ps,
                                  std::size_t bins) const;

 private:
  std::size_t most_;
  std::uint64_t lost_ = 0;
  std::array<kernel::Picos, 256> sent_{};  // by node: a node sends one message at a time
  std::vector<Message> messages_;
};

}  // namespace rc::sim::observe
