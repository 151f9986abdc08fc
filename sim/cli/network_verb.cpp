// SPDX-License-Identifier: Apache-2.0
// rockcreek network: write, export, check and synthesise a network of one's own (docs/network.md).
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/traffic/traffic_driver.h"
#include "hw_model/scc/systemc/scc_system.h"
#include "sim/base/paths.h"
#include "sim/cli/cli.h"
#include "sim/cli/network_export.h"
#include "sim/lab/user/check.h"
#include "sim/lab/user/library.h"
#include "sim/lab/user/synthesis.h"
#include "sim/lab/user/template.h"

namespace rc::sim::cli {
namespace {

struct NetworkOptions {
  std::string path;
  std::string machine = machine::kDefaultMachine;
  std::string grid;  // COLSxROWS; empty: the machine's end points
  unsigned classes = 2;
  lab::NetworkCheck check;
};

lab::NetworkShape shape_of(const NetworkOptions& options) {
  if (options.grid.empty()) {
    const machine::Machine machine = machine::load_machine(options.machine, {}, "model");
    machine::expect_kind(machine, {machine::kScc}, "network");
    return lab::network_shape(machine.params.noc, scc::SccSystem::end_points(machine.params));
  }
  noc::NocParams params;
  int end = 0;
  if (std::sscanf(options.grid.c_str(), "%2ux%2u%n", &params.cols, &params.rows, &end) != 2 ||
      end != static_cast<int>(options.grid.size()))
    throw kernel::InputError("--grid: expected COLSxROWS, as 2x2");
  params.message_classes = options.classes;
  check_params(params);
  return lab::network_shape(params, noc::local_end_points(params));
}

int check(const NetworkOptions& options) {
  const lab::NetworkShape shape = shape_of(options);
  const rc_network_api& api = lab::load_network(options.path, shape);
  lab::check_network(api, shape, options.check, [](const std::string& line) {
    fmt::print("{}\n", line);
    std::fflush(stdout);
  });
  fmt::print("{} passes: {} end points, {} classes\n", options.path, shape.places.size(),
             shape.classes);
  return 0;
}

}  // namespace

void add_network(CLI::App& app, Action& action) {
  const auto options = std::make_shared<NetworkOptions>();
  CLI::App& verb = *app.add_subcommand(
      "network", "bring a network of your own: write one, check it, synthesise it");
  verb.require_subcommand(1);
  CLI::App& fresh = *verb.add_subcommand("new", "write a network that works, to start from");
  fresh.add_option("directory", options->path, "new folder")->required();
  fresh.callback([=, &action] {
    action = [options] {
      lab::write_network_template(options->path);
      return 0;
    };
  });
  add_network_export(verb, action);
  CLI::App& checked = *verb.add_subcommand("check", "test that a network keeps the contract");
  CLI::App& synthesised = *verb.add_subcommand("synth", "cells and area, by Yosys");
  for (CLI::App* sub : {&checked, &synthesised}) {
    sub->add_option("path", options->path, "folder with network.toml, or (check) shared library")
        ->required();
    offers(
        sub->add_option("--machine", options->machine, "machine file whose end points it serves"),
        base::machine_names())
        ->capture_default_str();
    sub->add_option("--grid", options->grid,
                    "COLSxROWS: instead of a machine's end points, one at each place of a grid");
    sub->add_option("--classes", options->classes, "with --grid: message classes")
        ->check(whole_number(1, 2))
        ->needs("--grid")
        ->capture_default_str();
  }
  checked.add_option("--cycles", options->check.cycles, "of each phase with random traffic")
      ->check(whole_number(100, 1'000'000'000))
      ->capture_default_str();
  checked.add_option("--stuck", options->check.stuck_cycles, "cycles without a move: a deadlock")
      ->check(whole_number(100, 1'000'000'000))
      ->capture_default_str();
  checked.add_option("--seed", options->check.seed, "of the traffic")
      ->check(whole_number())
      ->capture_default_str();
  checked.callback([=, &action] { action = [options] { return check(*options); }; });
  synthesised.callback([=, &action] {
    action = [options] {
      fmt::print("{}", lab::synthesise(lab::read_network(options->path), shape_of(*options)));
      return 0;
    };
  });
}

}  // namespace rc::sim::cli
