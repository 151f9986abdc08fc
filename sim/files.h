// Files in and out, with every error checked and named.
#pragma once

#include <string>
#include <string_view>

namespace rc::sim {

// The whole file. kernel::InputError if it cannot be read.
std::string read_file(const std::string& path);

// Writes a temporary file beside `path` and renames it, so that a full disk or a crash never leaves
// half a result under the name. kernel::InputError naming the reason.
void write_file(const std::string& path, std::string_view text);

// Creates `path` and its parents where missing.
void make_directory(const std::string& path);

}  // namespace rc::sim
