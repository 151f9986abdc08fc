// SPDX-License-Identifier: Apache-2.0
// rockcreek schedule: charts which links of an e-cube hypercube a complete exchange, a routine of
// C*, or a schedule from a file, uses in which step, and checks it for link contention.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "hw_model/ipsc/pins.h"
#include "hw_model/kernel/error.h"
#include "sim/base/files.h"
#include "sim/base/json_output.h"
#include "sim/cli/cli.h"
#include "sim/hypercube/cstar_schedule.h"
#include "sim/hypercube/ecube_chart.h"
#include "sim/hypercube/schedule_file.h"

namespace rc::sim::cli {
namespace {

using exchange::Algorithm;
using Json = nlohmann::ordered_json;

const std::map<std::string, Algorithm> kAlgorithms{
    {"naive", Algorithm::naive},       {"linear", Algorithm::linear},
    {"pairwise", Algorithm::pairwise}, {"tournament", Algorithm::tournament},
    {"stable", Algorithm::stable},     {"standard", Algorithm::standard}};
// Of the C* library, by style.
const std::map<std::string, cstar::Style> kBroadcasts{
    {"broadcast-mesh", cstar::Style::mesh}, {"broadcast-hypercube", cstar::Style::hypercube}};
const std::map<std::string, cstar::Style> kReductions{
    {"reduce-mesh", cstar::Style::mesh}, {"reduce-hypercube", cstar::Style::hypercube}};

// At most this many conflicts of a kind are printed; the JSON has them all.
constexpr std::size_t kShown = 20;

struct ScheduleOptions {
  std::string algorithm;
  std::string file;
  std::string json_file;
  int dimension = 0;
  int source = 0;
  bool usage = false;
};

// What is shown and checked; of the naive algorithm also the schedule before arbitration.
struct Subject {
  std::string name;
  hypercube::Schedule schedule;
  std::optional<hypercube::Schedule> as_written;
};

Subject subject_of(const ScheduleOptions& options) {
  if (!options.file.empty())
    return {
        options.file,
        hypercube::parse_schedule(base::read_file(options.file), options.file, options.dimension),
        std::nullopt};
  if (const auto it = kBroadcasts.find(options.algorithm); it != kBroadcasts.end())
    return {options.algorithm,
            hypercube::cstar_broadcast(it->second, options.dimension, options.source),
            std::nullopt};
  if (const auto it = kReductions.find(options.algorithm); it != kReductions.end())
    return {options.algorithm, hypercube::cstar_reduce(it->second, options.dimension),
            std::nullopt};
  const hypercube::Schedule schedule =
      hypercube::schedule_of(kAlgorithms.at(options.algorithm), options.dimension);
  if (options.algorithm != "naive") return {options.algorithm, schedule, std::nullopt};
  return {options.algorithm, hypercube::arbitrated(schedule), schedule};
}

std::string chart_of(const ScheduleOptions& options, const hypercube::Schedule& schedule) {
  if (options.usage) return hypercube::directed_chart(schedule, hypercube::ChartMarks::usage);
  if (options.algorithm == "pairwise" || options.algorithm == "tournament")
    return hypercube::pairwise_chart(schedule);
  return hypercube::directed_chart(schedule, hypercube::ChartMarks::steps);
}

std::string name_of(const ipsc::Link& link, int dimension) {
  return hypercube::node_label(link.node, dimension) + " -> " +
         hypercube::node_label(link.neighbour(), dimension);
}

// Prints each of `found` in the words of `describe`, up to kShown of them.
template <typename Found, typename Describe>
void list(const std::vector<Found>& found, Describe describe) {
  for (std::size_t i = 0; i < found.size() && i < kShown; ++i)
    fmt::print(std::cout, "  {}\n", describe(found[i]));
  if (found.size() > kShown) fmt::print(std::cout, "  and {} more\n", found.size() - kShown);
}

Json link_json(const ipsc::Link& link) { return {link.node, link.neighbour()}; }

Json json_of(const Subject& subject, const std::vector<hypercube::LinkConflict>& links,
             const std::vector<hypercube::SenderConflict>& senders,
             const std::vector<hypercube::Succession>& in_succession) {
  Json messages = Json::array(), link_list = Json::array(), sender_list = Json::array(),
       succession_list = Json::array();
  for (const hypercube::Transmission& message : subject.schedule.transmissions) {
    Json route = Json::array();
    for (const ipsc::Link& link : ipsc::ecube_route(message.source, message.destination))
      route.push_back(link_json(link));
    messages.push_back({{"step", message.step},
                        {"source", message.source},
                        {"destination", message.destination},
                        {"links", route}});
  }
  for (const hypercube::LinkConflict& conflict : links) {
    Json contenders = Json::array();
    for (const hypercube::Transmission& message : conflict.messages)
      contenders.push_back({message.source, message.destination});
    link_list.push_back(
        {{"step", conflict.step}, {"link", link_json(conflict.link)}, {"messages", contenders}});
  }
  for (const hypercube::SenderConflict& conflict : senders)
    sender_list.push_back(
        {{"step", conflict.step}, {"node", conflict.node}, {"messages", conflict.messages}});
  for (const hypercube::Succession& succession : in_succession)
    succession_list.push_back({{"step", succession.step}, {"link", link_json(succession.link)}});
  return {{"schedule", subject.name},
          {"dimension", subject.schedule.dimension},
          {"nodes", subject.schedule.nodes()},
          {"steps", subject.schedule.steps()},
          {"complete_exchange", subject.schedule.is_complete_exchange()},
          {"stable", in_succession.empty()},
          {"messages", messages},
          {"link_conflicts", link_list},
          {"sender_conflicts", sender_list},
          {"links_in_succession", succession_list},
          {"ok", links.empty() && senders.empty()}};
}

void print_arbitration(const hypercube::Schedule& as_written, const hypercube::Schedule& executed) {
  const std::size_t contended = hypercube::link_conflicts(as_written).size();
  if (contended == 0) return;
  fmt::print(
      std::cout,
      "as written: {} steps, with contention {} times; shown as executed, links going to the "
      "lowest-numbered node: {} steps\n",
      as_written.steps(), contended, executed.steps());
}

// The paper's figure 8 is not the schedule that its text calls pairwise (docs/exchange.md).
void print_which_pairwise(const std::string& algorithm) {
  if (algorithm == "pairwise")
    fmt::print(std::cout,
               "pairwise is the paper's procedure, m xor i; its figure 8 shows other steps: see "
               "--algorithm tournament\n");
  if (algorithm == "tournament")
    fmt::print(std::cout,
               "tournament is the paper's figure 8; its procedure, m xor i, has other steps: see "
               "--algorithm pairwise\n");
}

int schedule(const ScheduleOptions& options) {
  if (options.source >= ipsc::node_count(options.dimension))
    throw kernel::InputError(
        fmt::format("schedule: --source {}: a hypercube of dimension {} has nodes 0 to {}",
                    options.source, options.dimension, ipsc::node_count(options.dimension) - 1));
  const Subject subject = subject_of(options);
  base::check_outputs("", {options.json_file});
  const hypercube::Schedule& shown = subject.schedule;
  const int d = shown.dimension;
  const auto links = hypercube::link_conflicts(shown);
  const auto senders = hypercube::sender_conflicts(shown);
  const auto in_succession = hypercube::successions(shown);

  fmt::print(std::cout, "{}\n{}: {} messages among {} nodes in {} steps\n",
             chart_of(options, shown), subject.name, shown.transmissions.size(), shown.nodes(),
             shown.steps());
  print_which_pairwise(options.algorithm);
  if (kBroadcasts.contains(options.algorithm) || kReductions.contains(options.algorithm))
    fmt::print(std::cout, "links held, summed over messages: {}\n", hypercube::links_held(shown));
  if (subject.as_written) print_arbitration(*subject.as_written, shown);
  fmt::print(std::cout, "link contention: {}\n", links.empty() ? "none" : "");
  list(links, [&](const hypercube::LinkConflict& conflict) {
    std::string text = fmt::format("step {}, {}:", conflict.step, name_of(conflict.link, d));
    for (const hypercube::Transmission& message : conflict.messages)
      text += fmt::format(" {}->{}", hypercube::node_label(message.source, d),
                          hypercube::node_label(message.destination, d));
    return text;
  });
  fmt::print(std::cout, "nodes that send twice in a step: {}\n", senders.empty() ? "none" : "");
  list(senders, [&](const hypercube::SenderConflict& conflict) {
    return fmt::format("step {}, {}: {} messages", conflict.step,
                       hypercube::node_label(conflict.node, d), conflict.messages);
  });
  fmt::print(std::cout, "links used in two steps in succession: {}\n",
             in_succession.empty() ? "none (stable)" : std::to_string(in_succession.size()));

  if (!std::cout.flush()) throw kernel::InputError("standard output: cannot write");
  if (!options.json_file.empty())
    base::write_json(options.json_file, json_of(subject, links, senders, in_succession));
  return links.empty() && senders.empty() ? 0 : 1;
}

}  // namespace

void add_schedule(CLI::App& app, Action& action) {
  const auto options = std::make_shared<ScheduleOptions>();
  CLI::App& verb = *app.add_subcommand(
      "schedule", "chart the links that a hypercube schedule uses and check it for contention");
  std::vector<std::string> names;
  for (const auto& [name, algorithm] : kAlgorithms) names.push_back(name);
  for (const auto* routines : {&kBroadcasts, &kReductions})
    for (const auto& [name, style] : *routines) names.push_back(name);
  CLI::Option* algorithm =
      verb.add_option("--algorithm", options->algorithm,
                      "show complete exchange by this algorithm, or a routine of C*")
          ->check(CLI::IsMember(names));
  verb.add_option("--file", options->file,
                  "show the schedule in this file: lines STEP SOURCE DESTINATION, steps from 1")
      ->excludes(algorithm);
  verb.add_option("--dim", options->dimension, "dimension of the hypercube")
      ->required()
      ->check(whole_number(1, ipsc::kMaxDimension));
  verb.add_option("--source", options->source, "node that broadcasts")->check(whole_number(0, 127));
  verb.add_flag("--usage", options->usage, "mark used links with x instead of the step");
  writes(verb.add_option("--json", options->json_file,
                         "write messages, routes and conflicts as JSON"));
  verb.callback([options, &action] {
    if (options->algorithm.empty() && options->file.empty())
      throw kernel::InputError("schedule: expected --algorithm or --file");
    action = [options] { return schedule(*options); };
  });
}

}  // namespace rc::sim::cli
