// SPDX-License-Identifier: Apache-2.0
// rockcreek bench [NAME]: host speed, measured with Google Benchmark and reported in its formats.
// The benchmarks themselves live in sim/bench/, one library per part of the model.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <regex>
#include <sstream>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/cli/cli.h"

namespace rc::sim::cli {
namespace {

struct BenchOptions {
  std::string name;
  std::string json_file;
  double min_time = 0;
  bool list = false;
};

// A table for the reader and JSON for scripts.
class TwoReporters : public benchmark::BenchmarkReporter {
 public:
  TwoReporters() {
    json_.SetOutputStream(&json_text_);
    SetErrorStream(&library_errors_);  // bench() reports it when nothing matches
  }
  bool ReportContext(const Context& context) override {
    const bool table = console_.ReportContext(context);
    return json_.ReportContext(context) && table;
  }
  void ReportRuns(const std::vector<Run>& runs) override {
    console_.ReportRuns(runs);
    json_.ReportRuns(runs);
  }
  void Finalize() override {
    console_.Finalize();
    json_.Finalize();
  }
  std::string json() const { return json_text_.str(); }

 private:
  benchmark::ConsoleReporter console_{::isatty(STDOUT_FILENO) == 1
                                          ? benchmark::ConsoleReporter::OO_ColorTabular
                                          : benchmark::ConsoleReporter::OO_Tabular};
  benchmark::JSONReporter json_;
  std::ostringstream json_text_;
  std::ostringstream library_errors_;
};

int bench(const BenchOptions& options) {
  base::check_outputs("", {options.json_file});
  // NAME is a whole benchmark ("iss/timed") or what comes before a slash ("iss").
  static const std::regex kSpecial(R"([.^$|()\[\]{}*+?\\])");
  const std::string filter =
      options.name.empty() ? "."
                           : "^" + std::regex_replace(options.name, kSpecial, "\\$&") + "(/|$)";
  std::vector<std::string> arguments{"rockcreek bench"};
  if (options.min_time > 0)
    arguments.push_back(fmt::format("--benchmark_min_time={}", options.min_time));
  if (options.list) arguments.push_back("--benchmark_list_tests");
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  int argc = static_cast<int>(argv.size());
  benchmark::Initialize(&argc, argv.data());

  TwoReporters reporters;
  if (benchmark::RunSpecifiedBenchmarks(&reporters, filter) == 0)
    throw kernel::InputError(fmt::format("no benchmark '{}'", kernel::shown(options.name)));
  if (!options.json_file.empty()) base::write_file(options.json_file, reporters.json());
  return 0;
}

}  // namespace

void add_bench(CLI::App& app, Action& action) {
  const auto options = std::make_shared<BenchOptions>();
  CLI::App& verb = *app.add_subcommand("bench", "measure the simulator's own speed");
  offers(verb.add_option("name", options->name,
                         "benchmarks to run: a group (iss, noc, chip, ipsc, geometry, programs, "
                         "coherent) or one of its benchmarks (iss/timed); default: all"),
         {"iss", "noc", "chip", "ipsc", "geometry", "programs", "coherent"});
  CLI::Option* const json = writes(verb.add_option("--json", options->json_file,
                                                   "write the results as Google Benchmark's JSON"));
  verb.add_flag("--list", options->list, "print the benchmarks' names and run none")
      ->excludes(json);
  verb.add_option("--min-time", options->min_time,
                  "least time to spend on each benchmark, in seconds")
      ->check(seconds());
  verb.callback([options, &action] { action = [options] { return bench(*options); }; });
}

}  // namespace rc::sim::cli
