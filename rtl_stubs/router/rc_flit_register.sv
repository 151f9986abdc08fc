// The register of one flit between two pipeline stages. Only the valid bit is reset; header and
// payload keep their value while no flit comes.
module rc_flit_register #(
  parameter int unsigned PayloadW = 128
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

  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_o <= 1'b0;
    else valid_o <= valid_i;
    if (valid_i) begin
      header_o <= header_i;
      payload_o <= payload_i;
    end
  end

endmodule
