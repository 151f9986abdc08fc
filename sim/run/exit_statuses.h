// SPDX-License-Identifier: Apache-2.0
// What is said of UEs that ended with another status than zero.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace rc::sim::run {

// "UE 3 (core 3) returned 7, UE 4 (core 4) returned 1 and 9 more"; empty if all returned zero.
// `statuses` is by rank. The cores are those of the ranks; none: hypercube nodes, "node 3 ...".
std::string nonzero_statuses(const std::map<int, int>& statuses, const std::vector<int>& cores);

}  // namespace rc::sim::run
