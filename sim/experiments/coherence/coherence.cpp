// SPDX-License-Identifier: Apache-2.0
// The coherent machines beside S. Ramos Garea and T. Hoefler, "Modelling Communications in Cache
// Coherent Systems" (2013).
#include <fmt/format.h>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/experiments/coherence/lab.h"
#include "sim/experiments/coherence/parts.h"
#include "sim/experiments/list.h"
#include "sim/report/protocol_diagram.h"

namespace rc::sim::experiments {
namespace {

const CoresNeeded& needed_on(const machine::Machine& machine, const CoherencePart& part) {
  return machine.kind == machine::kXeonPhi ? part.xeonphi : part.sandybridge;
}

// Before anything is measured: the places of the published measurements must be there.
void expect_cores(const machine::Machine& machine, const CoherencePart& part) {
  const CoresNeeded& needed = needed_on(machine, part);
  const coherent::CoreParams& cores =
      machine.kind == machine::kXeonPhi ? machine.xeonphi.cores : machine.sandybridge.cores;
  if (cores.cores < needed.cores || cores.threads_per_core < needed.threads_per_core)
    throw kernel::InputError(fmt::format(
        "reproduce coherence: {} has {} cores of {} threads, expected at least {} of {} "
        "for the part {}",
        kernel::shown(machine.name), cores.cores, cores.threads_per_core, needed.cores,
        needed.threads_per_core, part.name));
}

}  // namespace

const std::vector<CoherencePart>& coherence_parts() {
  static const std::vector<CoherencePart> parts{
      {"lines", coherence_lines, {46, 2}, {16, 2}},
      {"pingpong", coherence_pingpong, {46, 2}, {16, 2}},
      {"multiline", coherence_multiline, {16}, {}},
      {"contention", coherence_contention, {49}, {8}},
      {"bandwidth", coherence_bandwidth, {4}, {16}},
      {"optimum", coherence_optimum, {1}, {}},
      {"collectives", coherence_collectives, {60}, {}},
      {"scc-comparison", coherence_scc_comparison, {48}, {}}};
  return parts;
}

std::vector<std::string> coherence_part_names() {
  std::vector<std::string> names;
  for (const CoherencePart& part : coherence_parts()) names.emplace_back(part.name);
  return names;
}

std::vector<std::string> coherence_part_names_on(const machine::Machine& machine) {
  std::vector<std::string> names;
  for (const CoherencePart& part : coherence_parts())
    if (needed_on(machine, part).cores > 0) names.emplace_back(part.name);
  return names;
}

std::vector<machine::Machine> coherent_machines(const ExperimentContext& context) {
  std::vector<machine::Machine> machines{context.machine()};
  if (!context.machine_given()) machines.push_back(context.other_machine(machine::kSandyBridge));
  return machines;
}

const machine::Machine* machine_of(const std::vector<machine::Machine>& machines,
                                   const std::string& name) {
  for (const machine::Machine& machine : machines)
    if (published_name(machine) == name) return &machine;
  return nullptr;
}

namespace {

void draw_protocols(ExperimentContext& context) {
  context.page().section("Protocols");
  for (const machine::Machine& machine : coherent_machines(context))
    context.page().add(
        report::html_figure(report::svg_protocol(coherent::protocol_named(machine.protocol())),
                            machine.name + ": drawn from the table that the machine asks."));
}

}  // namespace

std::vector<report::Row> coherence(ExperimentContext& context) {
  std::vector<CoherencePart> wanted;
  for (const CoherencePart& part : coherence_parts())
    if (context.wants(part.name) && needed_on(context.machine(), part).cores > 0)
      wanted.push_back(part);
  for (const CoherencePart& part : wanted)
    for (const machine::Machine& machine : coherent_machines(context)) expect_cores(machine, part);
  draw_protocols(context);
  std::vector<report::Row> rows;
  for (const CoherencePart& part : wanted) {
    const std::vector<report::Row> more = part.run(context);
    rows.insert(rows.end(), more.begin(), more.end());
  }
  return rows;
}

}  // namespace rc::sim::experiments
