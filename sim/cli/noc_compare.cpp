// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/noc_compare.h"

#include <iostream>
#include <memory>

#include "hw_model/kernel/error.h"
#include "sim/base/files.h"
#include "sim/lab/comparison/comparison.h"
#include "sim/report/page.h"

namespace rc::sim::cli {
namespace {

struct CompareOptions {
  std::vector<std::string> files;
  std::string csv_file, markdown_file, out_directory;
};

int compare(const CompareOptions& options) {
  std::vector<std::pair<std::string, std::string>> texts;
  for (const std::string& file : options.files) texts.emplace_back(file, base::read_file(file));
  const lab::Comparison comparison(texts);
  base::check_outputs(options.out_directory, {options.csv_file, options.markdown_file});
  std::cout << comparison.markdown() << std::flush;
  if (!std::cout) throw kernel::InputError("standard output: cannot write");
  if (!options.csv_file.empty()) base::write_file(options.csv_file, comparison.csv());
  if (!options.markdown_file.empty())
    base::write_file(options.markdown_file, comparison.markdown());
  if (options.out_directory.empty()) return 0;
  base::make_directory(options.out_directory);
  const std::string stem = options.out_directory + "/compare";
  base::write_file(stem + ".csv", comparison.csv());
  base::write_file(stem + ".md", comparison.markdown());
  base::write_file(stem + ".svg", report::svg_plot(comparison.plot()));
  report::write_page(options.out_directory, comparison.page());
  return 0;
}

}  // namespace

void add_compare(CLI::App& noc, Action& action) {
  const auto options = std::make_shared<CompareOptions>();
  CLI::App& verb = *noc.add_subcommand("compare", "results of noc in one figure and one table");
  verb.add_option("files", options->files, "JSON of noc: of a sweep, or of one rate")->required();
  writes(verb.add_option("--csv", options->csv_file, "write one line per point as CSV"));
  writes(verb.add_option("--markdown", options->markdown_file, "write the tables as Markdown"));
  writes(verb.add_option("--out", options->out_directory,
                         "write CSV, Markdown, figure and page to this directory"));
  verb.callback([options, &action] { action = [options] { return compare(*options); }; });
}

}  // namespace rc::sim::cli
