// SPDX-License-Identifier: Apache-2.0
// Flit storage of one input port: one write port, one read port, as a register file or RAM.
module rc_flit_ram #(
  parameter int unsigned Width = 149,
  parameter int unsigned Words = 24,
  parameter int unsigned AddrW = (Words > 1) ? $clog2(Words) : 1
) (
  input  logic             clk_i,
  input  logic             write_i,
  input  logic [AddrW-1:0] write_addr_i,
  input  logic [Width-1:0] write_data_i,
  input  logic [AddrW-1:0] read_addr_i,
  output logic [Width-1:0] read_data_o
);

  logic [Width-1:0] words_q [Words];

  always_ff @(posedge clk_i) begin
    if (write_i) words_q[write_addr_i] <= write_data_i;
  end

  assign read_data_o = words_q[read_addr_i];

endmodule
