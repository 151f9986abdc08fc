// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/export/core_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rc::sim::lab {
namespace {

using Kind = noc::Link::Kind;

// What is behind a port of one side, as a row of a table in the core.
struct Row {
  const char* kind = "Nothing";
  std::uint32_t number = 0;
  unsigned cycles = 0;
  std::string text = "nothing";
};

enum class Side : std::uint8_t { input, output };

Row row_of(const ExportedNetwork& network, noc::RouterId router, unsigned port, Side side) {
  const noc::Graph& graph = network.model.graph();
  const bool input = side == Side::input;
  if (port >= (input ? graph.inputs(router) : graph.outputs(router))) return {};
  const noc::Link& link = input ? graph.in(router, port) : graph.out(router, port);
  if (link.kind == Kind::channel) {
    const noc::Channel& channel = graph.channel(link.id);
    const noc::RouterId other = input ? channel.from : channel.to;
    const unsigned there = input ? channel.out_port : channel.in_port;
    const unsigned ports = input ? network.shape.outputs : network.shape.inputs;
    return {"Channel", other * ports + there, channel.wire,
            fmt::format("{} {} of router {}", input ? "output" : "input", there, other)};
  }
  if (link.kind != Kind::end) return {};
  const noc::End& end = graph.end(link.id);
  return {"EndPoint", link.id, input ? end.in_wire : end.out_wire,
          fmt::format("end point {}", link.id)};
}

// The last row stands first: a concatenation begins with the highest bits.
std::string rows(const ExportedNetwork& network, Side side) {
  const bool input = side == Side::input;
  const unsigned ports = input ? network.shape.inputs : network.shape.outputs;
  std::string text;
  for (std::size_t router = network.routers(); router-- > 0;) {
    for (unsigned port = ports; port-- > 0;) {
      const Row row = row_of(network, static_cast<noc::RouterId>(router), port, side);
      const bool last = router == 0 && port == 0;
      text += fmt::format("    {{{}, 16'd{}, 8'd{}}}{}  // {} {} of router {}: {}\n", row.kind,
                          row.number, row.cycles, last ? "" : ",", input ? "input" : "output", port,
                          router, row.text);
    }
  }
  return text;
}

std::string parameters_text(const ExportedNetwork& network) {
  const RouterShape& shape = network.shape;
  std::string text;
  const auto constant = [&](const char* name, std::size_t value, const char* what) {
    text += fmt::format("  localparam int unsigned {} = {};  // {}\n", name, value, what);
  };
  constant("Routers", network.routers(), "all of one shape");
  constant("Ends", network.ends(), "end points");
  constant("NumIn", shape.inputs, "input ports of a router");
  constant("NumOut", shape.outputs, "output ports of a router");
  constant("NumVcs", shape.vcs, "VCs of a port");
  constant("NumClasses", shape.classes, "message classes");
  constant("Depth", shape.depth, "flits of a VC");
  constant("Before", shape.before, "cycles before the allocation");
  constant("Traverse", shape.traverse, "registers between switch and output register");
  constant("Route", shape.route, "cycles for which a head waits before it asks");
  constant("Credit", shape.credit, "0: a credit counts in the cycle in which it comes");
  constant("TwoStage", shape.two_stage, "1: first VCs, then the switch");
  text += fmt::format(
      "  localparam rc_router_pkg::allocator_e VcAllocator = rc_router_pkg::{};\n"
      "  localparam rc_router_pkg::allocator_e SwitchAllocator = rc_router_pkg::{};\n",
      rtl_name(shape.vc_allocator), rtl_name(shape.switch_allocator));
  constant("Iterations", shape.iterations, "of both allocators");
  constant("VcDelay", std::max(shape.vc, 1U), "cycles from a VC to the request for the switch");
  constant("TableByVc", shape.by_vc, "1: a way depends on input and VC");
  constant("NumSets", shape.sets.size(), "sets of VCs that a way may name");
  constant("RoundRobin", shape.round_robin, "arbiters; 0: least recently served");
  constant("Wormhole", shape.wormhole, "0: virtual cut-through");
  constant("InjectStep", network.model.router().inject_step, "registers behind an end point");
  constant("TableW", network.table_bits(), "bits of a router's table");
  text += fmt::format("  localparam logic [{}:0] VcSets = {}'h{:x};  // of class 0, set 0 lowest\n",
                      network.set_bits() - 1, network.set_bits(), shape.packed_sets());
  return text;
}

constexpr const char* kCore = R"(
  logic [Routers*TableW-1:0] routes;
  @TOP@_routes u_routes (
    .routes_o(routes)
  );

  rc_net_graph #(
    .Routers(Routers),
    .Ends(Ends),
    .NumIn(NumIn),
    .NumOut(NumOut),
    .NumVcs(NumVcs),
    .NumClasses(NumClasses),
    .Depth(Depth),
    .Before(Before),
    .Traverse(Traverse),
    .Route(Route),
    .Credit(Credit),
    .TwoStage(TwoStage),
    .VcAllocator(VcAllocator),
    .SwitchAllocator(SwitchAllocator),
    .Iterations(Iterations),
    .VcDelay(VcDelay),
    .TableByVc(TableByVc),
    .NumSets(NumSets),
    .VcSets(VcSets),
    .RoundRobin(RoundRobin),
    .Wormhole(Wormhole),
    .TableW(TableW),
    .InjectStep(InjectStep),
    .BehindInputs(BehindInputs),
    .BehindOutputs(BehindOutputs),
    .EpW(EpW),
    .LenW(LenW),
    .FlitW(FlitW)
  ) u_graph (
    .clk_i,
    .rst_ni,
    .routes_i(routes),
    .in_valid_i,
    .in_ready_o,
    .in_flit_i,
    .out_valid_o,
    .out_ready_i,
    .out_flit_o
  );

endmodule
)";

}  // namespace

unsigned ExportedNetwork::set_bits() const {
  return static_cast<unsigned>(shape.sets.size()) * (shape.vcs / shape.classes);
}

std::uint64_t ExportedNetwork::table_bits() const {
  return std::uint64_t{shape.destinations} * shape.way_bits() *
         (shape.by_vc ? shape.inputs * shape.vcs : 1);
}

std::string with_top(std::string text, const std::string& top) {
  constexpr std::string_view kTop = "@TOP@";
  for (std::size_t at = 0; (at = text.find(kTop, at)) != text.npos; at += top.size())
    text.replace(at, kTop.size(), top);
  return text;
}

std::string title_of(const ExportedNetwork& network) {
  return fmt::format("{}: {} routers of {} x {} ports, {} end points, routing {}",
                     network.model.topology().family, network.routers(), network.shape.inputs,
                     network.shape.outputs, network.ends(), network.model.routing_name());
}

std::string core_text(const ExportedNetwork& network) {
  const FlitWidths widths =
      flit_widths(network.description, static_cast<std::uint32_t>(network.ends()));
  const std::string& top = network.description.top;
  const std::size_t ports = network.ends() * network.shape.classes;
  std::string text = fmt::format(
      "// {0}.\n// Made by `rockcreek network export`: routers, wires and tables with packed "
      "vectors. "
      "{1} has the\n// pins of the contract.\nmodule {1}_core #(\n"
      "  /// Bits of an end point's number, and of a packet's length.\n"
      "  parameter int unsigned EpW = {2},\n  parameter int unsigned LenW = {3},\n"
      "  /// Bits of a flit: {{head, tail, destination, source, length, ...}}.\n"
      "  parameter int unsigned FlitW = {4}\n) (\n"
      "  input  logic clk_i,\n  input  logic rst_ni,  /// synchronous\n\n"
      "  /// Flits of end points for the network: end point 0, class 0 lowest.\n"
      "  input  logic [{5}:0] in_valid_i,\n  output logic [{5}:0] in_ready_o,\n"
      "  input  logic [{6}*FlitW-1:0] in_flit_i,\n"
      "  /// Flits for end points.\n"
      "  output logic [{5}:0] out_valid_o,\n  input  logic [{5}:0] out_ready_i,\n"
      "  output logic [{6}*FlitW-1:0] out_flit_o\n);\n\n",
      title_of(network), top, widths.end_point, widths.length, widths.flit, ports - 1, ports);
  text += parameters_text(network);
  const std::string inputs = rows(network, Side::input), outputs = rows(network, Side::output);
  text += "\n  // What is behind each port: {kind, number, cycles of wire} (rc_net_graph).\n";
  for (const auto& [kind, value] : {std::pair{"Nothing", 0}, {"Channel", 1}, {"EndPoint", 2}})
    if ((inputs + outputs).find(fmt::format("{{{},", kind)) != text.npos)
      text += fmt::format("  localparam logic [7:0] {} = 8'd{};\n", kind, value);
  text += fmt::format(
      "  localparam logic [Routers*NumIn*32-1:0] BehindInputs = {{\n{}  }};\n"
      "  localparam logic [Routers*NumOut*32-1:0] BehindOutputs = {{\n{}  }};\n",
      inputs, outputs);
  return text + with_top(kCore, top);
}

std::string routes_text(const ExportedNetwork& network) {
  const RouterShape& shape = network.shape;
  const std::uint64_t bits = network.table_bits();
  std::string text = fmt::format(
      "// The tables of all routers, router 0 lowest. A row has the ways to all end points, the "
      "last "
      "one\n// first: {{VC set, output port}}.\n// Made by `rockcreek network export`.\n"
      "module {}_routes (\n  output logic [{}:0] routes_o\n);\n  assign routes_o = {{\n",
      network.description.top, network.routers() * bits - 1);
  const unsigned tables = shape.by_vc ? shape.inputs * shape.vcs : 1;
  for (std::size_t router = network.routers(); router-- > 0;) {
    std::vector<noc::WayEntry> entries = network.tables.of(static_cast<noc::RouterId>(router));
    entries.resize(std::size_t{tables} * shape.destinations);  // ports that this router lacks
    for (unsigned table = tables; table-- > 0;) {
      text += fmt::format("    // router {}", router);
      if (shape.by_vc)
        text += fmt::format(", input {}, VC {}", table / shape.vcs, table % shape.vcs);
      for (unsigned end = shape.destinations; end-- > 0;) {
        if ((shape.destinations - 1 - end) % 16 == 0) text += "\n   ";
        const noc::WayEntry& entry = entries[std::size_t{table} * shape.destinations + end];
        const bool last = router == 0 && table == 0 && end == 0;
        text += fmt::format(" {}'h{:x}{}", shape.way_bits(),
                            unsigned{entry.set} << shape.port_bits() | entry.port, last ? "" : ",");
      }
      text += "\n";
    }
  }
  return text + "  };\nendmodule\n";
}

std::string wrapper_text(const ExportedNetwork& network) {
  constexpr const char* kWrapper = R"(module @TOP@ import rc_net_pkg::*; (
  input  logic clk, rst,
  input  logic [N-1:0][CLASSES-1:0] in_valid,
  output logic [N-1:0][CLASSES-1:0] in_ready,
  input  flit_t in_flit [N][CLASSES],
  output logic [N-1:0][CLASSES-1:0] out_valid,
  input  logic [N-1:0][CLASSES-1:0] out_ready,
  output flit_t out_flit [N][CLASSES]
);
  logic [Ends*NumClasses-1:0] offered, taken, valid, ready;
  logic [Ends*NumClasses*FLIT_W-1:0] flits, delivered;

  for (genvar e = 0; e < Ends; e++) begin : gen_end_point
    for (genvar k = 0; k < NumClasses; k++) begin : gen_class
      localparam int unsigned P = e * NumClasses + k;
      if (e < N && k < CLASSES) begin : gen_pins
        assign offered[P] = in_valid[e][k];
        assign flits[P*FLIT_W +: FLIT_W] = in_flit[e][k];
        assign in_ready[e][k] = taken[P];
        assign out_valid[e][k] = valid[P];
        assign out_flit[e][k] = delivered[P*FLIT_W +: FLIT_W];
        assign ready[P] = out_ready[e][k];
      end else begin : gen_none
        logic unused;
        assign offered[P] = 1'b0;
        assign flits[P*FLIT_W +: FLIT_W] = '0;
        assign ready[P] = 1'b1;
        assign unused = ^{taken[P], valid[P], delivered[P*FLIT_W +: FLIT_W]};
      end
    end
  end

  @TOP@_core #(
    .EpW(EP_W),
    .LenW(LEN_W),
    .FlitW(FLIT_W)
  ) u_core (
    .clk_i(clk),
    .rst_ni(!rst),
    .in_valid_i(offered),
    .in_ready_o(taken),
    .in_flit_i(flits),
    .out_valid_o(valid),
    .out_ready_i(ready),
    .out_flit_o(delivered)
  );
endmodule
)";
  std::string text = fmt::format(
      "// {}.\n// Made by `rockcreek network export`: the pins of the contract around {}_core. A "
      "machine may have\n// fewer end points and classes.\n",
      title_of(network), network.description.top);
  std::string body = with_top(kWrapper, network.description.top);
  const std::string sizes = fmt::format(
      "  localparam int unsigned Ends = {}, NumClasses = {};\n"
      "  if (CLASSES > NumClasses) begin : gen_classes\n"
      "    $error(\"more message classes than this network has\");\n  end\n",
      network.ends(), network.shape.classes);
  body.insert(body.find("  logic [Ends"), sizes);
  return text + body;
}

}  // namespace rc::sim::lab
