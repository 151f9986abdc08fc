// SPDX-License-Identifier: Apache-2.0
// The registers of one flit between two pipeline stages; a wire if there is none. Only the valid bits
// are reset; header and payload keep their value while no flit comes.
module rc_flit_register #(
  parameter int unsigned PayloadW = 128,
  parameter int unsigned Cycles = 1
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

  if (Cycles == 1) begin : gen_register
    always_ff @(posedge clk_i) begin
      if (!rst_ni) valid_o <= 1'b0;
      else valid_o <= valid_i;
      if (valid_i) begin
        header_o <= header_i;
        payload_o <= payload_i;
      end
    end
  end else if (Cycles > 1) begin : gen_chain
    logic                   valid;
    rc_router_pkg::header_t header;
    logic [PayloadW-1:0]    payload;
    rc_flit_register #(
      .PayloadW(PayloadW)
    ) u_first (
      .clk_i,
      .rst_ni,
      .valid_i,
      .header_i,
      .payload_i,
      .valid_o(valid),
      .header_o(header),
      .payload_o(payload)
    );
    rc_flit_register #(
      .PayloadW(PayloadW),
      .Cycles(Cycles - 1)
    ) u_others (
      .clk_i,
      .rst_ni,
      .valid_i(valid),
      .header_i(header),
      .payload_i(payload),
      .valid_o,
      .header_o,
      .payload_o
    );
  end else begin : gen_wire
    logic unused;
    assign unused = clk_i ^ rst_ni;
    assign valid_o = valid_i;
    assign header_o = header_i;
    assign payload_o = payload_i;
  end

endmodule
