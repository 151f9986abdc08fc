// SPDX-License-Identifier: Apache-2.0
// A program as the loader puts it into every core's private memory before it releases resets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rc::host {

struct Segment {
  std::uint32_t paddr = 0;
  std::uint32_t memory_size = 0;  // >= bytes.size(); the rest is zero
  std::vector<std::uint8_t> bytes;
};

struct Image {
  std::string name;
  std::optional<std::uint32_t> entry;  // nothing: at the reset vector, without a boot block
  std::vector<Segment> segments;
  std::uint32_t memory_end = 0;  // what the boot block says, if it is less; 0: the machine's
};

}  // namespace rc::host
