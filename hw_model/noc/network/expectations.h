// SPDX-License-Identifier: Apache-2.0
// What networks expect of lists and masks that a snapshot brought (kernel::Archive::expect).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw_model/kernel/archive.h"

namespace rc::noc {

// Numbers below `end`, each once.
template <class Number>
void expect_once(const kernel::Archive& archive, const std::vector<Number>& numbers,
                 std::size_t end) {
  std::vector<bool> listed(end);
  for (const Number number : numbers) {
    archive.expect(number < end && !listed[number]);
    if (number < end) listed[number] = true;
  }
}

// No bit from number `end` on.
inline void expect_bits(const kernel::Archive& archive, const std::vector<std::uint64_t>& bits,
                        std::size_t end) {
  for (std::size_t id = end; id < 64 * bits.size(); ++id)
    archive.expect((bits[id / 64] >> id % 64 & 1) == 0);
}

// Of a router's input ports those that hold a flit, as bits.
template <class Inputs>
void expect_waiting(const kernel::Archive& archive, unsigned waiting, const Inputs& inputs) {
  for (std::size_t port = 0; port < inputs.size(); ++port)
    archive.expect((waiting >> port & 1) == (inputs[port].waiting() != 0));
  archive.expect(waiting >> inputs.size() == 0);
}

}  // namespace rc::noc
