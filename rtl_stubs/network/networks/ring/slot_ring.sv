// SPDX-License-Identifier: Apache-2.0
// One slot for each end point and class moves on by one place in every cycle. An end point fills an
// empty slot that passes, and empties one that is meant for it, if it can take it. The places follow
// the end points' numbers.
//
// Where ends always take, a slot is free after one turn. Upstream neighbours could keep all slots full
// for ever: an end point that has waited for WAIT cycles asks for a gap, and the others pause.
module slot_ring import rc_net_pkg::*; #(
  parameter int unsigned WAIT = 4 * N
) (
  input  logic clk, rst,
  input  logic [N-1:0][CLASSES-1:0] in_valid,
  output logic [N-1:0][CLASSES-1:0] in_ready,
  input  flit_t in_flit [N][CLASSES],
  output logic [N-1:0][CLASSES-1:0] out_valid,
  input  logic [N-1:0][CLASSES-1:0] out_ready,
  output flit_t out_flit [N][CLASSES]
);
  localparam int unsigned WaitW = $clog2(WAIT + 1);
  logic [CLASSES-1:0][N-1:0] moves;

  for (genvar k = 0; k < CLASSES; k++) begin : gen_class
    logic [N-1:0] full, hungry;
    flit_t slot [N];
    for (genvar e = 0; e < N; e++) begin : gen_place
      logic [WaitW-1:0] waited;
      logic here, free, allowed;
      assign here = full[e] && slot[e].dst == EP_W'(e);
      assign out_valid[e][k] = here;
      assign out_flit[e][k] = slot[e];
      assign free = !full[e] || (here && out_ready[e][k]);
      assign hungry[e] = waited == WaitW'(WAIT);
      assign allowed = hungry == '0 || hungry[e];
      assign in_ready[e][k] = free && allowed;
      always_ff @(posedge clk) begin
        if (rst || !in_valid[e][k] || in_ready[e][k]) waited <= '0;
        else if (!hungry[e]) waited <= waited + 1'b1;
      end
      flit_t from;
      assign moves[k][e] = in_valid[e][k] && in_ready[e][k] ? 1'b1 : !free;
      assign from = in_valid[e][k] && in_ready[e][k] ? in_flit[e][k] : slot[e];
    end
    for (genvar e = 0; e < N; e++) begin : gen_move
      always_ff @(posedge clk) begin
        if (rst) full[e] <= 1'b0;
        else full[e] <= moves[k][(e+N-1)%N];
        slot[e] <= gen_place[(e+N-1)%N].from;
      end
    end
  end

  // Flits, each as often as it moved on.
  longint unsigned flit_hops;
  always_ff @(posedge clk) flit_hops <= rst ? '0 : flit_hops + 64'($countones(moves));
endmodule
