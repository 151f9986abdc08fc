// SPDX-License-Identifier: Apache-2.0
#include "sim/machine/machine.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "hw_model/kernel/error.h"
#include "sim/base/paths.h"
#include "sim/experiments/experiment.h"

namespace rc::sim::machine {
namespace {

TEST(SimMachine, EveryParameterSaysUnitAndSource) {
  scc::SccParams params;
  std::set<std::string> seen;
  for (const Parameter& p : list_parameters(params)) {
    EXPECT_TRUE(seen.insert(p.path).second) << p.path << " twice";
    EXPECT_GT(p.source.size(), 5u) << p.path;
    EXPECT_FALSE(p.unit.empty() && !std::holds_alternative<bool*>(p.target) &&
                 !std::holds_alternative<std::string*>(p.target))
        << p.path;
  }
  EXPECT_GT(seen.size(), 30u);
}

TEST(SimMachine, EveryMachineFileLoads) {
  for (const std::string& name : base::machine_names())
    EXPECT_EQ(load_machine(name, {}, "model").name, name);
}

TEST(SimMachine, TheDefaultFileSaysWhatTheDefaultsAre) {
  Machine machine = load_machine(kDefaultMachine, {}, "model");
  scc::SccParams defaults;
  const Parameters ours = list_parameters(machine.params), theirs = list_parameters(defaults);
  for (std::size_t i = 0; i < theirs.size(); ++i)
    EXPECT_EQ(value_text(ours[i]), value_text(theirs[i])) << ours[i].path;
}

TEST(SimMachine, TheFastSettingDiffersInItsClocksOnly) {
  Machine machine = load_machine("scc-800-1600-1066.toml", {}, "model");
  scc::SccParams defaults;
  EXPECT_EQ(machine.params.clocks.tile_divider, 2u);
  EXPECT_EQ(machine.params.clocks.mesh_divider, 1u);
  EXPECT_EQ(machine.params.clocks.memory_mts, 1066u);
  const Parameters ours = list_parameters(machine.params), theirs = list_parameters(defaults);
  for (std::size_t i = 0; i < theirs.size(); ++i) {
    if (ours[i].path.starts_with("clocks.")) continue;
    EXPECT_EQ(value_text(ours[i]), value_text(theirs[i])) << ours[i].path;
  }
}

TEST(SimMachine, SettingsShowInTheName) {
  const Machine machine = load_machine("scc", {"core.btb_entries=512"}, "model");
  EXPECT_EQ(machine.params.core.btb_entries, 512u);
  EXPECT_EQ(machine.name, "scc core.btb_entries=512");
  EXPECT_EQ(load_machine("scc", {"noc.rtl_tiles=\x1b[31m"}, "model").name,
            "scc noc.rtl_tiles=\\x1b[31m");
}

// Of every file: what it sets to another value than the default's has not the default's source.
TEST(SimMachine, AValueSaysWhereItWasSet) {
  for (const std::string& name : base::machine_names()) {
    Machine machine = load_machine(name, {}, "model");
    const Parameters defaults = machine.parameters();
    const std::vector<ChangedParameter> changed = changed_parameters(machine);
    const Parameters all = machine.parameters_as_set();
    for (std::size_t i = 0; i < all.size(); ++i) {
      SCOPED_TRACE(name + " " + all[i].path);
      const bool other = std::ranges::count(changed, all[i].path, &ChangedParameter::path) != 0;
      const bool here = all[i].source.starts_with(name + ": ") || all[i].source == "set in " + name;
      EXPECT_EQ(here, other);
      EXPECT_EQ(all[i].fitted_on, other ? "" : defaults[i].fitted_on);
    }
  }
  const auto source = [](Machine machine, const char* path) {
    const Parameters all = machine.parameters_as_set();
    return std::ranges::find(all, path, &Parameter::path)->source;
  };
  const Machine sandybridge = load_machine("sandybridge", {"cores.clock_mhz=2700"}, "model");
  EXPECT_EQ(source(sandybridge, "cores.cores"),
            "sandybridge: two sockets of eight; HyperThreading");
  EXPECT_EQ(source(sandybridge, "cores.l1_ns"),
            "sandybridge: fitted on line/sandy_bridge/same_core/M");
  EXPECT_EQ(source(sandybridge, "cores.store_bytes"), "set in sandybridge");
  EXPECT_EQ(source(sandybridge, "cores.clock_mhz"), "--set");
  EXPECT_EQ(source(load_machine("ipsc860", {}, "model"), "core.l1d.ways"),
            "ipsc860: i860 XR: 8 KB, two ways");
  // Set to what it is by default.
  EXPECT_EQ(source(load_machine("scc", {"clocks.memory_mts=800"}, "model"), "clocks.memory_mts"),
            source(Machine(), "clocks.memory_mts"));
}

// Of noc.*, all but places and classes, whatever is added to it.
TEST(SimMachine, WhatANetworkOfTheUsersDecidesIsRefusedBesideIt) {
  const auto refusal = [](const std::string& setting) -> std::string {
    try {
      load_machine("scc", {setting}, "model", "model", false, "net");
    } catch (const kernel::InputError& error) {
      return error.what();
    }
    return "";
  };
  Machine machine;
  std::size_t refused = 0;
  for (const Parameter& each : machine.parameters()) {
    if (!each.path.starts_with("noc.")) continue;
    const std::string now = value_text(each);
    const bool text = std::holds_alternative<std::string*>(each.target);
    const bool word = std::holds_alternative<bool*>(each.target);
    const std::string least = fmt::format("{:g}", each.range.least);
    const std::string other = text           ? "1"
                              : word         ? "true"
                              : now == least ? fmt::format("{:g}", each.range.most)
                                             : least;
    const std::string found = refusal(each.path + "=" + other);
    if (each.path == "noc.cols" || each.path == "noc.rows" || each.path == "noc.message_classes") {
      EXPECT_EQ(found, "");
      continue;
    }
    EXPECT_EQ(found,
              each.path + ": --network has routers and ways of its own, expected one or the other");
    EXPECT_EQ(refusal(each.path + "=" + now), "") << "the default says nothing";
    ++refused;
  }
  EXPECT_GT(refused, 30u);
}

TEST(SimExperiments, AreFoundByName) {
  for (const experiments::Experiment& experiment : experiments::experiments())
    EXPECT_STREQ(experiments::find_experiment(experiment.name).name, experiment.name);
  EXPECT_THROW(experiments::find_experiment("perpetuum-mobile"), kernel::InputError);
}

}  // namespace
}  // namespace rc::sim::machine
