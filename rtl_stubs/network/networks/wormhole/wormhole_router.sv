// SPDX-License-Identifier: Apache-2.0
// A router with five ports: a FIFO at each input, and what serves them (wormhole_switch).
module wormhole_router #(
  parameter int unsigned W = 24,  // of a flit
  parameter int unsigned PlaceW = 4,
  parameter int unsigned DEPTH = 4
) (
  input  logic              clk, rst,
  input  logic [PlaceW-1:0] x, y,
  input  logic [4:0]        in_valid,
  output logic [4:0]        in_ready,
  input  logic [5*W-1:0]    in_flit,  // {tail, x, y, port, rest} each
  output logic [4:0]        out_valid,
  input  logic [4:0]        out_ready,
  output logic [5*W-1:0]    out_flit
);
  logic [4:0] valid, pop, full;
  logic [5*W-1:0] flit;

  for (genvar i = 0; i < 5; i++) begin : gen_input
    rc_net_fifo #(.W(W), .DEPTH(DEPTH)) u_fifo (
      .clk, .rst, .push(in_valid[i]), .d(in_flit[i*W +: W]), .full(full[i]),
      .valid(valid[i]), .pop(pop[i]), .q(flit[i*W +: W])
    );
  end
  assign in_ready = ~full;

  wormhole_switch #(.W(W), .PlaceW(PlaceW)) u_switch (
    .clk, .rst, .x, .y, .valid, .pop, .flit, .out_valid, .out_ready, .out_flit
  );
endmodule
