// SPDX-License-Identifier: Apache-2.0
// rockcreek compare A B: two runs side by side, by what run --report has left of each.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <filesystem>
#include <iostream>
#include <memory>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/cli/cli.h"
#include "sim/report/page.h"
#include "sim/report/run_comparison.h"

namespace rc::sim::cli {
namespace {

struct CompareOptions {
  std::string before, after, out_directory;
};

// The page of a run stays.
void expect_own_folder(const CompareOptions& options) {
  std::error_code none;
  for (const std::string& run : {options.before, options.after}) {
    const auto folder = std::filesystem::is_directory(run, none)
                            ? std::filesystem::path(run)
                            : std::filesystem::path(run).parent_path();
    if (std::filesystem::equivalent(options.out_directory, folder, none))
      throw kernel::InputError(
          fmt::format("--out {}: has the page of a run that is compared, expected another folder",
                      kernel::shown(options.out_directory, kernel::kMaxPathShown)));
  }
}

int compare(const CompareOptions& options) {
  expect_own_folder(options);
  base::check_outputs(options.out_directory, {});
  const report::RunComparison runs = report::compare_runs(report::read_run_numbers(options.before),
                                                          report::read_run_numbers(options.after));
  fmt::print(std::cout, "{}", runs.text());
  if (!std::cout) throw kernel::InputError("standard output: cannot write");
  if (!options.out_directory.empty()) report::write_page(options.out_directory, runs.page());
  return 0;
}

}  // namespace

void add_compare(CLI::App& app, Action& action) {
  const auto options = std::make_shared<CompareOptions>();
  CLI::App& verb = *app.add_subcommand(
      "compare", "set two runs side by side: functions, kinds of time, cores and links");
  verb.add_option("before", options->before, "what run --report wrote: the folder, or its run.json")
      ->required();
  verb.add_option("after", options->after, "the same of the other run")->required();
  writes(verb.add_option("--out", options->out_directory, "write report.html into this directory"));
  verb.callback([options, &action] { action = [options] { return compare(*options); }; });
}

}  // namespace rc::sim::cli
