// SPDX-License-Identifier: Apache-2.0
// rockcreek index DIR: one page that leads to everything in a folder of results.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/cli/cli.h"
#include "sim/report/page.h"
#include "sim/report/results_index.h"

namespace rc::sim::cli {
namespace {

// An older index is made anew; what somebody else has written stays.
void expect_no_other_page(const std::string& directory) {
  const std::string file = directory + "/index.html";
  if (!std::filesystem::is_regular_file(file) ||
      base::read_file(file).find("How this page was made") != std::string::npos)
    return;
  throw kernel::InputError(fmt::format("{}: not an index of ours, expected a folder without one",
                                       kernel::shown(file, kernel::kMaxPathShown)));
}

}  // namespace

void add_index(CLI::App& app, Action& action) {
  const auto directory = std::make_shared<std::string>();
  CLI::App& verb = *app.add_subcommand(
      "index", "write index.html into a folder of results: all pages and files below it");
  verb.add_option("directory", *directory, "the folder")->required();
  verb.callback([directory, &action] {
    action = [directory] {
      expect_no_other_page(*directory);
      report::write_page(*directory,
                         report::results_page(*directory, report::find_results(*directory)),
                         "index.html");
      return 0;
    };
  });
}

}  // namespace rc::sim::cli
