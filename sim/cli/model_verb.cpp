// SPDX-License-Identifier: Apache-2.0
// rockcreek model: what a collective operation takes on a cache-coherent machine by the analytic
// model, and the parameters with which it takes least.
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/json_output.h"
#include "sim/cli/cli.h"
#include "sim/cli/model_protocol.h"
#include "sim/experiments/coherence/models/optimise.h"

namespace rc::sim::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kMaxLines = 1 << 20;

struct ModelOptions {
  std::string operation;
  std::string machine = "xeonphi";
  int threads = 0;
  int lines = 128;  // 8 KB, what the report's large broadcasts copy
  std::string json_file;
  std::string table_file, svg_file;  // of a protocol
  std::set<std::string> given;       // names of options
};

// One choice of parameters: its JSON, as text, and its times.
struct Choice {
  Json json;
  std::string text;
  experiments::model::Band band;
};

std::vector<Choice> tree_choices(
    const experiments::model::CoherentMachine& machine,
    const std::vector<experiments::model::FanOut>& trees,
    experiments::model::Band (*band)(const experiments::model::CoherentMachine&,
                                     const experiments::model::FanOut&)) {
  std::vector<Choice> choices;
  for (const experiments::model::FanOut& tree : trees)
    choices.push_back(
        {{{"k", tree}}, fmt::format("k = {}", fmt::join(tree, ", ")), band(machine, tree)});
  return choices;
}

std::vector<Choice> barrier_choices(const experiments::model::CoherentMachine& machine,
                                    int threads) {
  std::vector<Choice> choices;
  for (const auto& [m, rounds] : experiments::model::best_barrier(machine, threads).optima)
    choices.push_back({{{"m", m}, {"r", rounds}},
                       fmt::format("m = {}, {} round{}", m, rounds, rounds == 1 ? "" : "s"),
                       experiments::model::barrier(machine, m, rounds)});
  return choices;
}

// The faster of the two algorithms first.
std::vector<Choice> large_broadcasts(const experiments::model::CoherentMachine& machine,
                                     int threads, int lines) {
  std::vector<Choice> both{{{{"algorithm", "flat"}},
                            "flat tree",
                            experiments::model::flat_broadcast(machine, threads, lines)},
                           {{{"algorithm", "pipelined"}},
                            "pipelined",
                            experiments::model::pipelined_broadcast(machine, threads, lines)}};
  if (both[1].band.min < both[0].band.min) std::swap(both[0], both[1]);
  return both;
}

void check(const ModelOptions& options) {
  constexpr std::array kOperations{"broadcast", "large-broadcast", "barrier", "reduction",
                                   "protocol"};
  if (std::ranges::find(kOperations, options.operation) == kOperations.end())
    throw kernel::InputError(fmt::format("model: no operation '{}', expected one of {}",
                                         kernel::shown(options.operation),
                                         fmt::join(kOperations, ", ")));
  static const std::vector<const char*> kTimed{"broadcast", "large-broadcast", "barrier",
                                               "reduction"};
  check_form("model", options.operation, options.given,
             {{"--threads", kTimed},
              {"--json", kTimed},
              {"--lines", {"large-broadcast"}},
              {"--table", {"protocol"}},
              {"--out", {"protocol"}}});
  if (options.operation != "protocol" && !options.given.contains("--threads"))
    throw kernel::InputError("model: --threads is missing: how many, one a core");
}

int model_verb(const ModelOptions& options) {
  const std::string& op = options.operation;
  check(options);
  if (op == "protocol")
    return model_protocol({options.machine, options.table_file, options.svg_file});
  const experiments::model::CoherentMachine machine =
      experiments::model::find_machine(options.machine, options.threads);
  const bool large = op == "large-broadcast";
  std::vector<Choice> choices;
  if (op == "broadcast")
    choices =
        tree_choices(machine, experiments::model::best_broadcast(machine, options.threads).optima,
                     experiments::model::small_broadcast);
  else if (op == "reduction")
    choices =
        tree_choices(machine, experiments::model::best_reduction(machine, options.threads).optima,
                     experiments::model::small_reduction);
  else if (op == "barrier")
    choices = barrier_choices(machine, options.threads);
  else
    choices = large_broadcasts(machine, options.threads, options.lines);
  base::check_outputs("", {options.json_file});

  fmt::print(std::cout, "{}{}, {} threads on {}, one a core\n\n{:24}{:>10}{:>10}\n", op,
             large ? fmt::format(" of {} lines", options.lines) : "", options.threads, machine.name,
             "", "min ns", "max ns");
  for (const Choice& choice : choices)
    fmt::print(std::cout, "{:24}{:>10.1f}{:>10.1f}\n", choice.text, choice.band.min,
               choice.band.max);
  if (!large && choices.size() > 1)
    fmt::print(std::cout, "\nAll of these have the least minimum; the first is the choice.\n");

  Json optima = Json::array();
  for (const Choice& choice : choices)
    if (!large || optima.empty()) optima.push_back(choice.json);
  const Json json{{"op", op},
                  {"machine", machine.name},
                  {"threads", options.threads},
                  {"min_ns", choices.front().band.min},
                  {"max_ns", choices.front().band.max},
                  {"optima", optima}};
  if (!std::cout.flush()) throw kernel::InputError("standard output: cannot write");
  base::write_json(options.json_file, json);
  return 0;
}

}  // namespace

void add_model(CLI::App& app, Action& action) {
  const auto options = std::make_shared<ModelOptions>();
  CLI::App& verb = *app.add_subcommand(
      "model", "time a collective operation on a cache-coherent machine by the analytic model");
  offers(verb.add_option("operation", options->operation,
                         "broadcast (of one line), large-broadcast, barrier or reduction (of one "
                         "item): its time; protocol: the transitions of a line's states"),
         {"broadcast", "large-broadcast", "barrier", "reduction", "protocol"})
      ->required();
  verb.add_option("--threads", options->threads, "number of threads, one a core");
  offers(verb.add_option("--machine", options->machine, "xeonphi or sandybridge"),
         {"xeonphi", "sandybridge"})
      ->capture_default_str();
  verb.add_option("--lines", options->lines, "lines of 64 bytes that a large-broadcast copies")
      ->check(whole_number(1, kMaxLines))
      ->capture_default_str();
  writes(verb.add_option("--json", options->json_file,
                         "write times and all optimal parameters as JSON"));
  verb.add_option("--table", options->table_file, "read the protocol from this file");
  writes(
      verb.add_option("--out", options->svg_file,
                      "draw the protocol as SVG into this file; without it the table is printed"));
  verb.callback([options, &action, &verb] {
    options->given = given_options(verb);
    action = [options] { return model_verb(*options); };
  });
}

}  // namespace rc::sim::cli
