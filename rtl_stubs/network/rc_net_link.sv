// SPDX-License-Identifier: Apache-2.0
// A wire between two sides of the network: flits arrive Cycles cycles later, and credits go back.
module rc_net_link #(
  /// Bits of a flit beside the header.
  parameter int unsigned PayloadW = 64,
  /// VCs, each with a wire for its credits.
  parameter int unsigned NumVcs = 1,
  /// Registers in a row, for flits and for credits; with 0 a wire.
  parameter int unsigned Cycles = 0,
  parameter int unsigned CreditCycles = Cycles
) (
  input  logic clk_i,
  input  logic rst_ni,  /// synchronous

  /// The side that sends.
  input  logic                              valid_i,
  input  logic [rc_router_pkg::HeaderW-1:0] header_i,
  input  logic [PayloadW-1:0]               payload_i,
  output logic [NumVcs-1:0]                 credit_o,
  /// The side that receives.
  output logic                              valid_o,
  output logic [rc_router_pkg::HeaderW-1:0] header_o,
  output logic [PayloadW-1:0]               payload_o,
  input  logic [NumVcs-1:0]                 credit_i
);

  rc_flit_register #(
    .PayloadW(PayloadW),
    .Cycles(Cycles)
  ) u_flits (
    .clk_i,
    .rst_ni,
    .valid_i,
    .header_i,
    .payload_i,
    .valid_o,
    .header_o,
    .payload_o
  );

  logic [(CreditCycles+1)*NumVcs-1:0] credits;
  assign credits[NumVcs-1:0] = credit_i;
  for (genvar c = 0; c < CreditCycles; c++) begin : gen_stage
    logic [NumVcs-1:0] credit_q;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) credit_q <= '0;
      else credit_q <= credits[c*NumVcs +: NumVcs];
    end
    assign credits[(c+1)*NumVcs +: NumVcs] = credit_q;
  end
  assign credit_o = credits[CreditCycles*NumVcs +: NumVcs];

endmodule
