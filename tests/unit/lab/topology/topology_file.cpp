// SPDX-License-Identifier: Apache-2.0
// Topologies from files: what they say, and what is refused in one line with its place.
#include "sim/lab/topology/topology_file.h"

#include <gtest/gtest.h>

#include "hw_model/kernel/error.h"

namespace rc::sim::lab {
namespace {

std::string error_of(const std::string& text, const std::string& file = "net.toml") {
  try {
    parse_topology(text, file);
    return "none";
  } catch (const kernel::InputError& error) {
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    return error.what();
  }
}

// Seven lines, to which a test adds line 8.
std::string with(const std::string& line) {
  return "[[router]]\nname = \"a\"\n[[router]]\nname = \"b\"\n"
         "[[end]]\nat = \"a.4\"\nin_wire = 2\n" +
         line + "\n";
}

constexpr const char* kTriangle = R"(
[[router]]
name = "a"
place = [0, 0]
[[router]]
name = "b.x"
place = [2, 0.5, 1]
[[router]]
name = "c"
place = [0, 1]

[[channel]]
from = "a.0"
to = "b.x.1"
wire = 3
cycles_per_flit = 2
[[channel]]
from = "b.x.0"
to = "c.1"
both = false
[[channel]]
from = "c.1"
to = "a.1"
both = false

[[end]]
at = "a.2"
[[end]]
in = "b.x.3"
out = "c.3"
in_wire = 4
out_wire = 5

[routing]
table = [
  {router = "a", to = 1, port = 0},
  {router = "b.x", to = "*", port = 0},
  {router = "c", to = "*", port = 1},
  {router = "c", to = 1, port = 3},
]
)";

TEST(TopologyFile, SaysWhatItSays) {
  const TopologyFile file = parse_topology(kTriangle, "net.toml");
  const noc::Topology& topology = file.topology;
  const noc::Graph& graph = topology.graph;
  ASSERT_EQ(graph.routers(), 3u);
  EXPECT_EQ(graph.name(1), "router b.x");
  EXPECT_TRUE(topology.places_known);
  EXPECT_EQ(topology.routers[1].y, 0.5);
  EXPECT_EQ(topology.routers[1].layer, 1);

  ASSERT_EQ(graph.channels().size(), 4u);
  const noc::Channel& there = graph.channel(0);
  const noc::Channel& back = graph.channel(1);
  EXPECT_EQ(there.from, 0u);
  EXPECT_EQ(there.to, 1u);
  EXPECT_EQ(there.out_port, 0u);
  EXPECT_EQ(there.in_port, 1u);
  EXPECT_EQ(there.wire, 3u);
  EXPECT_EQ(there.cycles_per_flit, 2u);
  EXPECT_EQ(back.from, 1u);
  EXPECT_EQ(back.out_port, 1u);
  EXPECT_EQ(back.in_port, 0u);
  EXPECT_EQ(back.wire, 3u);

  ASSERT_EQ(graph.ends().size(), 2u);
  EXPECT_EQ(graph.end(0).in_router, 0u);
  EXPECT_EQ(graph.end(0).out_port, 2u);
  EXPECT_EQ(graph.end(1).in_router, 1u);
  EXPECT_EQ(graph.end(1).out_router, 2u);
  EXPECT_EQ(graph.end(1).in_wire, 4u);
  EXPECT_EQ(graph.end(1).out_wire, 5u);

  EXPECT_EQ(file.routing, "table");
  ASSERT_TRUE(file.table);
  using noc::kNoPort;
  EXPECT_TRUE(file.table->place.starts_with("net.toml:")) << file.table->place;
  EXPECT_EQ(file.table->port, (std::vector<noc::PortId>{kNoPort, 0, 0, 0, 1, 3}));
}

TEST(TopologyFile, WithoutPlacesIsLaidOut) {
  const TopologyFile file = parse_topology(with("[[channel]]\nfrom = \"a.0\"\nto = \"b.0\""), "n");
  EXPECT_FALSE(file.topology.places_known);
  EXPECT_EQ(file.topology.routers.size(), 2u);
  EXPECT_EQ(file.routing, "");
  EXPECT_FALSE(file.table);
}

TEST(TopologyFile, ReadsAnynet) {
  const TopologyFile file =
      parse_topology("router 0 node 0 router 1 4\nrouter 1 node 1\n", "any.txt");
  EXPECT_EQ(file.topology.family, "any.txt") << "by which comparisons tell two apart";
  EXPECT_EQ(file.topology.graph.routers(), 2u);
  EXPECT_EQ(file.topology.graph.ends().size(), 2u);
  EXPECT_NE(error_of("nothing of the kind\n", "any.txt"), "none");
}

TEST(TopologyFile, RefusesWithItsPlace) {
  const auto channel = [](const std::string& keys) { return with("[[channel]]\n" + keys); };
  const auto routing = [](const std::string& keys) {
    return with("[[channel]]\nfrom = \"a.0\"\nto = \"b.0\"\n[routing]\n" + keys);
  };
  const std::vector<std::pair<std::string, std::string>> cases{
      {with("x = "), "net.toml:8: not valid TOML: "},
      {with("[[wheel]]"),
       "net.toml:8: topology: unknown key 'wheel', expected router, channel, end, routing"},
      {with("kind = \"core\"\n[[channel]]\nfrom = \"a.0\"\nto = \"b.0\""),
       "net.toml:8: end: unknown key 'kind', expected at, in, out, in_wire, out_wire"},
      {"[[router]]\nname = \"a\"\n", "net.toml: no [[channel]]"},
      {"router = 3\n", "net.toml:1: expected [[router]]"},
      {with("[[router]]\nname = \"a\"\n[[channel]]"),
       "net.toml:8: router: the name 'a' is used twice"},
      {with("[[router]]\nname = \"c\"\nplace = [1, 2]\n[[channel]]"),
       "net.toml:8: router: 'place', which routers before have not"},
      {"[[router]]\nname = \"a\"\nplace = [1]\n",
       "net.toml:3: router: place: expected [x, y] or [x, y, layer]"},
      {"[[router]]\nname = \"a\"\nplace = [1, 2, 3.5]\n",
       "net.toml:3: router: place: expected a layer from 0 to 255"},
      {"[[router]]\nname = \"a\"\nplace = [1, 2]\n[[router]]\nname = \"b\"\n",
       "net.toml:4: router: no 'place', which routers before have"},
      {"[[router]]\nname = 3\n", "net.toml:2: router: name: expected a text in quotation marks"},
      {channel("from = \"a.0\""), "net.toml:8: channel: no 'to'"},
      {channel("from = \"q.9\"\nto = \"b.0\""),
       "net.toml:8: channel: from \"q.9\": no router named 'q'"},
      {channel("from = \"a\"\nto = \"b.0\""),
       "net.toml:8: channel: from \"a\": expected router.port, ports 0 to 63"},
      {channel("from = \"a.64\"\nto = \"b.0\""),
       "net.toml:8: channel: from \"a.64\": expected router.port, ports 0 to 63"},
      {channel("from = \"a.1\"\nto = \"a.2\""),
       "net.toml:8: channel: a router is not its own neighbour"},
      {channel("from = \"a.4\"\nto = \"b.2\"\nboth = false"),
       "net.toml:5: end: output port 4 of router a is used twice, also in line 8"},
      {channel("from = \"a.0\"\nto = \"b.2\"\nwire = 256"),
       "net.toml:11: channel: wire: expected an integer from 0 to 255"},
      {channel("from = \"a.0\"\nto = \"b.2\"\ncycles_per_flit = 0"),
       "net.toml:11: channel: cycles_per_flit: expected an integer from 1 to 64"},
      {channel("from = \"a.0\"\nto = \"b.2\"\nboth = 1"),
       "net.toml:11: channel: both: expected true or false"},
      {channel("from = \"a.0\"\nto = \"b.0\"\n[[end]]\nat = \"b.1\"\nin = \"b.2\""),
       "net.toml:11: end: expected 'at', or 'in' and 'out'"},
      {channel("from = \"a.0\"\nto = \"b.0\"\n[[end]]\nin = \"b.2\""),
       "net.toml:11: end: no 'out'"},
      {routing("name = \"table\""), "net.toml:11: [routing]: no 'table'"},
      {routing("name = \"dor\"\ntable = []"),
       "net.toml:11: [routing]: a 'table', expected name = \"table\""},
      {routing("table = 3"), "net.toml:12: table: expected a list of tables"},
      {routing("table = [{router = \"a\", to = 1, port = 0}]"),
       "net.toml:12: table: to: expected an integer from 0 to 0"},
      {routing("table = [{router = \"a\", to = \"all\", port = 0}]"),
       "net.toml:12: table: to: expected the number of an end point or \"*\""},
      {routing("table = [{router = \"a\", port = 0}]"), "net.toml:12: table: no 'to'"},
      {routing("table = [{router = \"a\", to = 0, port = 1}]"),
       "net.toml:12: table: output port 1 of router a leads nowhere"},
      {routing("table = [{router = \"a\", to = 0, port = 0}]"),
       "net.toml:12: table: port 0 leads away from end point 0, expected 4, where it is"},
      {routing("table = [{router = \"b\", to = 0, port = 0},\n{router = \"b\", to = 0, port = 0}]"),
       "net.toml:13: table: router b has two lines for the same end point"}};
  for (const auto& [text, expected] : cases) {
    const std::string error = error_of(text);
    EXPECT_TRUE(error.starts_with(expected)) << error << "\nexpected " << expected;
  }
}

TEST(TopologyFile, RefusesAFileThatIsNotThere) {
  EXPECT_THROW(read_topology_file("/nowhere/net.toml"), kernel::InputError);
}

}  // namespace
}  // namespace rc::sim::lab
