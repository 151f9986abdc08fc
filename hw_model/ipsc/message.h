// SPDX-License-Identifier: Apache-2.0
// A message as the hardware sees it: a probe, six header words, and data.
#pragma once

#include <cstdint>
#include <vector>

namespace rc::ipsc {

struct Message {
  std::uint8_t source = 0;
  std::uint8_t destination = 0;
  bool to_host = false;
  std::uint32_t kind = 0, type = 0, count = 0, tag = 0;  // for software only
  std::vector<std::uint8_t> data;
};

}  // namespace rc::ipsc
