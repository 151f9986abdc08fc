// SPDX-License-Identifier: Apache-2.0
// Matrix arbiter: of all requesters, grants the one that was served longest ago; after reset, the
// lowest number. `served_i`: the grant of this cycle is used.
module rc_least_recently_served #(
  parameter int unsigned N = 5,
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

  // [i * N + j]: j was served longer ago than i. Stored whole, although half would do, so that a
  // row and a column can be set at once.
  logic [N*N-1:0] behind_q;
  logic [N*N-1:0] winners_row;

  for (genvar i = 0; i < N; i++) begin : gen_requester
    assign grant_o[i] = request_i[i] && ((request_i & behind_q[i*N +: N]) == '0);
    assign winners_row[i*N +: N] = {N{grant_o[i]}};
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      for (int unsigned i = 0; i < N; i++) begin
        for (int unsigned j = 0; j < N; j++) behind_q[i*N+j] <= (j < i);
      end
    end else if (served_i) begin
      behind_q <= (behind_q | winners_row) & ~{N{grant_o}};
    end
  end

  assign any_o = (request_i != '0);

  rc_onehot_index #(
    .N(N)
  ) u_index (
    .onehot_i(grant_o),
    .index_o
  );

endmodule
