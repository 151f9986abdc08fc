// SPDX-License-Identifier: Apache-2.0
// The project's files as the documentation tests see them.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace rc::docs {

// Files relative to the root; build trees and hidden folders are left out, but for .ci.
const std::set<std::string>& files();
// Whether a file or folder of that path exists, relative to the root.
bool exists(const std::string& path);
// Whether a file's path is `tail`, or ends with it at a slash.
bool some_file_ends_with(const std::string& tail);
std::string read(const std::filesystem::path& path);
// Every Markdown page, relative to the root.
std::vector<std::string> pages();

}  // namespace rc::docs
