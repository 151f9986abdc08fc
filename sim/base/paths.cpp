// SPDX-License-Identifier: Apache-2.0
#include "sim/base/paths.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"

namespace rc::sim::base {

namespace fs = std::filesystem;

namespace {

fs::path nearest_data_folder() {
  const fs::path self = fs::read_symlink("/proc/self/exe");
  for (fs::path above = self.parent_path();; above = above.parent_path()) {
    const fs::path folder = above / "lib/rockcreek";
    if (fs::is_directory(folder / "machines")) return folder;
    if (above == above.parent_path())
      throw kernel::InputError(
          fmt::format("{}: no folder lib/rockcreek beside or above it", self.string()));
  }
}

// Not for names that are too long either.
bool is_file(const std::string& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

// In a build tree the folders are links; messages name what they point at.
fs::path data_folder(const std::string& name) {
  static const fs::path data = nearest_data_folder();
  return fs::weakly_canonical(data / name);
}

}  // namespace

std::vector<std::string> machine_names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(data_folder("machines")))
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  return names;
}

std::string find_machine_file(const std::string& name) {
  if (is_file(name)) return name;
  const std::string own = data_folder("machines") / name;
  for (const std::string& path : {own, own + ".toml"})
    if (is_file(path)) return path;
  throw kernel::InputError(fmt::format("{}: no such machine file; known machines: {}",
                                       kernel::shown(name), fmt::join(machine_names(), ", ")));
}

std::string firmware_image(const std::string& name) {
  const std::string path = data_folder("firmware/apps") / (name + ".elf");
  if (!is_file(path)) throw kernel::InputError(fmt::format("{}: firmware image not built", path));
  return path;
}

std::string native_program(const std::string& name) {
  if (is_file(name)) return name;
  const fs::path apps = data_folder("firmware/apps");
  const std::string own = apps / (name + ".native");
  if (!is_file(own))
    throw kernel::InputError(fmt::format("{}: no such file, and no program of that name among {}",
                                         kernel::shown(name, kernel::kMaxPathShown),
                                         (apps / "*.native").string()));
  return own;
}

std::string compiler_config_file(const std::string& name) {
  return data_folder("firmware") / (name + ".conf");
}

std::string network_file(const std::string& name) {
  // The folder, not what a link in it points at: both files of a build tree are links.
  return nearest_data_folder() / "network" / name;
}

std::string own_program(const std::string& name) {
  return nearest_data_folder() / "programs" / name;
}

std::string engine_file(const std::string& name) { return nearest_data_folder() / "engine" / name; }

std::string source_folder() {
  for (fs::path above = data_folder("machines"); above != above.parent_path();
       above = above.parent_path())
    if (is_file(above / "firmware/boot/crt0.S")) return above;
  return "";
}

std::string source_commit() {
  const fs::path file = nearest_data_folder() / "commit";
  std::string line;
  std::getline(std::ifstream(file), line);
  return line.empty() ? "unknown" : line;
}

std::string reference_file(const std::string& name) {
  return data_folder("reference") / (name + ".csv");
}

std::string cache_folder(const std::string& name) {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  const char* const home = std::getenv("HOME");
  fs::path folder;
  if (cache != nullptr && cache[0] == '/') {
    folder = cache;
  } else if (home != nullptr && home[0] == '/') {
    folder = fs::path(home) / ".cache";
  } else {
    folder = fs::temp_directory_path();
  }
  folder = folder / "rockcreek" / name;
  make_directory(folder);
  return folder;
}

}  // namespace rc::sim::base
