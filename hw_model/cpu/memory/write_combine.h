// SPDX-License-Identifier: Apache-2.0
// The write-combine buffer: one 32-byte line with a byte mask, for stores to MPBT pages.
// It never flushes itself; MemoryPath decides when (memory_path.h). Source: SCC facts 2.2.
#pragma once

#include <cstdint>

#include "hw_model/cpu/bus.h"
#include "hw_model/kernel/access_bytes.h"

namespace rc::cpu {

class WriteCombineBuffer {
 public:
  bool empty() const { return mask_ == 0; }
  bool full() const { return mask_ == ~0u; }
  // Whether these bytes, merged, would make it full.
  bool would_fill(std::uint32_t paddr, std::uint32_t count) const {
    return holds(paddr) && (mask_ | bits(paddr, count)) == ~0u;
  }
  bool holds(std::uint32_t paddr) const { return !empty() && (paddr & ~31u) == line_; }

  // Precondition: empty, or holding the line of `paddr`; the bytes do not cross the line.
  void merge(std::uint32_t paddr, const void* bytes, std::uint32_t count) {
    line_ = paddr & ~31u;
    kernel::copy_bytes<8>(&data_[paddr & 31u], bytes, count);
    mask_ |= bits(paddr, count);
  }

  // The same, to offset `at` of the line it holds. False, and nothing happens, if it holds none or
  // these bytes make it full.
  bool add(std::uint32_t at, const void* bytes, std::uint32_t count) {
    const std::uint32_t mask = mask_ | bits(at, count);
    if (mask_ == 0 || mask == ~0u) return false;
    kernel::copy_bytes<8>(&data_[at], bytes, count);
    mask_ = mask;
    return true;
  }

  // Empties the buffer into a request.
  void flush(BusRequest& request) {
    request.set(BusOp::write_combined, PageType::mpbt, 32, line_);
    request.byte_mask = mask_;
    request.data = data_;
    clear();
  }
  void clear() {
    mask_ = 0;
    line_ = 0;
    data_ = {};
  }

  // The buffered byte at `paddr`, or null.
  std::uint8_t* find(std::uint32_t paddr) {
    return holds(paddr) && ((mask_ >> (paddr & 31u)) & 1) ? &data_[paddr & 31u] : nullptr;
  }
  const std::uint8_t* find(std::uint32_t paddr) const {
    return const_cast<WriteCombineBuffer*>(this)->find(paddr);
  }

  std::uint32_t line() const { return line_; }
  std::uint32_t mask() const { return mask_; }
  const std::array<std::uint8_t, 32>& data() const { return data_; }
  template <class Archive>
  void archive(Archive& archive) {
    archive(line_, mask_, data_);
  }

 private:
  static std::uint32_t bits(std::uint32_t paddr, std::uint32_t count) {
    return ((1u << count) - 1) << (paddr & 31u);  // count <= 8
  }

  std::uint32_t line_ = 0;
  std::uint32_t mask_ = 0;
  std::array<std::uint8_t, 32> data_{};
};

}  // namespace rc::cpu
