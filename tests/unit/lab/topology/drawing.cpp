// SPDX-License-Identifier: Apache-2.0
// A topology as JSON and as a picture.
#include "sim/lab/topology/drawing.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/lab/topology/topology_file.h"
#include "sim/report/svg.h"

namespace rc::sim::lab {
namespace {

using Json = nlohmann::ordered_json;

std::size_t count(const std::string& text, const std::string& word) {
  std::size_t found = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    ++found;
  }
  return found;
}

// The file that such JSON came from.
std::string toml_of(const Json& json) {
  std::string text;
  const auto name = [&json](const Json& router) {
    return json["routers"][router.get<std::size_t>()]["name"].get<std::string>();
  };
  const auto port = [](const Json& number) { return number.get<unsigned>(); };
  for (const Json& router : json["routers"]) {
    const Json& place = router["place"];
    text += fmt::format("[[router]]\nname = \"{}\"\nplace = [{}, {}, {}]\n",
                        router["name"].get<std::string>(), place["x"].dump(), place["y"].dump(),
                        place["layer"].dump());
  }
  for (const Json& channel : json["channels"]) {
    text += fmt::format(
        "[[channel]]\nfrom = \"{}.{}\"\nto = \"{}.{}\"\nwire = {}\ncycles_per_flit = {}\n"
        "both = false\n",
        name(channel["from"]), port(channel["out_port"]), name(channel["to"]),
        port(channel["in_port"]), port(channel["wire"]), port(channel["cycles_per_flit"]));
  }
  for (const Json& end : json["ends"]) {
    text += fmt::format("[[end]]\nin = \"{}.{}\"\nout = \"{}.{}\"\nin_wire = {}\nout_wire = {}\n",
                        name(end["in_router"]), port(end["in_port"]), name(end["out_router"]),
                        port(end["out_port"]), port(end["in_wire"]), port(end["out_wire"]));
  }
  return text;
}

noc::Topology mesh() {
  noc::TopologyParams params;
  params.sizes = {3, 2};
  params.wire = 1;
  params.end_wire = 2;
  return noc::make_topology(params);
}

TEST(TopologyJson, HasAllThatATopologyConsistsOf) {
  const Json json = topology_json(mesh());
  EXPECT_EQ(json["routers"].size(), 6u);
  EXPECT_EQ(json["routers"][4]["name"], "4");
  EXPECT_EQ(json["routers"][4]["digits"], Json({1, 1}));
  EXPECT_EQ(json["channels"].size(), 14u);
  EXPECT_EQ(json["channels"][0]["length"], 1.0);
  EXPECT_EQ(json["ends"].size(), 6u);
  EXPECT_EQ(json["ends"][5]["in_wire"], 2);
}

TEST(TopologyJson, MakesTheSameFileAgain) {
  const Json json = topology_json(mesh());
  Json again = topology_json(parse_topology(toml_of(json), "mesh.toml").topology);
  EXPECT_EQ(again["channels"], json["channels"]);
  EXPECT_EQ(again["ends"], json["ends"]);
  for (std::size_t i = 0; i < json["routers"].size(); ++i) {
    EXPECT_EQ(again["routers"][i]["place"], json["routers"][i]["place"]);
    EXPECT_EQ(again["routers"][i]["name"], json["routers"][i]["name"]);
  }
}

TEST(TopologyJson, DoesNotInventLengths) {
  const noc::Topology topology =
      parse_topology("router 0 node 0 router 1\nrouter 1 node 1\n", "any.txt").topology;
  EXPECT_TRUE(topology_json(topology)["channels"][0]["length"].is_null());
}

TEST(TopologySvg, ShowsRoutersChannelsAndEnds) {
  const std::string svg = topology_svg(mesh(), "a < b", {});
  EXPECT_NE(svg.find("a &lt; b"), std::string::npos);
  EXPECT_EQ(count(svg, "<title>router 0</title>"), 1u);
  EXPECT_EQ(count(svg, "<title>end point "), 6u);
  EXPECT_EQ(count(svg, " wire cycles, 1 a flit</title>"), 14u);
  EXPECT_EQ(svg.find("flits a cycle"), std::string::npos);
}

TEST(TopologySvg, IsAHeatMapWithLoads) {
  const noc::Topology topology = mesh();
  const noc::Graph& graph = topology.graph;
  std::vector<double> load(graph.all_outputs(), 0.25);
  const noc::Channel& channel = graph.channel(3);
  load[graph.output_base(channel.from) + channel.out_port] = 0.875;
  const std::string svg = topology_svg(topology, "loads", load);
  EXPECT_EQ(count(svg, "0.875 flits a cycle"), 1u);
  // The scale ends there, at the darkest colour.
  EXPECT_EQ(count(svg, ">0.875<"), 1u);
  EXPECT_EQ(count(svg, report::heat_colour(1)), 1u);
  EXPECT_EQ(count(svg, report::heat_colour(0.25 / 0.875)), 13u + 6u);
  EXPECT_EQ(count(svg, "0.250 flits a cycle"), 13u + 6u);
}

// All families fit, and no number of the picture is none.
TEST(TopologySvg, DrawsEveryFamily) {
  for (const noc::Family& family : noc::families()) {
    noc::TopologyParams params;
    params.family = family.name;
    params.sizes = {4};
    if (family.make != nullptr && (params.family == "chips" || params.family == "cmesh" ||
                                   params.family == "mesh" || params.family == "torus")) {
      params.sizes = {4, 4};
    }
    if (params.family == "cmesh") params.concentration = 4;
    const noc::Topology topology = noc::make_topology(params);
    const std::string svg = topology_svg(topology, family.name, {});
    EXPECT_EQ(svg.find("nan"), std::string::npos) << family.name;
    EXPECT_EQ(svg.find("inf\""), std::string::npos) << family.name;
    EXPECT_EQ(count(svg, ">end point"),
              topology.graph.ends().size() *
                  (topology.graph.end(0).in_router == topology.graph.end(0).out_router ? 1 : 2))
        << family.name;
  }
}

}  // namespace
}  // namespace rc::sim::lab
