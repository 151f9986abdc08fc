// SPDX-License-Identifier: Apache-2.0
// A schedule of the user's own, as text: one message a line,
//
//     STEP SOURCE DESTINATION
//
// steps from 1, nodes in decimal; '#' begins a comment, empty lines are skipped. A pair of
// nodes may occur once a step.
#pragma once

#include <string>
#include <string_view>

#include "sim/hypercube/ecube_schedule.h"

namespace rc::sim::hypercube {

// `file` is the name in complaints: kernel::InputError "file:line: reason".
Schedule parse_schedule(std::string_view text, const std::string& file, int dimension);

}  // namespace rc::sim::hypercube
