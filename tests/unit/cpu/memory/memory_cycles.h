// SPDX-License-Identifier: Apache-2.0
// Exact stall cycles of data accesses, with a bus that reads in 100 and writes in 60 cycles: the
// fixture of cycles.cpp and page_types.cpp.
#pragma once

#include <gtest/gtest.h>

#include "tests/unit/cpu/memory/machine.h"

namespace rc::cpu {

inline constexpr std::uint32_t kTables = 0xC8000;

// Pages 0..63: the page type is the page number modulo 4, in the order of PageType.
inline std::uint32_t bits_by_number(std::uint32_t page) {
  constexpr std::uint32_t bits[] = {0x67, 0x6F, 0x77, 0xE7};  // accessed and dirty set
  return bits[page % 4];
}
inline std::uint32_t page(PageType type, std::uint32_t number = 0) {
  return (4 * number + static_cast<std::uint32_t>(type)) * 4096;
}

class MemoryCycles : public ::testing::TestWithParam<MemoryMachine::Answer> {
 protected:
  // Paging on and the TLB warm for the first page of each type.
  MemoryMachine& typed() {
    m.map(kTables, 64, bits_by_number);
    m.page_on(kTables);
    for (std::uint32_t type = 0; type < 4; ++type) {
      std::uint32_t paddr;
      PageType found;
      m.run([&] { return m.path.translate(type * 4096, true, false, 0, paddr, found); });
      EXPECT_EQ(found, static_cast<PageType>(type));
    }
    m.requests.clear();
    m.request_cycles.clear();
    return m;
  }
  MemoryMachine m{CoreParams{}, GetParam()};
};

}  // namespace rc::cpu
