// SPDX-License-Identifier: Apache-2.0
// The pins that docs/network.md asks of a network, compared with those that its top module has.
#pragma once

#include <string>
#include <vector>

#include "sim/lab/user/elaborated.h"
#include "sim/lab/user/sources.h"

namespace rc::sim::lab {

/// A line for each pin that is missing, unknown, or of another direction or type: file, line, pin, what
/// was found, what was expected. Empty: the contract is kept.
///
/// A vector of bits may be flat, as `[N*CLASSES-1:0]`, and a flit any vector of FLIT_W bits: the bits
/// stand at the same places.
std::vector<std::string> pin_complaints(const std::string& top, const ElaboratedModule& module,
                                        const NetworkShape& shape, unsigned flit_bits);

}  // namespace rc::sim::lab
