// SPDX-License-Identifier: Apache-2.0
// The coherent machines beside S. Ramos Garea and T. Hoefler, "Modelling Communications in Cache
// Coherent Systems" (2013).
#include "sim/experiments/coherence/lab.h"
#include "sim/experiments/coherence/parts.h"
#include "sim/experiments/list.h"
#include "sim/report/protocol_diagram.h"

namespace rc::sim::experiments {

const std::vector<CoherencePart>& coherence_parts() {
  static const std::vector<CoherencePart> parts{{"lines", coherence_lines},
                                                {"pingpong", coherence_pingpong},
                                                {"multiline", coherence_multiline, true},
                                                {"contention", coherence_contention},
                                                {"bandwidth", coherence_bandwidth},
                                                {"optimum", coherence_optimum, true},
                                                {"collectives", coherence_collectives, true},
                                                {"scc-comparison", coherence_scc_comparison, true}};
  return parts;
}

std::vector<std::string> coherence_part_names() {
  std::vector<std::string> names;
  for (const CoherencePart& part : coherence_parts()) names.emplace_back(part.name);
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
  std::vector<report::Row> rows;
  draw_protocols(context);
  for (const CoherencePart& part : coherence_parts()) {
    if (!context.wants(part.name)) continue;
    if (part.of_phi_alone && context.machine().kind != machine::kXeonPhi) continue;
    const std::vector<report::Row> more = part.run(context);
    rows.insert(rows.end(), more.begin(), more.end());
  }
  return rows;
}

}  // namespace rc::sim::experiments
