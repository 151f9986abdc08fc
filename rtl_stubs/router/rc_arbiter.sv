// SPDX-License-Identifier: Apache-2.0
// An arbiter with its state, of either kind: of all requesters the one that was served longest ago, or
// the next one after the last that was served. `served_i`: the grant of this cycle is used.
module rc_arbiter #(
  parameter int unsigned N = 5,
  parameter bit RoundRobin = 1'b0,
  parameter int unsigned IndexW = (N > 1) ? $clog2(N) : 1
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic [N-1:0]      request_i,
  input  logic              served_i,
  output logic              any_o,
  output logic [N-1:0]      grant_o,  // one-hot, or zero
  output logic [IndexW-1:0] index_o
);

  if (RoundRobin) begin : gen_round_robin
    logic [IndexW-1:0] first_q;

    rc_round_robin #(
      .N(N)
    ) u_arbiter (
      .request_i,
      .first_i(first_q),
      .any_o,
      .grant_o,
      .index_o
    );

    always_ff @(posedge clk_i) begin
      if (!rst_ni) first_q <= '0;
      else if (served_i) first_q <= (32'(index_o) == N - 1) ? '0 : index_o + 1'b1;
    end
  end else begin : gen_least_recently_served
    rc_least_recently_served #(
      .N(N)
    ) u_arbiter (
      .clk_i,
      .rst_ni,
      .request_i,
      .served_i,
      .any_o,
      .grant_o,
      .index_o
    );
  end

endmodule
