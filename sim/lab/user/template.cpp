// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/user/template.h"

#include <fmt/format.h>

#include <filesystem>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/paths.h"

namespace rc::sim::lab {

void write_network_template(const std::string& directory) {
  namespace fs = std::filesystem;
  if (fs::exists(fs::path(directory) / "network.toml"))
    throw kernel::InputError(fmt::format("{}: has a network.toml already",
                                         kernel::shown(directory, kernel::kMaxPathShown)));
  base::make_directory(directory);
  // The example itself: what is checked in every test cannot get stale.
  const fs::path example = fs::path(base::network_file("rtl")) / "networks" / "star";
  for (const auto& file : fs::directory_iterator(example))
    base::write_file(fs::path(directory) / file.path().filename(), base::read_file(file.path()));
}

}  // namespace rc::sim::lab
