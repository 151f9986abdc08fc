// SPDX-License-Identifier: Apache-2.0
// From valid and ready to credits: a word may go while a credit is left. `credit` returns one. The
// receiver has room for DEPTH words.
module rc_net_to_credit #(
  parameter int unsigned DEPTH = 4
) (
  input  logic clk,
  input  logic rst,
  input  logic valid,
  output logic ready,
  output logic send,
  input  logic credit
);
  localparam int unsigned CW = $clog2(DEPTH + 1);
  logic [CW-1:0] left;

  assign ready = left != '0;
  assign send = valid && ready;
  always_ff @(posedge clk) begin
    if (rst) left <= CW'(DEPTH);
    else left <= left + CW'(credit) - CW'(send);
  end
endmodule
