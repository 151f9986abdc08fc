// SPDX-License-Identifier: Apache-2.0
// A network of any topology: its JSON says from what it was made, and a comparison shows it.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "hw_model/kernel/error.h"
#include "sim/lab/comparison/comparison.h"
#include "sim/lab/evaluation/graph_report.h"
#include "sim/lab/evaluation/graph_words.h"
#include "sim/lab/evaluation/report.h"
#include "sim/machine/parameters.h"
#include "tests/unit/lab/evaluation/four_by_four.h"

namespace rc::sim::lab {
namespace {

struct Words {
  std::vector<std::string> names;
  template <class T>
  void field(const char* name, const T&, kernel::Range, const char*, const char*) {
    names.emplace_back(name);
  }
  template <class T>
  void field(const char* name, const T&, const char*, const char*) {
    names.emplace_back(name);
  }
};

// A word with a value that is not its default, and the network on which it means something.
struct Said {
  std::string family, value;
};

const std::map<std::string, Said> kSaid{{"sizes", {"mesh", "5x3"}},
                                        {"radix", {"tree", "2"}},
                                        {"stages", {"hypercube", "3"}},
                                        {"concentration", {"mesh", "2"}},
                                        {"express", {"cmesh", "true"}},
                                        {"dragonfly", {"dragonfly", "2,1,1"}},
                                        {"groups", {"dragonfly", "3"}},
                                        {"global_wire", {"dragonfly", "2"}},
                                        {"end_blocks", {"flattened", "true"}},
                                        {"chips", {"chips", "2x1"}},
                                        {"chip_wire", {"chips", "3"}},
                                        {"chip_cycles_per_flit", {"chips", "1"}},
                                        {"wire", {"mesh", "3"}},
                                        {"end_wire", {"star", "1"}},
                                        {"wire_per_pitch", {"torus", "1.5"}},
                                        {"broken", {"flattened", "0-1"}}};

GraphRequest request(const std::string& family, const std::string& word, const std::string& value) {
  GraphRequest request;
  request.topology = family;
  request.noc.cols = request.noc.rows = 4;
  if (!word.empty()) {
    machine::set_from_text(word + "=" + value, machine::list_parameters(request.words));
    request.given = {word};
  }
  return request;
}

Json json_of(const GraphRequest& request) {
  return graph_json(GraphModel(graph_settings(request)));
}

TEST(GraphSetup, SaysEveryWordOfTheTopology) {
  Words words;
  noc::GraphWords().visit_topology(words);
  for (const std::string& word : words.names) {
    const auto said = kSaid.find(word);
    ASSERT_NE(said, kSaid.end()) << word << ": add a network that has it";
    const auto& [family, value] = said->second;
    const Json with = json_of(request(family, word, value)),
               without = json_of(request(family, "", ""));
    ASSERT_TRUE(with["options"].contains(word)) << word;
    EXPECT_NE(with["options"][word], without["options"].value(word, Json())) << word;
  }
}

TEST(GraphSetup, SaysSizesThatColumnsAndRowsGive) {
  EXPECT_EQ(json_of(request("mesh", "", ""))["options"]["sizes"], "4x4");
  EXPECT_EQ(json_of(request("ring", "", ""))["options"]["sizes"], "4");
  EXPECT_EQ(json_of(request("dragonfly", "", ""))["options"]["dragonfly"], "4,2,2");
}

TEST(GraphSetup, SaysTheRestOfTheOptions) {
  GraphRequest ugal = request("mesh", "ugal_threshold", "4");
  ugal.routing = "ugal";
  EXPECT_EQ(json_of(ugal)["options"]["ugal_threshold"], 4.0);
  GraphSettings settings = graph_settings(request("star", "", ""));
  settings.topology.concentration = 4;
  settings.end_grid = {2, 2};
  EXPECT_EQ(graph_json(GraphModel(settings))["options"]["end_grid"], "2x2");
  // What `stages` says is not said twice.
  EXPECT_FALSE(json_of(request("mesh", "delays", "before=1"))["options"].contains("delays"));
  EXPECT_FALSE(json_of(request("mesh", "arbiter", "oldest"))["options"].contains("arbiter"));
}

TEST(GraphSetup, IsComparedWordByWord) {
  const auto result = [](const char* wire, const char* share) {
    Json json = json_of(request("mesh", "wire", wire));
    json["traffic"] = "uniform";
    json["machine"]["energy.link_share"] = share;
    json.update(Json{{"rate", 0.1},
                     {"accepted", 0.1},
                     {"saturated", false},
                     {"latency", {{"mean", 12.0}, {"p99", 20}}}});
    return json.dump();
  };
  const std::string text =
      Comparison(std::vector<std::pair<std::string, std::string>>{{"a.json", result("0", "0.1")},
                                                                  {"b.json", result("3", "0.5")}})
          .markdown();
  EXPECT_NE(text.find("| energy.link_share | wire |"), std::string::npos) << text;
  EXPECT_NE(text.find("| 0.5 | 3 |"), std::string::npos) << text;
}

// Its own options, and not the sizes of the machine's grid.
TEST(GraphSetup, ThePageTellsItsParameters) {
  NocSetup setup = four_by_four(0.1);
  setup.graph = std::make_shared<GraphModel>(graph_settings(request("ring", "sizes", "5")));
  Json json = setup_json(setup);
  json.update(point_json(setup, NocResult()));
  const std::string page = noc_page(json, "", "", machine::list_parameters(setup.params));
  for (const char* part : {"<td>topology</td><td>ring</td>", "<td>ends</td><td>5</td>",
                           "<td>hop</td><td>", "<td>sizes</td><td>5</td>"})
    EXPECT_NE(page.find(part), std::string::npos) << part << "\n" << page;
  EXPECT_EQ(page.find("<td>cols</td>"), std::string::npos);
}

// Nothing of a mesh's routers, which it has not.
TEST(GraphSetup, ANetworkFromElsewhereIsItsName) {
  NocSetup setup = four_by_four(0.1);
  setup.network = "net.so";
  Json json = setup_json(setup);
  for (const char* key : {"topology", "routing", "vcs", "vc_depth", "pipeline", "router"})
    EXPECT_FALSE(json.contains(key)) << key;
  json.update(point_json(setup, NocResult()));
  const std::string page = noc_page(json, "", "", {});
  EXPECT_NE(page.find("net.so for 4 x 4 end points under uniform traffic"), std::string::npos);
  EXPECT_EQ(page.find("mesh"), std::string::npos);
  json["accepted"] = json["rate"];
  const std::string mesh = setup_json(four_by_four(0.1)).dump();
  Json other = Json::parse(mesh);
  other.update(point_json(four_by_four(0.1), NocResult()));
  const std::string text = Comparison(std::vector<std::pair<std::string, std::string>>{
                                          {"a.json", json.dump()}, {"b.json", other.dump()}})
                               .markdown();
  EXPECT_NE(text.find("| network |"), std::string::npos) << text;
}

std::string refusal(GraphRequest request, std::vector<std::string> numbers = {}) {
  request.numbers_given = std::move(numbers);
  try {
    graph_settings(request);
  } catch (const kernel::InputError& error) {
    return error.what();
  }
  return "";
}

// Nothing that is said may be without an effect.
TEST(GraphSetup, RefusesNumbersWithoutAnEffect) {
  EXPECT_EQ(refusal(request("torus", "sizes", "3x3"), {"cols"}),
            "--cols has no effect with --sizes 3x3: expected one of them");
  EXPECT_EQ(refusal(request("ring", "", ""), {"cols", "rows"}),
            "--rows has no effect on topology ring: expected --cols alone, its routers");
  EXPECT_EQ(refusal(request("full", "", ""), {"rows"}),
            "--rows has no effect on topology full: expected --cols alone, its routers");
  for (const char* topology : {"tree", "docs/topologies/bridge.toml"})
    EXPECT_TRUE(refusal(request(topology, "", ""), {"cols"})
                    .starts_with(std::string("--cols has no effect on topology ") + topology +
                                 ": expected one of mesh, torus, "));
  for (const char* topology : {"mesh", "torus", "cmesh", "flattened", "chips"})
    EXPECT_EQ(refusal(request(topology, "", ""), {"cols", "rows", "vcs", "vc-depth"}), "");
  EXPECT_EQ(refusal(request("ring", "", ""), {"cols"}), "");
}

TEST(GraphSetup, RefusesWordsThatContradictOthers) {
  GraphRequest with = request("mesh", "ugal_threshold", "4");
  EXPECT_EQ(refusal(with), "--ugal-threshold has no effect: expected --routing ugal");
  with.routing = "romm";
  EXPECT_EQ(refusal(with),
            "--ugal-threshold has no effect with --routing romm: expected --routing ugal");
  with.routing = "ugal";
  EXPECT_EQ(refusal(with), "");
  EXPECT_EQ(refusal(request("mesh", "delays", "before=3"), {"pipeline"}),
            "--pipeline 4 and --delays 'before=3': expected one of them, or --delays without "
            "'before'");
  EXPECT_EQ(refusal(request("mesh", "delays", "credit=3"), {"pipeline"}), "");
  EXPECT_EQ(refusal(request("mesh", "delays", "before=1,before=2")),
            "--delays 'before=1,before=2': expected 'before' once");
}

TEST(GraphSetup, RefusesWhatIsNoNumber) {
  GraphRequest with = request("mesh", "ugal_threshold", "4");
  with.routing = "ugal";
  with.words.ugal_threshold = std::nan("");
  EXPECT_EQ(refusal(with), "--ugal-threshold 'nan': expected 0 to 1000000000");
  GraphRequest wires = request("mesh", "wire_per_pitch", "1");
  wires.words.wire_per_pitch = std::nan("");
  EXPECT_EQ(refusal(wires), "--wire-per-pitch 'nan': expected 0 to 255");
}

// The same torus, by the engine of the SCC's routers and by the one for any graph.
TEST(GraphSetup, ATorusHasOneEnergy) {
  const auto energy = [](bool graph) {
    NocSetup setup = four_by_four(0.05);
    setup.params.topology = "torus";
    setup.router_pj = 50;
    setup.link_share = 0.5;
    if (graph)
      setup.graph = std::make_shared<const GraphModel>(graph_settings(request("torus", "", "")));
    const NocResult result = graph ? evaluate(setup, {}) : evaluated(setup);
    return point_json(setup, result)["energy"];
  };
  const Json scc = energy(false), graph = energy(true);
  EXPECT_EQ(scc, graph);
  // Three of four channels of a row are one pitch long, the fourth three.
  EXPECT_GT(scc["picojoules_per_flit"], 1.1 * 50 * scc["hops_per_flit"].get<double>());
}

}  // namespace
}  // namespace rc::sim::lab
