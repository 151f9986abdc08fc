// SPDX-License-Identifier: Apache-2.0
// The register of one flit between two pipeline stages; a wire if the pipeline does without it. Only
// the valid bit is reset; header and payload keep their value while no flit comes.
module rc_flit_register #(
  parameter int unsigned PayloadW = 128,
  parameter bit Present = 1'b1
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  logic                   valid_i,
  input  rc_router_pkg::header_t header_i,
  input  logic [PayloadW-1:0]    payload_i,

  output logic                   valid_o,
  output rc_router_pkg::header_t header_o,
  output logic [PayloadW-1:0]    payload_o
);

  if (Present) begin : gen_register
    always_ff @(posedge clk_i) begin
      if (!rst_ni) valid_o <= 1'b0;
      else valid_o <= valid_i;
      if (valid_i) begin
        header_o <= header_i;
        payload_o <= payload_i;
      end
    end
  end else begin : gen_wire
    logic unused;
    assign unused = clk_i ^ rst_ni;
    assign valid_o = valid_i;
    assign header_o = header_i;
    assign payload_o = payload_i;
  end

endmodule
