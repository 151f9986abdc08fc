// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/user/sources.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sim/base/numbers.h"
#include "sim/lab/user/module_header.h"

namespace rc::sim::lab {
namespace {

struct Widths : FlitWidths {
  unsigned flit_words = 0, port_words = 0;
};

Widths widths_of(const NetworkDescription& network, const NetworkShape& shape) {
  const auto points = static_cast<std::uint32_t>(shape.places.size());
  Widths w;
  static_cast<FlitWidths&>(w) = flit_widths(network, points);
  // Verilator gives ports of more than 64 bits one and the same type.
  w.flit_words = std::max(3u, (w.flit + 31) / 32);
  w.port_words = std::max(3u, (points * shape.classes + 31) / 32);
  return w;
}

template <class F>
std::string table(const char* name, const NetworkShape& shape, F value) {
  std::vector<unsigned> values;
  for (const rc_network_place& place : shape.places) values.push_back(value(place));
  return fmt::format("  localparam int {}[N] = '{{{}}};\n", name, fmt::join(values, ", "));
}

// What Yosys 0.23 does not read.
std::string tables_of(const NetworkShape& shape) {
  std::string text = "  // Where the machine has end point e. PORT: 0 N, 1 E, 2 S, 3 W, 4 local.\n";
  text += table("X", shape, [](const rc_network_place& p) { return p.x; });
  text += table("Y", shape, [](const rc_network_place& p) { return p.y; });
  text += table("PORT", shape, [](const rc_network_place& p) { return p.port; });
  text += "  // 0 tile, 1 memory controller, 2 system interface, 3 voltage controller.\n";
  text += table("KIND", shape, [](const rc_network_place& p) { return p.kind; });
  text +=
      "  // Of router r = x + COLS * y: the end point at port p, or N; the router beyond it, or\n"
      "  // COLS * ROWS.\n"
      "  function automatic int unsigned end_at(int unsigned r, int unsigned p);\n"
      "    end_at = N;\n"
      "    for (int unsigned e = 0; e < N; e++)\n"
      "      if (X[e] + COLS * Y[e] == r && PORT[e] == p) end_at = e;\n"
      "  endfunction\n"
      "  function automatic int unsigned router_beyond(int unsigned r, int unsigned p);\n"
      "    router_beyond = COLS * ROWS;\n"
      "    if (p == 0 && r / COLS + 1 < ROWS) router_beyond = r + COLS;\n"
      "    if (p == 1 && r % COLS + 1 < COLS) router_beyond = r + 1;\n"
      "    if (p == 2 && r / COLS > 0) router_beyond = r - COLS;\n"
      "    if (p == 3 && r % COLS > 0) router_beyond = r - 1;\n"
      "  endfunction\n";
  return text;
}

// Each parameter in a line of its own, by which an error is told from others.
std::string instance_of(const NetworkDescription& network) {
  std::string parameters;
  for (const auto& [name, value] : network.parameters)
    parameters += fmt::format("{}\n    .{}({})", parameters.empty() ? "" : ",", name, value);
  return fmt::format("  {} {}net", network.top,
                     parameters.empty() ? "" : fmt::format("#({}\n  ) ", parameters));
}

}  // namespace

FlitWidths flit_widths(const NetworkDescription& network, std::uint32_t end_points) {
  FlitWidths w;
  w.end_point = base::bits_for(end_points);
  w.length = base::bits_for(network.max_flits + 1);
  w.sequence = base::bits_for(RC_NETWORK_SEQUENCES);
  w.index = base::bits_for(network.max_flits);
  w.flit = 2 + 2 * w.end_point + w.length + w.sequence + w.index + network.flit_bits;
  return w;
}

std::string network_package(const NetworkDescription& network, const NetworkShape& shape,
                            bool with_tables) {
  const Widths w = widths_of(network, shape);
  std::string text = fmt::format(
      "// Made for one machine: its end points, and the flit of this network.\n"
      "// verilator lint_off UNUSEDPARAM\n"
      "package rc_net_pkg;\n"
      "  localparam int N = {};\n  localparam int CLASSES = {};\n"
      "  localparam int COLS = {};\n  localparam int ROWS = {};\n"
      "  localparam int MAX_FLITS = {};\n  localparam int DATA_W = {};\n"
      "  localparam int EP_W = {};\n  localparam int LEN_W = {};\n"
      "  localparam int SEQ_W = {};\n  localparam int IDX_W = {};\n",
      shape.places.size(), shape.classes, shape.cols, shape.rows, network.max_flits,
      network.flit_bits, w.end_point, w.length, w.sequence, w.index);
  if (with_tables) text += tables_of(shape);
  return text + fmt::format(
                    "  typedef struct packed {{\n"
                    "    logic head;\n    logic tail;\n"
                    "    logic [EP_W-1:0] dst;\n    logic [EP_W-1:0] src;\n"
                    "    logic [LEN_W-1:0] len;\n    logic [SEQ_W-1:0] seq;\n"
                    "    logic [IDX_W-1:0] idx;\n    logic [DATA_W-1:0] data;\n"
                    "  }} flit_t;\n"
                    "  localparam int FLIT_W = {};\n"
                    "endpackage\n"
                    "// verilator lint_on UNUSEDPARAM\n",
                    w.flit);
}

std::string network_top(const NetworkDescription& network, const NetworkShape& shape) {
  const Widths w = widths_of(network, shape);
  std::string statistics, assigns;
  for (std::size_t i = 0; i < network.statistics.size(); ++i) {
    statistics += fmt::format(",\n  output logic [63:0] statistic_{}", i);
    assigns +=
        fmt::format("  assign statistic_{} = 64'(net.{});\n", i, network.statistics[i].second);
  }
  return fmt::format(
      "// Plain vectors around the network's pins.\n"
      "module rc_net_top import rc_net_pkg::*; #(\n"
      "  parameter int FLIT_WORDS = {},\n  parameter int PORT_WORDS = {}\n) (\n"
      "  input  logic clk, rst,\n"
      "  input  logic [32*PORT_WORDS-1:0] in_valid, out_ready,\n"
      "  output logic [32*PORT_WORDS-1:0] in_ready, out_valid,\n"
      "  input  logic [32*FLIT_WORDS-1:0] in_flit [N*CLASSES],\n"
      "  output logic [32*FLIT_WORDS-1:0] out_flit [N*CLASSES]{}\n);\n"
      "  flit_t offered [N][CLASSES];\n  flit_t delivered [N][CLASSES];\n"
      "  logic [N-1:0][CLASSES-1:0] taken, valid;\n"
      "  assign in_ready = (32*PORT_WORDS)'(taken);\n"
      "  assign out_valid = (32*PORT_WORDS)'(valid);\n"
      "  for (genvar e = 0; e < N; e++) begin : gen_end_point\n"
      "    for (genvar k = 0; k < CLASSES; k++) begin : gen_class\n"
      "      assign offered[e][k] = flit_t'(in_flit[e*CLASSES+k][FLIT_W-1:0]);\n"
      "      assign out_flit[e*CLASSES+k] = (32*FLIT_WORDS)'(delivered[e][k]);\n"
      "    end\n  end\n"
      "{} (\n"
      "    .clk(clk), .rst(rst),\n"
      "    .in_valid(in_valid[N*CLASSES-1:0]), .in_ready(taken), .in_flit(offered),\n"
      "    .out_valid(valid), .out_ready(out_ready[N*CLASSES-1:0]), .out_flit(delivered));\n"
      "{}endmodule\n",
      w.flit_words, w.port_words, statistics, instance_of(network), assigns);
}

std::string network_pins(const NetworkDescription& network, const std::string& header) {
  NetworkDescription without = network;
  if (!header.empty())
    std::erase_if(without.parameters, [&](const auto& parameter) {
      return find_word(header, parameter.first) == header.npos;
    });
  return fmt::format(
      "// The network alone: whatever its pins are.\nmodule rc_net_pins;\n{} ();\nendmodule\n",
      instance_of(without));
}

std::string network_constants(const NetworkDescription& network, const NetworkShape& shape) {
  const Widths w = widths_of(network, shape);
  std::string text = "// Made by rockcreek.\n";
  const auto constant = [&](const char* name, std::uint32_t value) {
    text += fmt::format("constexpr unsigned {} = {};\n", name, value);
  };
  constant("kPorts", static_cast<std::uint32_t>(shape.places.size()) * shape.classes);
  constant("kEndPointBits", w.end_point);
  constant("kLengthBits", w.length);
  constant("kSequenceBits", w.sequence);
  constant("kIndexBits", w.index);
  constant("kDataBits", network.flit_bits);
  constant("kMaxFlits", network.max_flits);
  constant("kMinLatency", network.min_latency);
  constant("kDrainCycles", network.drain_cycles);
  constant("kResetCycles", network.reset_cycles);
  constant("kQuietCycles", network.quiet_cycles);
  constant("kMaxEndPoints", network.max_end_points);
  constant("kReorderPackets", network.reorder_packets);
  constant("kOrder", network.order == "kept"   ? RC_ORDER_KEPT
                     : network.order == "none" ? RC_ORDER_NONE
                                               : RC_ORDER_KEPT_IF_TAKEN);
  constant("kInterleave", network.interleave == "none" ? RC_INTERLEAVE_NONE : RC_INTERLEAVE_SOURCE);
  constant("kSelf", network.self);
  constant("kFreeRunning", network.free_running);
  constant("kStatistics", static_cast<std::uint32_t>(network.statistics.size()));
  text += fmt::format("constexpr const char* kName = \"{}\";\n", network.top);
  text += "constexpr const char* kStatisticNames[kStatistics + 1] = {";
  for (const auto& [name, path] : network.statistics) text += fmt::format("\"{}\", ", name);
  text += "nullptr};\ninline std::uint64_t statistic_of(const Vrc_net_top& top, unsigned i) {\n";
  for (std::size_t i = 0; i < network.statistics.size(); ++i)
    text += fmt::format("  if (i == {}) return top.statistic_{};\n", i, i);
  return text + "  (void)top, (void)i;\n  return 0;\n}\n";
}

std::string network_settings(const NetworkDescription& network) {
  std::string text = "`verilator_config\n";
  for (const std::string& module : network.hierarchical)
    text += fmt::format("hier_block -module \"{}\"\n", module);
  return text;
}

}  // namespace rc::sim::lab
