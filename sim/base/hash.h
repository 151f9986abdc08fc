// A hash that tells contents apart, for names of files that are kept.
#pragma once

#include <string>
#include <string_view>

namespace rc::sim {

// FNV-1a, 128 bits, in hexadecimal.
std::string hash_of(std::string_view bytes);

}  // namespace rc::sim
