// SPDX-License-Identifier: Apache-2.0
// rockcreek tune: finds the fastest broadcast for an SCC and message sizes by trying algorithms,
// part and pipe sizes on the simulated machine. For cache-coherent machines: tune_collective.h.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/json_output.h"
#include "sim/base/processes.h"
#include "sim/cli/cli.h"
#include "sim/cli/tune_collective.h"
#include "sim/experiments/broadcast/plan.h"
#include "sim/report/page.h"

namespace rc::sim::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kLargestBytes = 32 << 20;  // what the firmware's buffer takes

struct TuneOptions {
  MachineOptions machine;
  std::string what;
  std::vector<int> sizes{1024, 8192, 50'000};
  int ues = SCC_CORES;
  std::optional<int> threads;  // of a coherent machine
  unsigned jobs = base::host_processors();
  std::string json_file;
  std::string out_directory;
  std::set<std::string> given;  // names of options
};

struct Candidate {
  std::string name;
  experiments::Broadcast broadcast;
};

// Of the part sizes that hold the whole message only the smallest is tried.
std::vector<Candidate> candidates(int ues, int bytes) {
  std::vector<Candidate> all;
  const auto add = [&](const std::string& name, const experiments::Broadcast& broadcast) {
    all.push_back({name, experiments::on_cores(broadcast, ues)});
  };
  for (const char* algorithm : {"cube", "cube_ircce"})
    for (const int part : {1024, 2048, 4096, 7936}) {
      add(fmt::format("{}, parts of {}", algorithm, part),
          {.algorithm = algorithm, .part_bytes = part});
      if (part >= bytes) break;
    }
  for (const int part : {4096, 7936, 8192})
    for (const int pipe : {1024, 2048, 4096}) {
      if (pipe > 1024 && pipe >= 2 * bytes) break;
      add(fmt::format("dopl, parts of {}, pieces of {}", part, pipe),
          experiments::dopl_broadcast(pipe, part));
    }
  for (const char* algorithm : {"linear", "binomial", "scatter_allgather"})
    add(algorithm, experiments::plain_broadcast(algorithm));
  for (const int arity : {2, 3, 7, 47})
    add(fmt::format("oc_bcast, {} children", arity), experiments::oc_broadcast(arity));
  return all;
}

void check(const TuneOptions& options) {
  if (options.what != "broadcast")
    throw kernel::InputError(
        fmt::format("tune: '{}' unknown, expected broadcast", kernel::shown(options.what)));
  for (const int bytes : options.sizes)
    if (bytes < 1 || bytes > kLargestBytes)
      throw kernel::InputError(
          fmt::format("tune: {} bytes, expected 1 to {}", bytes, kLargestBytes));
}

// Only the settings that the algorithm has.
Json to_json(const Candidate& candidate) {
  const experiments::Broadcast& b = candidate.broadcast;
  Json json{{"name", candidate.name}, {"algorithm", b.algorithm}};
  const bool dopl = b.algorithm == "dopl";
  if (dopl || b.algorithm.starts_with("cube")) json["part_bytes"] = b.part_bytes;
  if (dopl) json["pipe_bytes"] = b.pipe_bytes;
  if (b.algorithm == "oc_bcast") json["arity"] = b.arity;
  return json;
}

// One study per size, so that its times do not depend on the other sizes asked for.
Json tune_size(experiments::ExperimentContext& context, int ues, int bytes) {
  auto all = candidates(ues, bytes);
  const experiments::Broadcast cube = experiments::on_cores(experiments::cube_broadcast(), ues),
                               dopl = experiments::on_cores(experiments::dopl_broadcast(), ues);
  experiments::BroadcastStudy study(context);
  for (const Candidate& c : all) study.want(c.broadcast, bytes);
  study.want(cube, bytes);
  study.want(dopl, bytes);
  study.run(fmt::format("tune broadcast, {} bytes", bytes));

  const auto ms = [&](const Candidate& c) { return study.ms(c.broadcast, bytes); };
  std::ranges::stable_sort(all, {}, ms);
  const double best = ms(all.front());
  const double cube_ms = study.ms(cube, bytes), dopl_ms = study.ms(dopl, bytes);
  Json tried = Json::array();
  fmt::print(std::cout, "{} bytes\n", bytes);
  for (const Candidate& c : all) {
    fmt::print(std::cout, "  {:>10.4f} ms  {}\n", ms(c), c.name);
    tried.push_back(to_json(c));
    tried.back()["ms"] = ms(c);
  }
  fmt::print(std::cout,
             "  chosen: {}: {:.2f} times as fast as the thesis' Cube ({:.4f} ms), {:.2f} times "
             "as its DOPL ({:.4f} ms)\n\n",
             all.front().name, cube_ms / best, cube_ms, dopl_ms / best, dopl_ms);
  std::cout.flush();
  return {{"bytes", bytes},
          {"chosen", to_json(all.front())},
          {"ms", best},
          {"gain_over_cube", cube_ms / best},
          {"gain_over_dopl", dopl_ms / best},
          {"candidates", tried}};
}

// One line: what was chosen for a size.
std::string chosen_text(const Json& size) {
  return fmt::format(
      "{} bytes: {}, {:.4f} ms, {:.2f} times as fast as the thesis' Cube and {:.2f} "
      "times as its DOPL.",
      size["bytes"].get<int>(), size["chosen"]["name"].get<std::string>(), size["ms"].get<double>(),
      size["gain_over_cube"].get<double>(), size["gain_over_dopl"].get<double>());
}

// By size, how many times as long each candidate takes as the fastest.
report::Plot candidates_plot(const Json& sizes) {
  report::Plot plot{.title = "Broadcast time over that of the fastest, best candidates first",
                    .x = {"place among the candidates"},
                    .y = {"times as long as the fastest"},
                    .series = {}};
  for (const Json& size : sizes) {
    report::Series& series = plot.series.emplace_back(
        report::Series{.name = fmt::format("{} bytes", size["bytes"].get<int>())});
    for (const Json& candidate : size["candidates"])
      series.points.emplace_back(series.points.size() + 1.0,
                                 candidate["ms"].get<double>() / size["ms"].get<double>());
  }
  return plot;
}

std::string tune_page(const Json& json, machine::Machine machine) {
  report::Page page(
      fmt::format("Broadcasts for {} UEs on {}", json["ues"].get<int>(), machine.name));
  page.summary(report::html_paragraph(
      "tune tried broadcasts by several algorithms, part and piece sizes; the fastest:"));
  for (const Json& size : json["sizes"]) page.summary(report::html_paragraph(chosen_text(size)));
  page.section("Candidates compared");
  page.add(
      report::html_figure(candidates_plot(json["sizes"]), "Every candidate, by message size."));
  for (const Json& size : json["sizes"]) {
    page.section(fmt::format("{} bytes", size["bytes"].get<int>()));
    report::Grid grid{"candidates, the fastest first", {"us"}, {}};
    for (const Json& candidate : size["candidates"])
      grid.lines.emplace_back(candidate["name"],
                              std::vector<double>{1e3 * candidate["ms"].get<double>()});
    page.add(report::html_grid(grid));
  }
  page.section("Machine parameters");
  page.add(report::html_parameters(machine.parameters_as_set()));
  report::add_origin(page);
  return page.html();
}

int tune(const TuneOptions& options) {
  const machine::Machine machine = options.machine.load();
  constexpr const char *kScc = "an SCC", *kCoherent = "a coherent machine";
  check_form("tune", machine.is_coherent() ? kCoherent : kScc, options.given,
             {{"--bytes", {kScc}},
              {"--ues", {kScc}},
              {"--jobs", {kScc}},
              {"--out", {kScc}},
              {"--threads", {kCoherent}}});
  if (machine.is_coherent())
    return tune_collective(
        {machine, options.what, options.threads.value_or(machine.cores()), options.json_file});
  check(options);
  machine::expect_kind(machine, {machine::kScc}, "tune broadcast");
  base::check_outputs(options.out_directory, {options.json_file});
  const std::string kept = options.out_directory.empty() ? "" : options.out_directory + "/runs";
  experiments::ExperimentContext context({machine, true, false, {}, options.jobs, kept});
  fmt::print(std::cout, "tune broadcast on {}, {} UEs\n\n", machine.name, options.ues);
  Json json{{"machine", machine.name}, {"ues", options.ues}, {"sizes", Json::array()}};
  for (const int bytes : options.sizes)
    json["sizes"].push_back(tune_size(context, options.ues, bytes));
  if (!std::cout) throw kernel::InputError("standard output: cannot write");
  base::write_json(options.json_file, json);
  if (!options.out_directory.empty()) {
    base::make_directory(options.out_directory);
    report::write_page(options.out_directory, tune_page(json, machine));
  }
  return 0;
}

}  // namespace

void add_tune(CLI::App& app, Action& action) {
  const auto options = std::make_shared<TuneOptions>();
  CLI::App& verb = *app.add_subcommand("tune", "find the fastest collective for a machine");
  options->machine.add_to(verb);
  offers(verb.add_option("what", options->what,
                         "what to tune: broadcast; on a coherent machine also large-broadcast, "
                         "barrier, reduction"),
         {"broadcast", "large-broadcast", "barrier", "reduction"})
      ->required();
  verb.add_option("--bytes", options->sizes, "message sizes, separated by commas")
      ->delimiter(',')
      ->capture_default_str();
  verb.add_option("--ues", options->ues, "number of UEs (units of execution), on cores 0 to N-1")
      ->check(whole_number(1, SCC_CORES))
      ->capture_default_str();
  verb.add_option("--threads", options->threads,
                  "number of threads on a coherent machine, one a core; unless given, all");
  verb.add_option("--jobs", options->jobs, "simulations to run at a time")
      ->check(whole_number(1, 1024))
      ->capture_default_str();
  writes(verb.add_option("--json", options->json_file,
                         "write what was chosen and all that was tried as JSON"));
  writes(verb.add_option(
      "--out", options->out_directory,
      "write report.html and keep the results of runs in this directory; those already "
      "there are used again"));
  verb.callback([options, &action, &verb] {
    options->given = given_options(verb);
    action = [options] { return tune(*options); };
  });
}

}  // namespace rc::sim::cli
