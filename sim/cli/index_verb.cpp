// SPDX-License-Identifier: Apache-2.0
// rockcreek index DIR: one page that leads to everything in a folder of results.
#include <memory>

#include "sim/cli/cli.h"
#include "sim/report/page.h"
#include "sim/report/results_index.h"

namespace rc::sim::cli {

void add_index(CLI::App& app, Action& action) {
  const auto directory = std::make_shared<std::string>();
  CLI::App& verb = *app.add_subcommand(
      "index", "write index.html into a folder of results: all pages and files below it");
  verb.add_option("directory", *directory, "the folder")->required();
  verb.callback([directory, &action] {
    action = [directory] {
      report::write_page(*directory,
                         report::results_page(*directory, report::find_results(*directory)),
                         "index.html");
      return 0;
    };
  });
}

}  // namespace rc::sim::cli
