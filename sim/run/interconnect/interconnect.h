// SPDX-License-Identifier: Apache-2.0
// The network of a machine, as it names it: a mesh of routers as C++ models or Verilated
// SystemVerilog, a network of any topology (chip_graph.h), or one of the user.
#pragma once

#include <memory>
#include <string>

#include "hw_model/ipsc/dcm_if.h"
#include "hw_model/noc/network/mesh_network.h"
#include "sim/lab/evaluation/graph_model.h"
#include "sim/machine/machine.h"

namespace rc::sim::run {

// Stepped routers as `router` says, "model" or "rtl": the C++ model everywhere but at
// noc.rtl_tiles, or the Verilated SystemVerilog everywhere.
noc::RouterFactory router_factory(const noc::NocParams& params, const std::string& router);

// A network of such routers. It is stepped if `exact`, or if a router is RTL. kernel::InputError
// for what no such router can be. With a `network`, the one that this folder or library holds
// (sim/lab/user/library.h).
noc::NetworkFactory network_factory(const noc::NocParams& params, const std::string& router,
                                    bool exact, const std::string& network = "");

// Direct-connect modules as `machine.dcm` says.
ipsc::MakeDcm dcm_factory(const machine::Machine& machine);

// `graph`: graph_model(machine), which the network keeps.
std::unique_ptr<noc::Network> make_network(const machine::Machine& machine,
                                           std::shared_ptr<const lab::GraphModel> graph);
std::unique_ptr<noc::Network> make_network(const machine::Machine& machine);

}  // namespace rc::sim::run
