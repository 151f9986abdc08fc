// Lists of core ids as the command line writes them.
#pragma once

#include <string>
#include <vector>

namespace rc::sim {

// "0,2,10-12" -> {0, 2, 10, 11, 12}, ascending, as RCCE ranks its UEs. kernel::InputError for what
// is no such list, for repeated cores and for cores the chip does not have.
std::vector<int> parse_core_list(const std::string& text);

// Cores 0 .. count-1.
std::vector<int> first_cores(int count);

}  // namespace rc::sim
