// SPDX-License-Identifier: Apache-2.0
// Round-robin arbiter, combinational: the first request at or after `first_i`, with wrap-around.
// The module around it keeps the pointer and moves it past the winner when the grant is used.
module rc_round_robin #(
  parameter int unsigned N = 5,
  parameter int unsigned IndexW = (N > 1) ? $clog2(N) : 1
) (
  input  logic [N-1:0]      request_i,
  input  logic [IndexW-1:0] first_i,
  output logic              any_o,
  output logic [N-1:0]      grant_o,  // one-hot, or zero
  output logic [IndexW-1:0] index_o
);

  logic [N-1:0] at_or_after;
  logic [N-1:0] from;

  assign at_or_after = request_i & ({N{1'b1}} << first_i);
  assign from = (at_or_after != '0) ? at_or_after : request_i;
  assign grant_o = from & (~from + 1'b1);  // lowest set bit
  assign any_o = (request_i != '0);

  rc_onehot_index #(
    .N(N)
  ) u_index (
    .onehot_i(grant_o),
    .index_o
  );

endmodule
