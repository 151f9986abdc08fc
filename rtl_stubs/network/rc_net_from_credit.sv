// SPDX-License-Identifier: Apache-2.0
// From credits to valid and ready: keeps what comes in a FIFO of DEPTH words, and returns a credit
// for each word that is taken.
module rc_net_from_credit #(
  parameter int unsigned W = 8,
  parameter int unsigned DEPTH = 4
) (
  input  logic         clk,
  input  logic         rst,
  input  logic         arrived,
  input  logic [W-1:0] d,
  output logic         credit,
  output logic         valid,
  input  logic         ready,
  output logic [W-1:0] q
);
  logic full;
  rc_net_fifo #(.W(W), .DEPTH(DEPTH)) u_fifo (
    .clk, .rst, .push(arrived), .d, .full, .valid, .pop(ready), .q
  );
  assign credit = valid && ready;
endmodule
