// SPDX-License-Identifier: Apache-2.0
#include "sim/run/interconnect/interconnect.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "hw_model/noc/network/event_network.h"
#include "hw_model/scc/systemc/scc_system.h"
#include "sim/lab/user/library.h"
#include "sim/machine/core_list.h"
#include "sim/run/interconnect/chip_graph.h"
#include "sim/run/interconnect/rtl_library.h"

namespace rc::sim::run {
namespace {

// Of what a relation draws by a hash.
constexpr std::uint64_t kSeed = 1;

}  // namespace

noc::RouterFactory router_factory(const noc::NocParams& params, const std::string& router) {
  if (router == "paired")
    throw kernel::InputError("--router paired is for noc: expected model or rtl");
  if (params.rtl_tiles.empty()) {
    return router == "rtl" ? make_rtl_router : noc::make_model_router;
  }
  const std::vector<int> numbers = machine::parse_list(
      params.rtl_tiles, static_cast<int>(params.cols * params.rows), "noc.rtl_tiles", "routers");
  if (router == "rtl") {
    throw kernel::InputError(
        fmt::format("noc.rtl_tiles '{}': with --router rtl every router is RTL already",
                    kernel::shown(params.rtl_tiles)));
  }
  return [numbers](const noc::NocParams& p, unsigned x, unsigned y) {
    const bool rtl = std::ranges::binary_search(numbers, static_cast<int>(x + p.cols * y));
    return rtl ? make_rtl_router(p, x, y) : noc::make_model_router(p, x, y);
  };
}

noc::NetworkFactory network_factory(const noc::NocParams& params, const std::string& router,
                                    bool exact, const std::string& network) {
  if (!network.empty()) {
    if (router != "model" || exact || !params.rtl_tiles.empty())
      throw kernel::InputError(
          "--network has routers of its own: not with --router, --network-exact or "
          "noc.rtl_tiles");
    return lab::user_network(network);
  }
  const bool by_events = !exact && router == "model" && params.rtl_tiles.empty();
  return by_events ? noc::make_event_network : noc::stepped(router_factory(params, router));
}

ipsc::MakeDcm dcm_factory(const machine::Machine& machine) {
  return machine.dcm == "rtl" ? ipsc::MakeDcm(make_rtl_dcm) : ipsc::MakeDcm();
}

std::unique_ptr<noc::Network> make_network(const machine::Machine& machine,
                                           std::shared_ptr<const lab::GraphModel> graph) {
  if (graph) {
    const lab::GraphModel& model = *graph;
    return model.make_network(machine.router, kSeed, {0}, [&graph](noc::SteppedNetwork& network) {
      network.keep(std::move(graph));
    });
  }
  const noc::NocParams& params = machine.params.noc;
  return network_factory(params, machine.router, machine.network_exact, machine.network)(
      params, scc::SccSystem::end_points(machine.params));
}

std::unique_ptr<noc::Network> make_network(const machine::Machine& machine) {
  return make_network(machine, graph_model(machine));
}

}  // namespace rc::sim::run
