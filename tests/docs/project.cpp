// SPDX-License-Identifier: Apache-2.0
#include "tests/docs/project.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace rc::docs {

namespace fs = std::filesystem;

const std::set<std::string>& files() {
  static const std::set<std::string> found = [] {
    std::set<std::string> list;
    const fs::path root = ROCKCREEK_SOURCE_DIR;
    for (auto it = fs::recursive_directory_iterator(root); it != fs::end(it); ++it) {
      const std::string name = it->path().filename().string();
      if (it->is_directory() && (name == "build" || (name.starts_with(".") && name != ".ci"))) {
        it.disable_recursion_pending();
      } else if (it->is_regular_file()) {
        list.insert(fs::relative(it->path(), root).string());
      }
    }
    return list;
  }();
  return found;
}

// A folder without files counts as none: version control does not keep it.
bool exists(const std::string& path) {
  const std::string folder = path.ends_with("/") ? path : path + "/";
  const auto first = files().lower_bound(folder);
  return path.empty() || files().contains(path) ||
         (first != files().end() && first->starts_with(folder));
}

bool some_file_ends_with(const std::string& tail) {
  return std::any_of(files().begin(), files().end(), [&](const std::string& file) {
    return file == tail || file.ends_with("/" + tail);
  });
}

std::string read(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(fs::path(ROCKCREEK_SOURCE_DIR) / path).rdbuf();
  return text.str();
}

std::vector<std::string> pages() {
  std::vector<std::string> found;
  std::copy_if(files().begin(), files().end(), std::back_inserter(found),
               [](const std::string& file) { return file.ends_with(".md"); });
  return found;
}

}  // namespace rc::docs
