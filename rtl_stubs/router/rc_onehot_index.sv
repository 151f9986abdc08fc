// SPDX-License-Identifier: Apache-2.0
// The number of the set bit of a one-hot vector; 0 if none is set.
module rc_onehot_index #(
  parameter int unsigned N = 5,
  parameter int unsigned IndexW = (N > 1) ? $clog2(N) : 1
) (
  input  logic [N-1:0]      onehot_i,
  output logic [IndexW-1:0] index_o
);

  always_comb begin
    index_o = '0;
    for (int unsigned i = 0; i < N; i++) begin
      if (onehot_i[i]) index_o = index_o | i[IndexW-1:0];
    end
  end

endmodule
