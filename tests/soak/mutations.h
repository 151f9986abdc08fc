// SPDX-License-Identifier: Apache-2.0
// Spoils input of any kind: single bytes, and what lies around the limits of numbers and of the
// input itself.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/lockstep/isa/random.h"

namespace rc::soak {

using Bytes = std::vector<std::uint8_t>;

// A binary file with 1 to 4 changed bytes or words; one in eight is cut.
Bytes spoiled(const Bytes& good, lockstep::Random& random);

// A text with some characters, words, numbers or lines changed, doubled, moved or lost, and at times
// repeated up to 32,768 times; `words` are what its language is made of.
std::string spoiled(const std::string& good, const std::vector<std::string>& words,
                    lockstep::Random& random);
// The same for TOML, where a name may have very many parts, too.
std::string spoiled_toml(const std::string& good, const std::vector<std::string>& words,
                         lockstep::Random& random);

}  // namespace rc::soak
