#include "sim/network/template.h"

#include <fmt/format.h>

#include <filesystem>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/paths.h"

namespace rc::sim {

void write_network_template(const std::string& directory) {
  namespace fs = std::filesystem;
  if (fs::exists(fs::path(directory) / "network.toml"))
    throw kernel::InputError(fmt::format("{}: has a network.toml already",
                                         kernel::shown(directory, kernel::kMostOfAPath)));
  make_directory(directory);
  // The example itself: what is checked in every test cannot get stale.
  const fs::path example = fs::path(network_file("rtl")) / "networks" / "star";
  for (const auto& file : fs::directory_iterator(example))
    write_file(fs::path(directory) / file.path().filename(), read_file(file.path()));
}

}  // namespace rc::sim
