// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/evaluation/graph_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "sim/base/json_output.h"
#include "sim/lab/evaluation/graph_words.h"
#include "sim/lab/evaluation/report.h"
#include "sim/lab/topology/drawing.h"

namespace rc::sim::lab {
namespace {

std::string end_name(const noc::Graph& graph, const noc::Link& link, bool from) {
  if (link.kind == noc::Link::Kind::end) return "end point " + std::to_string(link.id);
  const noc::Channel& channel = graph.channel(link.id);
  return graph.name(from ? channel.from : channel.to);
}

// Words by name, but for those that keep their default and are not of the family.
struct WordsJson {
  const std::string& family;
  const Json& defaults;
  Json all = Json::object();

  template <class T>
  void field(const char* name, const T& value, kernel::Range, const char*, const char*) {
    add(name, value);
  }
  template <class T>
  void field(const char* name, const T& value, const char*, const char*) {
    add(name, value);
  }
  template <class T>
  void add(const char* name, const T& value) {
    if (is_of_family(name, family) || !defaults.contains(name) || defaults[name] != Json(value))
      all[name] = value;
  }
};

Json words_json(noc::GraphWords words, const std::string& family, const Json& defaults) {
  WordsJson json{family, defaults};
  words.visit_topology(json);
  words.visit_router(json);
  return std::move(json.all);
}

// All that was asked for and that `stages` does not say.
Json options_json(const GraphModel& graph, const Json& stages) {
  Json json = words_json(graph.words(), graph.topology().family, words_json({}, "", {}));
  json.erase("delays");
  for (const auto& [stage, value] : stages.items()) json.erase(stage);
  if (!graph.end_grid().empty())
    json["end_grid"] = fmt::format("{}", fmt::join(graph.end_grid(), "x"));
  return json;
}

}  // namespace

Json graph_json(const GraphModel& graph) {
  const noc::RouterParams& router = graph.router();
  const bool two_stages = !router.combined;
  Json stages{{"allocation", two_stages ? "two-stage" : "combined"},
              {"before", router.before},
              {"route", router.route},
              {"vc", two_stages ? Json(router.vc) : Json(nullptr)},
              {"traverse", router.traverse},
              {"credit", router.credit},
              {"inject", router.inject_step},
              {"hop", router.hop()},
              {"arbiter", name_of(router.arbiter)}};
  if (two_stages) {
    stages["vc_allocator"] = name_of(router.vc_allocator);
    stages["switch_allocator"] = name_of(router.switch_allocator);
    stages["iterations"] = router.iterations;
    stages["speculative"] = router.speculative;
    if (router.hold_switch) stages["hold_switch"] = true;
    stages["speedup"] = {router.input_speedup, router.output_speedup};
  }
  stages["flow"] = router.flow == noc::FlowControl::wormhole ? "wormhole" : "cut-through";
  stages["reallocate"] = router.reallocate == noc::Reallocation::empty ? "empty" : "tail";
  stages["shared_slots"] = router.shared_slots;
  if (router.priority != noc::Priority::none) stages["priority"] = name_of(router.priority);
  return {{"topology", graph.topology().family},
          {"router_count", graph.graph().routers()},
          {"ends", graph.graph().ends().size()},
          {"channels", graph.graph().channels().size()},
          {"radix", noc::most_built_ports(graph.topology())},
          {"routing", graph.routing_name()},
          {"vcs", router.vcs.vcs},
          {"classes", router.vcs.classes},
          {"vc_depth", router.vc_depth},
          {"options", options_json(graph, stages)},
          {"stages", stages},
          {"deadlock", {{"free", graph.verdict().free}, {"reason", graph.verdict().reason}}}};
}

Json graph_area_json(const NocSetup& setup) {
  if (setup.graph_mm2.empty()) return nullptr;
  return base::rounded(
      Json{{"router_mm2", std::ranges::max(setup.graph_mm2)},
           {"mm2", std::accumulate(setup.graph_mm2.begin(), setup.graph_mm2.end(), 0.0)}});
}

Json graph_place_json(const GraphModel& model, const NocResult& result) {
  const noc::Graph& graph = model.graph();
  std::vector<double> load(graph.routers()), buffered(graph.routers());
  Json routers = Json::array(), links = Json::array(), buffers = Json::array();
  for (const PortUse& use : result.ports) {
    const Json where{
        {"router", graph.short_name(use.router)}, {"number", use.router}, {"port", use.port}};
    if (!use.flits.empty()) {
      load[use.router] += use.utilisation();
      links.push_back(where);
      links.back()["to"] = end_name(graph, graph.out(use.router, use.port), false);
      links.back()["utilisation"] = base::rounded(use.utilisation());
      links.back()["by_vc"] = base::rounded(Json(use.flits));
    }
    if (!use.occupancy.empty()) {
      buffered[use.router] += use.buffered();
      buffers.push_back(where);
      buffers.back()["from"] = end_name(graph, graph.in(use.router, use.port), true);
      buffers.back()["flits"] = base::rounded(use.buffered());
      buffers.back()["by_vc"] = base::rounded(Json(use.occupancy));
    }
  }
  for (noc::RouterId router = 0; router < graph.routers(); ++router) {
    routers.push_back({{"router", graph.short_name(router)}, {"number", router}});
    if (router < model.topology().routers.size()) {
      routers.back()["x"] = base::rounded(model.topology().routers[router].x);
      routers.back()["y"] = base::rounded(model.topology().routers[router].y);
    }
    routers.back()["load"] = base::rounded(load[router]);
    routers.back()["buffered"] = base::rounded(buffered[router]);
  }
  return {{"routers", routers}, {"links", links}, {"buffers", buffers}};
}

std::string graph_svg(const GraphModel& model, const Json& single) {
  const noc::Graph& graph = model.graph();
  std::vector<double> load(graph.all_outputs());
  for (const Json& link : single["links"])
    load[graph.output_base(link["number"]) + link["port"].get<unsigned>()] = link["utilisation"];
  return topology_svg(model.topology(),
                      single["topology"].get<std::string>() + ", " +
                          single["routing"].get<std::string>() + ", " +
                          single["traffic"].get<std::string>(),
                      load);
}

}  // namespace rc::sim::lab
