#include "sim/paths.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "hw_model/kernel/error.h"

namespace rc::sim {

namespace fs = std::filesystem;

std::vector<std::string> machine_names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(ROCKCREEK_SIM_DIR "/machines"))
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  return names;
}

std::string find_machine_file(const std::string& name) {
  if (fs::is_regular_file(name)) return name;
  const std::string own = ROCKCREEK_SIM_DIR "/machines/" + name;
  for (const std::string& path : {own, own + ".toml"})
    if (fs::is_regular_file(path)) return path;
  throw kernel::InputError(fmt::format("{}: no such machine file; known machines: {}", name,
                                       fmt::join(machine_names(), ", ")));
}

std::string firmware_image(const std::string& name) {
  const std::string path = fmt::format("{}/apps/{}.elf", ROCKCREEK_FIRMWARE_DIR, name);
  if (!fs::is_regular_file(path))
    throw kernel::InputError(fmt::format("{}: firmware image not built", path));
  return path;
}

std::string native_program(const std::string& name) {
  if (fs::is_regular_file(name)) return name;
  const std::string own = fmt::format("{}/apps/{}.native", ROCKCREEK_FIRMWARE_DIR, name);
  if (!fs::is_regular_file(own))
    throw kernel::InputError(fmt::format("{}: no such file, and no program of that name among {}",
                                         name, ROCKCREEK_FIRMWARE_DIR "/apps/*.native"));
  return own;
}

std::string compiler_config_file(const std::string& name) {
  return std::string(ROCKCREEK_FIRMWARE_DIR) + "/" + name + ".conf";
}

std::string reference_file(const std::string& name) {
  return ROCKCREEK_SIM_DIR "/reference/" + name + ".csv";
}

}  // namespace rc::sim
