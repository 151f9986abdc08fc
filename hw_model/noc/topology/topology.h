// SPDX-License-Identifier: Apache-2.0
// A topology: a graph, what its family knows of it, and where its parts lie.
//
// Routing by structure computes with the digits of a router; every other part of the laboratory
// needs the graph alone. Geometry never decides a cycle, except by TopologyParams::wire_per_pitch.
//
// Sources: Dally and Towles, "Principles and Practices of Interconnection Networks" (mesh, torus,
// k-ary n-fly); Petrini and Vanneschi 1997 (k-ary n-tree); Kim, Dally, Abts 2007 (flattened
// butterfly); Kim, Dally, Scott, Abts 2008 (dragonfly); Balfour and Dally 2006 (concentrated mesh).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "hw_model/noc/graph/graph.h"

namespace rc::noc {

inline constexpr unsigned kMaxDigits = 12;
inline constexpr std::size_t kMaxDimensions = 4;  // of grids and flattened butterflies
using Digits = std::array<std::uint16_t, kMaxDigits>;

// What routing by structure needs to know of a family.
//
//   grid       mesh, torus, ring, hypercube: digits[d] is the place in dimension d, 0 <= digits[d]
//              < sizes[d]; `wraps` where a dimension is a ring. Port grid_port(d, up) leads to the
//              next router of dimension d; ends follow from port first_end_port on.
//   chips      as grid: the chips' meshes joined to one large one.
//   cmesh      as grid, with `concentration` ends a router. Express channels are behind the ends:
//              port 4 + c along x, 5 + c along y (concentrated.cpp).
//   fly        digits[0] is the stage, digits[1] the place in it; sizes = {n, k^(n-1)}; k = radix.
//              Stage s takes digit n-1-s of the destination, base k, as output.
//   tree       k-ary n-tree: digits[0] is the level, 0 at the ends; digits[1] the place in it;
//              sizes and k as for fly. Inputs and outputs 0 to k-1 lead down, k to 2k-1 up. At
//              level l and place w the ends e below have e / k^(l+1) = w / k^l; the way down to e
//              takes its digit l, base k; any way up is a right one.
//   flattened  digits[d] in dimension d; each router is a neighbour of all that differ in one
//              digit. Ports by dimension, then by the other's digit; ends last.
//   dragonfly  digits[0] is the group, digits[1] the router in it; sizes = {groups, a}. Ports 0 to
//              a-2 lead to the group's other routers, ascending; h global ones and p ends follow.
//   plain      star, full, thin-tree, tree4, files: nothing but the graph.
struct Shape {
  enum class Kind : std::uint8_t { grid, fly, tree, flattened, dragonfly, plain };
  Kind kind = Kind::plain;
  std::vector<unsigned> sizes;  // by dimension
  bool wraps = false;           // grid: every dimension is a ring; one of 2 joins them twice
  unsigned radix = 0;           // fly and tree: k
  unsigned concentration = 1;   // ends a router, where all have as many
  bool end_blocks = false;      // TopologyParams::end_blocks
};

struct Place {
  double x = 0, y = 0;  // in pitches of a tile
  int layer = 0;
};

struct Topology {
  std::string family;  // as the user named it
  Graph graph;
  Shape shape;
  std::vector<Digits> digits;  // by router; empty where Shape is plain
  std::vector<Place> routers;  // by router
  bool places_known = true;    // false: laid out by us for a picture, lengths are not known

  // Of a channel, in pitches; 1 where places are not known. Wires run along x and y, and a layer up
  // is a pitch.
  double length(const Channel& channel) const;
};

// The port by which a grid's router reaches its neighbour in dimension `dimension`, upwards or
// downwards. Two dimensions keep the SCC's letters N, E, S, W = 0 to 3 (flit.h); all others have
// 2 d upwards and 2 d + 1 downwards. Ends follow at first_end_port().
unsigned grid_port(unsigned dimensions, unsigned dimension, bool up);
constexpr unsigned first_end_port(unsigned dimensions) { return 2 * dimensions; }

// What the user asks for.
struct TopologyParams {
  std::string family = "mesh";
  std::vector<unsigned> sizes{6, 4};  // grids, cmesh, flattened: routers by dimension, x first
  unsigned k = 4, n = 2;              // fly, tree and thin-tree
  unsigned concentration = 1;         // ends a router: cmesh, flattened butterfly, full, star
  bool express = false;               // cmesh: channels that skip along the edges
  unsigned groups = 0;                // dragonfly: 0 is the most, a h + 1
  unsigned dragonfly_a = 4, dragonfly_h = 2, dragonfly_p = 2;  // routers a group, global, ends
  unsigned global_wire = 0;  // dragonfly: cycles of a channel between groups, at least `wire`
  // cmesh and flattened butterfly of two dimensions: ends are numbered line by line over the whole
  // grid, each router with a square block of them. A cmesh of four ends a router always does.
  bool end_blocks = false;
  std::vector<unsigned> chips{2, 2};  // chips of chips: chips by dimension; sizes are those of one
  unsigned chip_wire = 4;             // wire cycles of a channel between chips
  unsigned chip_cycles_per_flit = 2;
  unsigned wire = 0;          // cycles of every other channel
  unsigned end_wire = 0;      // cycles between an end point and its router, either way
  double wire_per_pitch = 0;  // not 0: a channel has ceil(length x this) wire cycles, at least 1
  std::vector<std::string> broken;  // "A-B": no channel between routers A and B; "A": no router A
};

// Known families, each with one line of help.
struct Family {
  const char* name;
  const char* help;
  Topology (*make)(const TopologyParams& params);
};
const std::vector<Family>& families();

// kernel::InputError, one line: an unknown family, a size out of range, broken parts that are none.
// Broken channels and routers are left out of the graph; ends of a broken router as well. With
// wire_per_pitch no channel is shorter than its wire without.
Topology make_topology(const TopologyParams& params);

// BookSim 2's anynet text: lines of `router R [node N [latency]]... [router R2 [latency]]...`.
// Ports are numbered as there: nodes by number, then routers by number. A number after a neighbour
// is the latency of the way out; the way back is 1 unless said. `name`, as of a file, is the family,
// and is in messages.
Topology read_anynet(const std::string& text, const std::string& name);

// The topology without these channels and routers (TopologyParams::broken), both directions of a
// channel. Routers keep their numbers, a broken one has no channel and no end; the ends that are
// left are numbered anew.
Topology without(const Topology& topology, const std::vector<std::string>& broken);

// The ports a side that a router is built with, which its area counts. Routers of a grid have those
// at an edge, too, as the SCC's, but none along a dimension of one router; those of a hypercube have
// one a dimension. Express channels, files, and families without a shape: what is connected.
struct PortCount {
  unsigned inputs = 0, outputs = 0;
  unsigned most() const { return inputs > outputs ? inputs : outputs; }
};
PortCount built_ports(const Topology& topology, RouterId router);
// The most of any router.
unsigned most_built_ports(const Topology& topology);

// Places for a topology that has none: layers by breadth around the router with the shortest ways.
void lay_out(Topology& topology);

// What follows is for the files of the families.

struct GraphBuilder;

Topology make_mesh(const TopologyParams& params);
Topology make_torus(const TopologyParams& params);
Topology make_ring(const TopologyParams& params);
Topology make_hypercube(const TopologyParams& params);
Topology make_cmesh(const TopologyParams& params);
Topology make_fly(const TopologyParams& params);
Topology make_tree(const TopologyParams& params);
Topology make_thin_tree(const TopologyParams& params);
Topology make_tree4(const TopologyParams& params);
Topology make_flattened(const TopologyParams& params);
Topology make_dragonfly(const TopologyParams& params);
Topology make_star(const TopologyParams& params);
Topology make_full(const TopologyParams& params);
Topology make_chips(const TopologyParams& params);

// Two dimensions: a square block of `concentration` ends at each router, by ports from `first_port` on,
// numbered line by line over the grid of all ends. kernel::InputError if it is no square.
void add_end_blocks(GraphBuilder& builder, const TopologyParams& params, unsigned concentration,
                    unsigned first_port);

// kernel::InputError, as in "topology mesh: 0 routers in dimension 1, expected 1 to 4096".
void check_range(const std::string& family, std::uint64_t value, const std::string& what,
                 std::uint64_t least, std::uint64_t most);
// As many dimensions as said, each with routers.
void check_sizes(const std::string& family, const std::vector<unsigned>& sizes, std::size_t least,
                 std::size_t most);
// `concentration` ends at each router beside `ports` other ports, kMaxEnds in all.
void check_ends(const std::string& family, std::uint64_t routers, unsigned concentration,
                unsigned ports);
// k^n, and the most n for which it is not above kMaxEnds (k at least 2).
std::uint32_t power_of(unsigned k, unsigned n);
unsigned most_digits(unsigned k);

std::uint64_t grid_routers(const std::vector<unsigned>& sizes);
// The channels of a grid, and digits and places of its routers by `shape`: x, y, layers, and
// further dimensions as blocks side by side.
void wire_grid(GraphBuilder& builder, const std::vector<unsigned>& sizes, bool wraps);
void place_grid(Topology& topology);
// Wires by length (TopologyParams::wire_per_pitch).
void wire_by_length(Topology& topology, double wire_per_pitch);

}  // namespace rc::noc
