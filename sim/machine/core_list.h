// SPDX-License-Identifier: Apache-2.0
// Lists of numbers as the command line writes them: cores, routers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/arch/scc_map.h"

namespace rc::sim::machine {

// "10-12,2" -> {10, 11, 12, 2}; nothing for what is no such list, and for numbers from `limit` on.
std::optional<std::vector<int>> numbers_of(std::string_view text, int limit);

// "0,2,10-12" -> {0, 2, 10, 11, 12}, ascending. kernel::InputError, naming `option`, for what is no
// such list, for repeated numbers and for numbers from `limit` on; `items` says what they count.
std::vector<int> parse_list(const std::string& text, int limit, const std::string& option,
                            const std::string& items);

// Cores by id, in the order in which RCCE ranks its UEs.
std::vector<int> parse_core_list(const std::string& text, int cores = SCC_CORES);

// Cores 0 .. count-1.
std::vector<int> first_cores(int count);

}  // namespace rc::sim::machine
