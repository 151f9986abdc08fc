// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/export/bench_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "hw_model/kernel/error.h"
#include "sim/base/files.h"

namespace rc::sim::lab {
namespace {

constexpr std::size_t kMaxSources = 8;

constexpr const char* kBench = R"(
  logic clk = 1'b0;
  logic rst = 1'b1;
  logic [N*CLASSES-1:0] in_valid, in_ready, out_valid;
  logic [N*CLASSES*FLIT_W-1:0] out_flit;
  int unsigned cycles = 0;
  logic [FLIT_W-1:0] sent = '0;

  always #1 clk = !clk;
  always_ff @(posedge clk) cycles <= cycles + 1;

  // All end points have the flit at their pins; one of them offers it.
  @TOP@_core #(
    .EpW(EP_W),
    .LenW(LEN_W),
    .FlitW(FLIT_W)
  ) u_core (
    .clk_i(clk),
    .rst_ni(!rst),
    .in_valid_i(in_valid),
    .in_ready_o(in_ready),
    .in_flit_i({N*CLASSES{sent}}),
    .out_valid_o(out_valid),
    .out_ready_i('1),
    .out_flit_o(out_flit)
  );

  // One packet of one flit alone: the cycles from its offer to the edge at which it is out.
  task automatic send(int unsigned source, int unsigned destination, int unsigned expected);
    int unsigned offered;
    int unsigned taken;
    @(negedge clk);
    sent = {2'b11, EP_W'(destination), EP_W'(source), LEN_W'(1), SEQ_W'(0), IDX_W'(0),
            DATA_W'({source, destination})};
    in_valid[source*CLASSES] = 1'b1;
    offered = cycles;
    @(posedge clk);
    if (!in_ready[source*CLASSES]) $fatal(1, "end point %0d: not ready", source);
    @(negedge clk);
    in_valid[source*CLASSES] = 1'b0;
    while (out_valid == '0) begin
      if (cycles - offered > 10000) $fatal(1, "%0d -> %0d: lost", source, destination);
      @(negedge clk);
    end
    taken = cycles;
    if (!out_valid[destination*CLASSES] || out_flit[destination*CLASSES*FLIT_W +: FLIT_W] != sent)
      $fatal(1, "%0d -> %0d: another flit than was sent", source, destination);
    if (taken - offered != expected)
      $fatal(1, "%0d -> %0d: %0d cycles, the model takes %0d", source, destination,
             taken - offered, expected);
    repeat (DrainCycles) @(posedge clk);
  endtask

  initial begin
    in_valid = '0;
    repeat (4) @(posedge clk);
    @(negedge clk);
    rst = 1'b0;
    for (int unsigned s = 0; s < Sources; s++)
      for (int unsigned d = 0; d < N; d++)
        send(s * Step, d, 32'(Expected[(s*N+d)*16 +: 16]));
    $display("%0d packets, each in the cycles of the model", Sources * N);
    $finish;
  end
endmodule
)";

// The cycles of a packet of one flit that meets no other, in the model.
class Alone {
 public:
  explicit Alone(const GraphModel& model) : network_(model.make_network(1)) {
    network_->on_delivery([this](const noc::Packet&) { delivered_ = cycle_; });
  }
  std::uint64_t cycles(noc::EndId source, noc::EndId destination) {
    noc::Packet packet;
    packet.source = source;
    packet.destination = destination;
    packet.flits = 1;
    network_->inject(packet);
    delivered_.reset();
    const std::uint64_t start = cycle_ + 1;
    while (!delivered_ || !network_->idle()) network_->tick(++cycle_);
    return *delivered_ - start;
  }

 private:
  std::unique_ptr<noc::SteppedNetwork> network_;
  std::uint64_t cycle_ = 0;
  std::optional<std::uint64_t> delivered_;
};

}  // namespace

std::string bench_command(const ExportedNetwork& network) {
  return fmt::format(
      "verilator --binary -Wno-fatal -y rtl --top-module bench rtl/rc_router_pkg.sv "
      "bench/rc_net_pkg.sv {0}_routes.sv {0}_core.sv bench/bench.sv && obj_dir/Vbench",
      network.description.top);
}

void write_bench(const ExportedNetwork& network, const std::string& directory) {
  const auto ends = static_cast<std::uint32_t>(network.ends());
  NetworkShape shape{network.shape.classes, ends, 1, {}};
  for (std::uint32_t end = 0; end < ends; ++end)
    shape.places.push_back({static_cast<std::uint16_t>(end), 0, noc::kLocal, RC_KIND_TILE});
  base::write_file(directory + "/rc_net_pkg.sv", network_package(network.description, shape));

  const std::size_t sources = std::min<std::size_t>(ends, kMaxSources), step = ends / sources;
  Alone alone(network.model);
  std::vector<std::string> rows;
  for (std::size_t source = 0; source < sources; ++source) {
    std::string row;
    for (noc::EndId end = 0; end < ends; ++end)
      row = fmt::format("16'd{}{}{}", alone.cycles(static_cast<noc::EndId>(source * step), end),
                        row.empty() ? "" : (end % 12 == 0 ? ",\n    " : ", "), row);
    rows.push_back(
        fmt::format("    // from end point {}, to the last one first\n    {}", source * step, row));
  }
  std::string expected;
  for (const std::string& row : rows) expected = row + (expected.empty() ? "" : ",\n") + expected;
  std::string text = fmt::format(
      "// Sends packets of one flit through {} alone and compares their cycles with the model's.\n"
      "// Made by `rockcreek network export`.\n// In the folder above: {}\n"
      "module bench;\n  import rc_net_pkg::*;\n"
      "  localparam int unsigned Sources = {};\n  localparam int unsigned Step = {};\n"
      "  localparam int unsigned DrainCycles = {};\n"
      "  localparam logic [Sources*N*16-1:0] Expected = {{\n{}\n  }};\n",
      network.description.top, bench_command(network), sources, step,
      network.description.drain_cycles, expected);
  base::write_file(directory + "/bench.sv", text + with_top(kBench, network.description.top));
}

}  // namespace rc::sim::lab
