// SPDX-License-Identifier: Apache-2.0
// Random cases of protected and virtual-8086 mode. A case is a set of descriptors, gates and stacks, a state
// in some ring, and code in slots that hand over to each other by far transfers, returns, gates and tasks.
#pragma once

#include <cstdint>
#include <vector>

namespace rc::test::protected_mode {

// What a core needs to run cases: kDriverBytes for kDriver, and what kRecords is followed by.
struct Image {
  std::vector<std::uint8_t> driver, records;
  unsigned cases = 0;
};
Image random_cases(std::uint64_t seed, unsigned cases);
// `count` cases of an image from `first` on.
Image part_of_cases(const Image& image, unsigned first, unsigned count);

}  // namespace rc::test::protected_mode
