// SPDX-License-Identifier: Apache-2.0
// FIFO of DEPTH words, at least 1. `q` is the first word while `valid`; `pop` takes it. A push into a
// full FIFO is ignored, a pop of an empty one too. No path from push to valid.
module rc_net_fifo #(
  parameter int unsigned W = 8,
  parameter int unsigned DEPTH = 2
) (
  input  logic         clk,
  input  logic         rst,
  input  logic         push,
  input  logic [W-1:0] d,
  output logic         full,
  output logic         valid,
  input  logic         pop,
  output logic [W-1:0] q
);
  localparam int unsigned IW = DEPTH > 1 ? $clog2(DEPTH) : 1;
  localparam int unsigned CW = $clog2(DEPTH + 1);
  logic [W-1:0] words [DEPTH];
  logic [IW-1:0] first, last;
  logic [CW-1:0] count;

  assign full = count == CW'(DEPTH);
  assign valid = count != '0;
  assign q = words[first];

  always_ff @(posedge clk) begin
    if (rst) begin
      first <= '0;
      last <= '0;
      count <= '0;
    end else begin
      if (push && !full) last <= last == IW'(DEPTH - 1) ? '0 : last + 1'b1;
      if (pop && valid) first <= first == IW'(DEPTH - 1) ? '0 : first + 1'b1;
      count <= count + CW'(push && !full) - CW'(pop && valid);
    end
    if (push && !full) words[last] <= d;
  end
endmodule
