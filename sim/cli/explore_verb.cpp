// SPDX-License-Identifier: Apache-2.0
// rockcreek explore PLAN: runs every point of a plan, and makes tables and a page of them
// (docs/explore.md).
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/interruption.h"
#include "sim/base/numbers.h"
#include "sim/base/processes.h"
#include "sim/base/say.h"
#include "sim/cli/cli.h"
#include "sim/explore/exploration.h"
#include "sim/explore/explore_page.h"
#include "sim/explore/explore_tables.h"

namespace rc::sim::cli {
namespace {

constexpr std::size_t kMaxFailed = 10;  // that are printed; the tables have all
// Points of a job of an engine, each of which takes seconds to be handed over (docs/scaling.md).
constexpr std::size_t kDefaultBatch = 50;

struct ExploreOptions {
  std::string plan, directory, points;
  unsigned jobs = base::host_processors();
  bool retry = false;
  explore::EngineOptions engine;
  std::size_t batch = kDefaultBatch;
};

// The command of a point, parsed; what it does is left to the caller.
Action parsed(const std::vector<std::string>& words) {
  CLI::App app("", "rockcreek");
  app.require_subcommand(1);
  Action action;
  add_noc(app, action);
  add_run(app, action);
  add_model(app, action);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ParseError& error) {
    throw kernel::InputError(error.get_exit_code() == 0
                                 ? "--help: no result"
                                 : kernel::shown(error.what(), kernel::kMaxPathShown));
  }
  return action;
}

// What the verbs of points write.
explore::OutputOptions outputs_of_points() {
  CLI::App app("", "rockcreek");
  Action action;
  add_noc(app, action);
  add_run(app, action);
  add_model(app, action);
  explore::OutputOptions options;
  for (const CLI::App* verb : app.get_subcommands({}))
    options[verb->get_name()] = output_options(*verb);
  return options;
}

// "FROM-TO", from 1, as the half-open range from 0 that it is.
std::pair<std::size_t, std::size_t> chosen_points(const std::string& text, std::size_t size) {
  if (text.empty()) return {0, size};
  const std::string_view all = text;
  const std::size_t dash = std::min(all.find('-'), all.size());
  const std::uint64_t from = base::parse_whole(all.substr(0, dash)).value_or(0);
  const std::uint64_t to =
      dash < all.size() ? base::parse_whole(all.substr(dash + 1)).value_or(0) : from;
  if (from < 1 || to < from || to > size)
    throw kernel::InputError(
        fmt::format("--points '{}': expected FROM-TO from 1 to {}", kernel::shown(text), size));
  return {from - 1, to};
}

void tell_failed(const explore::PointTable& table, std::size_t failed) {
  std::size_t told = 0;
  for (const explore::PointTable::Row& row : table.rows) {
    if (row.error.empty() || told++ >= kMaxFailed) continue;
    std::string values;
    for (std::size_t i = 0; i < table.parameters; ++i)
      values += fmt::format("{}{}={}", i ? " " : "", table.columns[i],
                            kernel::shown(explore::value_text(row.cells[i])));
    fmt::print(std::cout, "failed: point {} ({}): {}\n", row.point + 1, values, row.error);
  }
  if (failed > kMaxFailed) fmt::print(std::cout, "... and {} more\n", failed - kMaxFailed);
}

// Has the missing points run in batches, each by a call of this program for a range of points;
// those of the range that are there are not run again.
explore::Exploration::Count run_by_engine(const explore::Exploration& exploration,
                                          const ExploreOptions& options,
                                          const std::string& directory) {
  const std::vector<std::size_t> points = exploration.missing(0, exploration.size(), options.retry);
  std::vector<explore::EngineJob> jobs;
  for (std::size_t i = 0; i < points.size(); i += options.batch) {
    const std::size_t last = std::min(i + options.batch, points.size()) - 1;
    const std::string range = fmt::format("{}-{}", points[i] + 1, points[last] + 1);
    jobs.push_back({range,
                    {"explore", options.plan, "--out", directory, "--points", range, "--jobs",
                     std::to_string(options.jobs)}});
    if (options.retry) jobs.back().words.emplace_back("--retry");
  }
  explore::run_by_engine(jobs, options.engine, directory);
  if (const auto left = exploration.missing(0, exploration.size(), false); !left.empty())
    throw kernel::MachineError(fmt::format(
        "the engine left {} points out, the first is {}; {}/engine tells why", left.size(),
        left.front() + 1, kernel::shown(directory, kernel::kMaxPathShown)));
  return {points.size(), exploration.size() - points.size()};
}

int explore(const ExploreOptions& options) {
  const std::string directory = options.directory.empty()
                                    ? std::filesystem::path(options.plan).stem().string()
                                    : options.directory;
  explore::Plan plan = explore::parse_plan(base::read_file(options.plan), options.plan);
  // A mistake in the command is reported before a directory belongs to this plan.
  try {
    parsed(plan.command_at(plan.points().front()));
  } catch (const kernel::InputError& error) {
    const std::string what = error.what(),
                      file = kernel::shown(options.plan, kernel::kMaxPathShown);
    if (what.starts_with(file)) throw;
    throw kernel::InputError(fmt::format("{}: command: {}", file, what));
  }
  for (const std::string& note : plan.notes) base::say("rockcreek: {}\n", note);
  explore::Exploration exploration(std::move(plan), directory, ROCKCREEK_VERSION,
                                   outputs_of_points());
  if (exploration.left() != 0)
    base::say(
        "rockcreek: {0}: {1} of the earlier plan's points are not in this one; what was run "
        "of them stays in "
        "{0}/points\n",
        kernel::shown(directory, kernel::kMaxPathShown), exploration.left());
  base::check_outputs(directory, {});
  const auto [first, end] = chosen_points(options.points, exploration.size());
  explore::Exploration::Count count;
  try {
    count =
        options.engine.engine.empty()
            ? exploration.run(first, end, options.jobs, options.retry,
                              [](const std::vector<std::string>& words) { return parsed(words)(); })
            : run_by_engine(exploration, options, directory);
  } catch (const kernel::MachineError& error) {
    const int signal = base::Interruption::signal();
    if (signal == 0) throw;
    base::say("rockcreek: {}\n", error.what());
    return 128 + signal;  // as a shell reports it
  }
  const explore::PointTable table = explore::table_of(exploration, first, end);
  const auto failed = static_cast<std::size_t>(std::ranges::count_if(
      table.rows, [](const explore::PointTable::Row& row) { return !row.error.empty(); }));
  fmt::print(std::cout, "{} points: {} run, {} kept from before, {} failed\n", end - first,
             count.ran, count.kept, failed);
  tell_failed(table, failed);
  // A batch leaves the tables to the call that has all points.
  if (options.points.empty()) {
    base::write_file(directory + "/points.csv", explore::points_csv(exploration, table));
    explore::write_sqlite(exploration, table, directory + "/points.sqlite");
    base::write_file(directory + "/report.html", explore::explore_page(exploration, table));
    fmt::print(std::cout, "{0}/points.csv, {0}/points.sqlite, {0}/report.html\n",
               kernel::shown(directory, kernel::kMaxPathShown));
  }
  return failed == 0 ? 0 : 1;
}

}  // namespace

void add_explore(CLI::App& app, Action& action) {
  const auto options = std::make_shared<ExploreOptions>();
  CLI::App& verb = *app.add_subcommand(
      "explore", "run a command at every point of a plan; tables, a page with the best points");
  verb.add_option("plan", options->plan, "TOML file: parameters, command, what to record")
      ->required();
  writes(verb.add_option(
      "--out", options->directory,
      "directory of the results (default: the plan's name); points that are there are "
      "not run again"));
  verb.add_option("--jobs", options->jobs,
                  "points to run at a time; with --engine in each batch, and then 1 unless given")
      ->check(whole_number(1, 1024))
      ->capture_default_str();
  verb.add_flag("--retry", options->retry, "run points again that failed");
  CLI::Option* points = verb.add_option(
      "--points", options->points,
      "only these, FROM-TO, counted from 1; makes no tables (for batches elsewhere)");
  add_engine_options(verb, options->engine);
  verb.get_option("--engine")->excludes(points);
  verb.add_option("--batch", options->batch, "points of a batch (with --engine)")
      ->needs("--engine")
      ->check(whole_number(1, 1'000'000))
      ->capture_default_str();
  verb.callback([options, &action, &verb] {
    if (!options->engine.engine.empty() && verb.count("--jobs") == 0) options->jobs = 1;
    options->engine.threads = options->jobs;
    action = [options] { return explore(*options); };
  });
}

}  // namespace rc::sim::cli
