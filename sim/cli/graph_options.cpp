// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/graph_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <type_traits>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "hw_model/noc/routing/routing.h"
#include "hw_model/noc/topology/topology.h"
#include "sim/base/numbers.h"
#include "sim/cli/cli.h"
#include "sim/machine/parameters.h"

namespace rc::sim::cli {

namespace {

// What the shell offers for words that are one of a few (lab::graph_settings() takes them).
const std::map<std::string, std::vector<std::string>>& words_of_a_few() {
  static const std::vector<std::string> allocators{"separable-input", "separable-output", "islip",
                                                   "wavefront", "maximum"};
  static const std::map<std::string, std::vector<std::string>> all{
      {"allocation", {"combined", "two-stage"}},
      {"vc_allocator", allocators},
      {"switch_allocator", allocators},
      {"arbiter", {"least-recently-served", "round-robin", "oldest"}},
      {"priority", {"none", "class", "age", "network-age"}},
      {"flow", {"cut-through", "wormhole"}},
      {"reallocate", {"tail", "empty"}}};
  return all;
}

}  // namespace

// Makes an option of each word; ranges are what makes a network looks at.
struct GraphOptions::Adder {
  CLI::App& verb;
  std::vector<std::pair<std::string, CLI::Option*>>& options;
  const char* title;

  template <class T>
  void field(const char* name, T& value, kernel::Range, const char* text, const char*) {
    CLI::Option* const option = add(name, verb.add_option(option_of(name), value, text));
    if constexpr (std::is_integral_v<T>) option->check(whole_number());
    option->capture_default_str();
  }
  void field(const char* name, bool& value, const char* text, const char*) {
    add(name, verb.add_flag(option_of(name), value, text));
  }
  void field(const char* name, std::string& value, const char* text, const char*) {
    CLI::Option* const option = add(name, verb.add_option(option_of(name), value, text));
    if (const auto few = words_of_a_few().find(name); few != words_of_a_few().end())
      offers(option, few->second);
  }

  CLI::Option* add(const char* name, CLI::Option* option) {
    options.emplace_back(name, titled(option, title));
    return option;
  }

  static std::string option_of(const char* name) {
    return lab::word_name(lab::Naming::options, name);
  }
};

std::vector<std::string> GraphOptions::of_routers(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const CLI::Option* const option : verb.get_options()) {
    if (option->count() == 0) continue;
    const std::string group = option->get_group(), name = option->get_name();
    const bool places = name == "--cols" || name == "--rows" || name == "--classes";
    const bool queues = name == "--traffic-class" ||
                        (name == "--multicast-copies" && option->as<std::string>() == "routers");
    if (!places && (group == kNetwork || group == kRouters || queues)) names.push_back(name);
  }
  return names;
}

void GraphOptions::add_numbers(CLI::App& verb) {
  const auto number = [&](const char* name, std::uint32_t noc::NocParams::*field,
                          const char* text) {
    titled(verb.add_option(name, numbers_.*field, text + std::string(" (default: the machine's)")),
           kNetwork)
        ->default_str("")
        ->each([this, field, name](const std::string&) {
          numbers_given_.push_back(field);
          number_names_.emplace_back(name + 2);
        });
  };
  number("--cols", &noc::NocParams::cols, "columns of routers, 1 to 32");
  number("--rows", &noc::NocParams::rows, "rows of routers, 1 to 32");
  number("--vcs", &noc::NocParams::vcs, "virtual channels (VCs) per port, of all message classes");
  number("--classes", &noc::NocParams::message_classes, "message classes");
  number("--vc-depth", &noc::NocParams::vc_depth, "flits of buffer per VC");
  number("--pipeline", &noc::NocParams::pipeline, "cycles per hop, 1 to 4");
}

void GraphOptions::offer_names(CLI::Option* topology, CLI::Option* routing) {
  std::vector<std::string> families, relations;
  for (const noc::Family& family : noc::families()) families.emplace_back(family.name);
  for (const noc::RoutingName& relation : noc::routing_names())
    relations.emplace_back(relation.name);
  offers(titled(topology, kNetwork), families);
  offers(titled(routing, kNetwork), relations);
}

void GraphOptions::set(noc::NocParams& noc) const {
  for (const auto field : numbers_given_) noc.*field = numbers_.*field;
}

void GraphOptions::add_topology(CLI::App& verb) {
  Adder adder{verb, options_, kNetwork};
  words_.visit_topology(adder);
  others_.push_back(
      titled(verb.add_option("--end-grid", end_grid_,
                             "end points by dimension, as 4x4x4, for tornado and neighbour"),
             kNetwork));
}

void GraphOptions::add_router(CLI::App& verb) {
  Adder adder{verb, options_, kRouters};
  words_.visit_router(adder);
  others_.push_back(
      titled(verb.add_flag("--allow-deadlock", allow_deadlock_,
                           "run a network that the check before the run says can deadlock"),
             kRouters));
}

void GraphOptions::parsed() {
  for (const auto& [word, option] : options_)
    if (option->count() != 0) given_.push_back(word);
  for (const CLI::Option* option : others_) other_given_ |= option->count() != 0;
  options_.clear();
  others_.clear();
}

// The machine's, but for those that the command line gives.
noc::GraphWords GraphOptions::words(const noc::GraphWords& machine) const {
  noc::GraphWords all = machine, ours = words_;
  const machine::Parameters to = machine::list_parameters(all);
  const machine::Parameters from = machine::list_parameters(ours);
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (std::ranges::find(given_, to[i].path) == given_.end()) continue;
    std::visit([&](auto* target) { *target = *std::get<decltype(target)>(from[i].target); },
               to[i].target);
  }
  return all;
}

std::vector<std::string> GraphOptions::all_given(const noc::GraphWords& machine) const {
  std::vector<std::string> all = given_;
  for (const std::string& word : lab::given_words(machine))
    if (std::ranges::find(all, word) == all.end()) all.push_back(word);
  return all;
}

bool GraphOptions::wanted(const std::string& topology, const std::string& routing,
                          const noc::GraphWords& machine) const {
  return other_given_ || lab::needs_graph(all_given(machine), topology, routing);
}

lab::GraphSettings GraphOptions::settings(const std::string& topology, const std::string& routing,
                                          const noc::NocParams& noc,
                                          const noc::GraphWords& machine) const {
  lab::GraphSettings settings = lab::graph_settings({.topology = topology,
                                                     .routing = routing,
                                                     .noc = noc,
                                                     .words = words(machine),
                                                     .given = all_given(machine),
                                                     .numbers_given = number_names_});
  if (!end_grid_.empty())
    settings.end_grid = lab::grid_sizes(lab::word_name(settings.naming, "end_grid"), end_grid_);
  if (allow_deadlock_) settings.on_deadlock = lab::GraphSettings::OnDeadlock::warn;
  return settings;
}

}  // namespace rc::sim::cli
