// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/evaluation/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "hw_model/noc/network/topology.h"
#include "sim/base/json_output.h"
#include "sim/lab/evaluation/graph_report.h"
#include "sim/lab/evaluation/report_text.h"
#include "sim/lab/user/network_json.h"
#include "sim/lab/user/pins.h"

namespace rc::sim::lab {
namespace {

Json latency_json(const NocResult& result) {
  if (result.latency.count() == 0) return nullptr;
  const LatencyHistogram& all = result.latency;
  return {{"mean", base::rounded(all.mean())},
          {"ci95", result.ci95 ? Json(base::rounded(*result.ci95)) : Json(nullptr)},
          {"covered", result.covered},
          {"min", all.min()},
          {"p50", all.percentile(0.5)},
          {"p90", all.percentile(0.9)},
          {"p95", all.percentile(0.95)},
          {"p99", all.percentile(0.99)},
          {"max", all.max()},
          {"network_mean", base::rounded(result.network_latency.mean())},
          {"network_max", result.network_latency.max()},
          {"source_mean", base::rounded(result.source_wait.mean())}};
}

// In pitches, of the link behind an output. A torus' wrap channels are as long as their row.
double link_length(const NocSetup& setup, const PortUse& use) {
  if (setup.graph) {
    const noc::Graph& graph = setup.graph->graph();
    const noc::Link& link = graph.out(use.router, use.port);
    return link.kind == noc::Link::Kind::channel
               ? setup.graph->topology().length(graph.channel(link.id))
               : 1;
  }
  const unsigned x = use.router % setup.params.cols, y = use.router / setup.params.cols;
  const std::int32_t to = noc::neighbour(setup.params, x, y, use.port);
  if (to == noc::kNoNode) return 1;
  const auto far = [](unsigned a, unsigned b) { return a > b ? a - b : b - a; };
  const auto next = static_cast<unsigned>(to);
  return far(x, next % setup.params.cols) + far(y, next / setup.params.cols);
}

// What moving a flit costs on average. Of a network of the user's it is known if the network counts
// how often its flits are sent on.
Json energy_json(const NocSetup& setup, const NocResult& result) {
  double hops = 0, flits = 0;
  if (result.pins) {
    const std::optional<std::uint64_t> own = own_hops(*result.pins);
    if (!own) return nullptr;
    hops = static_cast<double>(*own);
    for (const noc::PortCounters& port : result.pins->ports)
      flits += static_cast<double>(port.flits_out);
  } else {
    for (const PortUse& use : result.ports) hops += use.utilisation();
    flits = result.accepted * setup.ends().nodes();
  }
  if (flits == 0) return nullptr;
  // A flit that passes a router pays for the link in proportion to its length.
  double more = 0;
  for (const PortUse& use : result.ports)
    if (!use.flits.empty())
      more += use.utilisation() * (link_length(setup, use) - 1) * setup.link_share;
  return {{"hops_per_flit", base::rounded(hops / flits)},
          {"picojoules_per_flit", base::rounded((hops + more) / flits * setup.router_pj)}};
}

// How it is known, and what is known of the most that can be carried.
Json verdict_json(const NocResult& result) {
  if (!result.verdict) return nullptr;
  return {{"is", name_of(*result.verdict)},
          {"by", result.by_capacity ? "capacity" : "backlog"},
          {"cycles", result.verdict_cycles},
          {"capacity", base::rounded(result.capacity.rate)},
          {"capacity_of", result.capacity.channels ? "channels" : "end points"}};
}

// One line per row of routers, north at the top, as the map lies.
std::string grid_text(const Json& single, const char* what, const char* key) {
  const unsigned cols = single["cols"], rows = single["rows"];
  std::string text = fmt::format("\n{}\n", what);
  for (unsigned y = rows; y-- > 0;) {
    text += fmt::format("  y={:<2}", y);
    for (unsigned x = 0; x < cols; ++x)
      text += fmt::format(" {:5.2f}", single["routers"][x + cols * y][key].get<double>());
    text += '\n';
  }
  return text;
}

std::string pins_text(const Json& pins) {
  return fmt::format(
      "inside   {} flits on average, {} at most; {} flits arrived; {} cycles in which an offered "
      "flit had to wait\n",
      number(pins["mean_inside"], 2), pins["most_inside"].dump(), pins["flits"].dump(),
      pins["stalls"].dump());
}

// `router_mm2` is of the largest router.
std::string router_text(const Json& area, std::size_t routers) {
  const double largest = area["router_mm2"], all = area["mm2"];
  const bool alike = std::abs(all - largest * static_cast<double>(routers)) <= 1e-4 * all;
  return alike ? fmt::format("{:.2f} each", largest) : fmt::format("up to {:.2f}", largest);
}

// Of traffic classes.
std::string classes_text(const Json& single) {
  if (!single.contains("traffic_classes")) return "";
  std::string text = "\nclass  priority   offered  accepted      mean      99 %       max\n";
  for (const Json& one : single["by_class"])
    text += fmt::format("{:>5} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}\n", one["class"].dump(),
                        one["priority"].dump(), number(one["offered"], 4), number(one["flits"], 4),
                        number(one["mean"], 2), one["p99"].dump(), one["max"].dump());
  return text;
}

// Hops of the mesh that the network stands for.
std::string hops_text(const Json& single) {
  std::string text = "\nhops    packets      mean   network       min       max\n";
  for (const Json& hop : single["by_hop"])
    text += fmt::format("{:>4} {:>10} {:>9} {:>9} {:>9} {:>9}\n", hop["hops"].dump(),
                        hop["packets"].dump(), number(hop["mean"], 2),
                        number(hop["network_mean"], 2), hop["min"].dump(), hop["max"].dump());
  return text;
}

}  // namespace

Json area_json(const NocSetup& setup) {
  if (!setup.network.empty()) return nullptr;
  if (setup.graph) return graph_area_json(setup);
  return base::rounded(Json{{"router_mm2", setup.router_mm2},
                            {"mm2", setup.router_mm2 * setup.params.cols * setup.params.rows}});
}

namespace {

void arrivals_json(const noc::ArrivalSettings& arrivals, Json& json) {
  using Process = noc::ArrivalSettings::Process;
  if (arrivals.process != Process::bernoulli) json["arrivals"] = name_of(arrivals.process);
  if (arrivals.process == Process::bursts) json["bursts"] = {arrivals.begin, arrivals.end};
}

void pattern_json(const noc::PatternSettings& pattern, Json& json) {
  if (pattern.name == "hotspot" || pattern.name == "background" ||
      (pattern.name == "multicast" && !pattern.hot_nodes.empty()))
    json["hot_nodes"] = pattern.hot_nodes;
  if (pattern.name == "hotspot") json["hot_share"] = pattern.hot_share;
  if (pattern.name == "permutation" || pattern.name == "randperm")
    json["pattern_seed"] = pattern.seed;
  if (pattern.group != 0) json["group"] = pattern.group;
  if (pattern.name == "local") json["local_share"] = pattern.local_share;
}

void traffic_json(const NocSetup& setup, Json& json) {
  if (!setup.traffic_classes.empty()) {
    json["packet_flits"] = "by class";
    for (const TrafficClass& one : setup.traffic_classes) {
      Json its{{"traffic", one.pattern.name},
               {"share", base::rounded(share_of(one, setup.traffic_classes))},
               {"packet_flits", one.packet_flits},
               {"priority", one.priority},
               {"message_class", one.message_class}};
      pattern_json(one.pattern, its);
      arrivals_json(one.arrivals, its);
      json["traffic_classes"].push_back(std::move(its));
    }
    return;
  }
  pattern_json(setup.pattern, json);
  if (setup.forks) json["multicast_copies"] = "routers";
  if (!setup.matrix_file.empty()) json["matrix"] = setup.matrix_file;
  json["packet_flits"] = setup.exchanges.empty() ? setup.packet_flits : "by exchange";
  if (!setup.class_shares.empty()) json["class_shares"] = setup.class_shares;
  arrivals_json(setup.arrivals, json);
  if (!setup.exchanges.empty()) {
    json["exchanges"] = setup.exchanges;
    json["service_cycles"] = setup.service;
  }
  if (setup.outstanding != 0) json["outstanding"] = setup.outstanding;
  if (setup.batch != 0) json["batch"] = setup.batch;
}

Json by_class_json(const NocSetup& setup, const NocResult& result) {
  Json list = Json::array();
  if (!result.streams) return list;
  const double node_cycles =
      static_cast<double>(setup.ends().nodes()) * static_cast<double>(result.measured_cycles);
  const std::vector<ClassStats>& classes = result.streams->by_class();
  for (std::size_t number = 0; number < classes.size(); ++number) {
    const LatencyHistogram& latency = classes[number].latency;
    const bool any = latency.count() != 0;
    list.push_back(
        {{"class", number},
         {"packets", latency.count()},
         {"flits", base::rounded(static_cast<double>(classes[number].flits) / node_cycles)},
         {"mean", any ? Json(base::rounded(latency.mean())) : Json(nullptr)},
         {"p99", any ? Json(latency.percentile(0.99)) : Json(nullptr)},
         {"max", any ? Json(latency.max()) : Json(nullptr)}});
    if (setup.traffic_classes.empty()) continue;
    const TrafficClass& one = setup.traffic_classes[number];
    list.back()["min"] = any ? Json(latency.min()) : Json(nullptr);
    list.back()["priority"] = one.priority;
    list.back()["offered"] = base::rounded(result.offered * share_of(one, setup.traffic_classes));
  }
  return list;
}

// From the creation of a multicast to its last copy; that of the mean copy is `latency`.
Json multicast_json(const NocResult& result) {
  const LatencyHistogram& last = result.multicasts->last();
  if (last.count() == 0) return nullptr;
  return {{"multicasts", last.count()},
          {"last_mean", base::rounded(last.mean())},
          {"last_p50", last.percentile(0.5)},
          {"last_p99", last.percentile(0.99)},
          {"last_max", last.max()}};
}

Json round_trip_json(const NocResult& result) {
  if (!result.streams || result.streams->round_trip().count() == 0) return nullptr;
  const LatencyHistogram& all = result.streams->round_trip();
  return {{"replies", all.count()},
          {"mean", base::rounded(all.mean())},
          {"p50", all.percentile(0.5)},
          {"p99", all.percentile(0.99)},
          {"max", all.max()}};
}

}  // namespace

Json setup_json(const NocSetup& setup) {
  const noc::NocParams& params = setup.params;
  const bool own = !setup.network.empty();  // of the user's: it has no routers that we know
  Json json = own ? Json{{"network", setup.network},
                         {"cols", params.cols},
                         {"rows", params.rows},
                         {"classes", params.message_classes},
                         {"flit_bits", setup.network_flits.bits}}
              : setup.graph
                  ? graph_json(*setup.graph)
                  : Json{{"topology", params.topology}, {"cols", params.cols},
                         {"rows", params.rows},         {"routing", params.routing},
                         {"vcs", params.vcs},           {"classes", params.message_classes},
                         {"vc_depth", params.vc_depth}, {"pipeline", params.pipeline},
                         {"router", setup.router}};
  json["traffic"] = setup.is_trace()                ? "trace"
                    : setup.is_netrace()            ? "netrace"
                    : setup.traffic_classes.empty() ? setup.pattern.name
                                                    : "classes";
  if (setup.graph) json["router"] = setup.router;
  for (const auto& [name, value] : setup.machine) json["machine"][name] = value;
  if (setup.is_trace()) {
    json["trace"] = setup.trace_file;
    json["packet_flits"] = "trace";
    return json;
  }
  if (setup.is_netrace()) {
    json["trace"] = setup.netrace_file;
    json["packet_flits"] = "trace";
    json["flit_bytes"] = setup.netrace_settings.flit_bytes;
    json["release_cycles"] = setup.netrace_settings.release;
    return json;
  }
  traffic_json(setup, json);
  json["seed"] = setup.seed;
  json["warmup"] = setup.warmup;
  json["measure"] = setup.measure;
  json["max_measure"] = setup.max_measure;
  json["precision"] = setup.precision;
  json["verdict_cycles"] = setup.verdict_cycles;
  return json;
}

Json point_json(const NocSetup& setup, const NocResult& result) {
  Json json{{"rate", setup.ends_itself() ? Json(nullptr) : Json(setup.rate)},
            {"offered", base::rounded(result.offered)},
            {"accepted", base::rounded(result.accepted)},
            {"saturated", result.saturated()},
            {"verdict", verdict_json(result)},
            {"converged", result.converged},
            {"cycles", result.cycles},
            {"pilot_cycles", result.pilot_cycles},
            {"measured_cycles", result.measured_cycles},
            {"packets", result.latency.count()},
            {"latency", latency_json(result)},
            {"energy", energy_json(setup, result)},
            {"fairness", base::rounded(result.fairness)},
            {"overtaken", result.streams ? result.streams->overtaken() : 0},
            {"by_class", by_class_json(setup, result)},
            {"by_hop", Json::array()}};
  if (!setup.exchanges.empty()) json["round_trip"] = round_trip_json(result);
  if (result.multicasts) json["multicast"] = multicast_json(result);
  for (const HopStats& hop : result.by_hop)
    json["by_hop"].push_back({{"hops", hop.hops},
                              {"packets", hop.latency.count()},
                              {"mean", base::rounded(hop.latency.mean())},
                              {"min", hop.latency.min()},
                              {"max", hop.latency.max()},
                              {"network_mean", base::rounded(hop.network_latency.mean())}});
  return json;
}

Json place_json(const NocSetup& setup, const NocResult& result) {
  if (result.pins) return {{"pins", pins_json(*result.pins, static_cast<double>(result.cycles))}};
  if (setup.graph) return graph_place_json(*setup.graph, result);
  struct Router {
    double load = 0, buffered = 0;
  };
  std::vector<Router> routers(setup.params.cols * setup.params.rows);
  Json links = Json::array(), buffers = Json::array();
  for (const PortUse& use : result.ports) {
    Router& router = routers[use.router];
    router.load += use.utilisation();
    router.buffered += use.buffered();
    const Json where =
        port_json(use.router % setup.params.cols, use.router / setup.params.cols, use.port);
    links.push_back(where);
    links.back()["utilisation"] = base::rounded(use.utilisation());
    links.back()["by_vc"] = base::rounded(Json(use.flits));
    buffers.push_back(where);
    buffers.back()["flits"] = base::rounded(use.buffered());
    buffers.back()["by_vc"] = base::rounded(Json(use.occupancy));
  }
  Json json{{"routers", Json::array()}};
  for (unsigned i = 0; i < routers.size(); ++i)
    json["routers"].push_back({{"x", i % setup.params.cols},
                               {"y", i / setup.params.cols},
                               {"load", base::rounded(routers[i].load)},
                               {"buffered", base::rounded(routers[i].buffered)}});
  json["links"] = std::move(links);
  json["buffers"] = std::move(buffers);
  return json;
}

Json single_json(const NocSetup& setup, const Json& point, const Json& place) {
  Json json = setup_json(setup);
  json["area"] = area_json(setup);
  json.update(point);
  json.update(place);
  return json;
}

std::string single_text(const Json& single) {
  std::string text = title(single) + "\n\n";
  text += fmt::format("accepted {} of {} flits a node and cycle{}\n", number(single["accepted"], 4),
                      number(single["offered"], 4), verdict_text(single));
  if (single["rate"].is_null())
    text += fmt::format("cycles   {} until all had arrived\n", single["cycles"].dump());
  const Json& latency = single["latency"];
  if (latency.is_null()) return text + "no packet arrived in the window\n";
  text += fmt::format("latency  {} cycles", number(latency["mean"], 2));
  if (!latency["ci95"].is_null())
    text += fmt::format(" +- {} ({})", number(latency["ci95"], 2),
                        latency["covered"] ? "95 %" : "not covered");
  text += fmt::format(", {} in the network, {} at the source; {} packets{}\n",
                      number(latency["network_mean"], 2), number(latency["source_mean"], 2),
                      single["packets"].get<std::uint64_t>(),
                      single["saturated"] || single["converged"] ? "" : "; NOT CONVERGED");
  text += fmt::format("         min {}, 50 % {}, 90 % {}, 95 % {}, 99 % {}, max {}\n",
                      latency["min"].dump(), latency["p50"].dump(), latency["p90"].dump(),
                      latency["p95"].dump(), latency["p99"].dump(), latency["max"].dump());
  if (single.contains("multicast") && !single["multicast"].is_null()) {
    const Json& multicast = single["multicast"];
    text += fmt::format("last     copy of a multicast: {} cycles, 99 % {}, max {}; {} multicasts\n",
                        number(multicast["last_mean"], 2), multicast["last_p99"].dump(),
                        multicast["last_max"].dump(), multicast["multicasts"].dump());
  }
  if (const Json& energy = single["energy"]; !energy.is_null())
    text +=
        fmt::format("energy   {} pJ a flit, which {} routers sent on\n",
                    number(energy["picojoules_per_flit"], 0), number(energy["hops_per_flit"], 2));
  if (const Json& area = single["area"]; !area.is_null())
    text += fmt::format("area     {} mm2 in routers of {}\n", number(area["mm2"], 1),
                        router_text(area, single["routers"].size()));
  if (single.contains("pins")) return text + pins_text(single["pins"]) + hops_text(single);
  const auto busiest = std::ranges::max_element(
      single["links"], {}, [](const Json& link) { return link["utilisation"].get<double>(); });
  if (single.contains("ends"))
    return text +
           fmt::format("busiest  port {} of router {}, to {}: {} flits a cycle\n",
                       (*busiest)["port"].dump(), (*busiest)["router"].get<std::string>(),
                       (*busiest)["to"].get<std::string>(), number((*busiest)["utilisation"], 3)) +
           classes_text(single) + hops_text(single);
  text += fmt::format("busiest  link {} of router ({},{}): {} flits a cycle\n",
                      (*busiest)["port"].get<std::string>(), (*busiest)["x"].dump(),
                      (*busiest)["y"].dump(), number((*busiest)["utilisation"], 3));
  text += hops_text(single);
  text += grid_text(single, "flits forwarded per cycle, by router", "load");
  text += grid_text(single, "flits buffered, by router", "buffered");
  return text;
}

}  // namespace rc::sim::lab
