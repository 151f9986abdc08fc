// SPDX-License-Identifier: Apache-2.0
// A node's private memory: the bytes from address 0 to IPSC_MEMORY_BYTES, of which only written
// parts exist on the host. Untouched memory reads as zero. No timing.
//
// Every miss of the core's small caches comes here, so a part is found without a search.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>

#include "hw_model/arch/ipsc_map.h"
#include "hw_model/kernel/access_bytes.h"

namespace rc::ipsc {

class NodeMemory {
 public:
  // [address, address + bytes) must lie in the memory.
  void read(std::uint32_t address, void* data, std::uint32_t bytes) const {
    auto* out = static_cast<std::uint8_t*>(data);
    for_parts(address, bytes, [&](std::uint32_t part, std::uint32_t at, std::uint32_t count) {
      if (const Part* known = parts_[part].get()) {
        std::memcpy(out, known->data() + at, count);
      } else {
        std::memset(out, 0, count);
      }
      out += count;
    });
  }
  void write(std::uint32_t address, const void* data, std::uint32_t bytes) {
    const auto* in = static_cast<const std::uint8_t*>(data);
    for_parts(address, bytes, [&](std::uint32_t part, std::uint32_t at, std::uint32_t count) {
      if (!parts_[part]) parts_[part] = std::make_unique<Part>();
      std::memcpy(parts_[part]->data() + at, in, count);
      in += count;
    });
  }
  void clear(std::uint32_t address, std::uint32_t bytes) {
    for_parts(address, bytes, [&](std::uint32_t part, std::uint32_t at, std::uint32_t count) {
      if (parts_[part]) std::memset(parts_[part]->data() + at, 0, count);
    });
  }

  // The same for what the bus carries: 1, 2, 4, 8 or 32 bytes, naturally aligned.
  void read_aligned(std::uint32_t address, void* data, std::uint32_t bytes) const {
    const Part* known = parts_[address / kPart].get();
    static constexpr std::array<std::uint8_t, 32> kNothing{};
    kernel::copy_bytes(data, known ? known->data() + address % kPart : kNothing.data(), bytes);
  }
  void write_aligned(std::uint32_t address, const void* data, std::uint32_t bytes) {
    std::unique_ptr<Part>& part = parts_[address / kPart];
    if (!part) part = std::make_unique<Part>();
    kernel::copy_bytes(part->data() + address % kPart, data, bytes);
  }

 private:
  static constexpr std::uint32_t kPart = 1u << 14;
  using Part = std::array<std::uint8_t, kPart>;

  template <class F>
  static void for_parts(std::uint32_t address, std::uint32_t bytes, F each) {
    while (bytes != 0) {
      const std::uint32_t at = address % kPart, count = std::min(bytes, kPart - at);
      each(address / kPart, at, count);
      address += count;
      bytes -= count;
    }
  }

  std::array<std::unique_ptr<Part>, IPSC_MEMORY_BYTES / kPart> parts_;
};

}  // namespace rc::ipsc
