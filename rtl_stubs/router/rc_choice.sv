// SPDX-License-Identifier: Apache-2.0
// One choice among requests: by round robin from `first_i` on, whose owner keeps the pointer; or of the
// one that was served longest ago, by an arbiter of its own that counts a grant if it is `served_i`.
module rc_choice #(
  parameter int unsigned N = 5,
  parameter bit RoundRobin = 1'b1,
  parameter int unsigned IndexW = (N > 1) ? $clog2(N) : 1
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic [N-1:0]      request_i,
  input  logic [IndexW-1:0] first_i,
  input  logic              served_i,
  output logic [N-1:0]      grant_o  // one-hot, or zero
);

  logic unused_any;
  logic [IndexW-1:0] unused_index;
  logic unused;

  if (RoundRobin) begin : gen_round_robin
    assign unused = clk_i ^ rst_ni ^ served_i;
    rc_round_robin #(
      .N(N)
    ) u_arbiter (
      .request_i,
      .first_i,
      .any_o(unused_any),
      .grant_o,
      .index_o(unused_index)
    );
  end else begin : gen_least_recently_served
    assign unused = ^first_i;
    rc_least_recently_served #(
      .N(N)
    ) u_arbiter (
      .clk_i,
      .rst_ni,
      .request_i,
      .served_i,
      .any_o(unused_any),
      .grant_o,
      .index_o(unused_index)
    );
  end

endmodule
