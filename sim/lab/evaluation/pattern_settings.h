// SPDX-License-Identifier: Apache-2.0
// Which settings only some traffic patterns have: of the options of `noc` and of `--traffic-class`.
#pragma once

#include <string>
#include <string_view>

namespace rc::sim::lab {

// `setting` is an option's name without the dashes, `pattern` any name of noc::Pattern. True of a
// setting that all patterns have.
bool pattern_has(std::string_view pattern, std::string_view setting);
// The patterns that have it, with " or " between; not by BookSim's names with an underscore.
std::string patterns_with(std::string_view setting);

}  // namespace rc::sim::lab
