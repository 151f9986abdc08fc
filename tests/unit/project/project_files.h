// SPDX-License-Identifier: Apache-2.0
// The project's own files, which tests of its structure read.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace rc::test {

namespace fs = std::filesystem;
inline const fs::path kRoot = ROCKCREEK_SOURCE_DIR;

// Pure contracts and functions that firmware and simulator share: parts of their own.
inline const std::vector<std::string> kShared{"firmware/nx/exchange/",
                                              "firmware/nx/host/host_call.h",
                                              "firmware/nx/include/nx_codes.h",
                                              "firmware/cstar/schedule/",
                                              "firmware/collectives/schedules/",
                                              "firmware/coherent/",
                                              "firmware/native/native_map.h",
                                              "firmware/boot/memory_layout.h",
                                              "firmware/marks/"};

inline std::string read(const fs::path& path) {
  std::ifstream in(kRoot / path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

inline std::vector<std::string> matches(const std::string& text, const std::regex& pattern) {
  std::vector<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), pattern), end; it != end; ++it)
    found.push_back((*it)[1]);
  return found;
}

// The folders of a file, from the root.
inline std::vector<std::string> folders_of(const fs::path& file) {
  std::vector<std::string> folders;
  for (const fs::path& folder : file.parent_path()) folders.push_back(folder.string());
  return folders;
}

inline std::string part_of(const fs::path& file) {
  for (const std::string& shared : kShared)
    if (file.string().starts_with(shared)) return "shared";
  const auto folders = folders_of(file);
  return folders.empty() ? "" : folders.front();
}

// Files of the project, relative to its root; build trees and hidden folders aside.
inline std::vector<fs::path> project_files(bool (*wanted)(const fs::path&)) {
  std::vector<fs::path> found;
  for (auto it = fs::recursive_directory_iterator(kRoot); it != fs::end(it); ++it) {
    const std::string name = it->path().filename().string();
    if (it->is_directory() && (name.starts_with("build") || name.starts_with("."))) {
      it.disable_recursion_pending();
    } else if (it->is_regular_file() && wanted(it->path())) {
      found.push_back(fs::relative(it->path(), kRoot));
    }
  }
  return found;
}

inline bool is_build_file(const fs::path& path) {
  return path.filename() == "CMakeLists.txt" || path.extension() == ".cmake" ||
         path.filename() == "CMakePresets.json" || path.filename() == "rockcreek";
}

}  // namespace rc::test
