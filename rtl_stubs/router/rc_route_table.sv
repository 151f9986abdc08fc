// SPDX-License-Identifier: Apache-2.0
// Route computation by a table, which is an input and constant: one router's differs from the next
// one's, the module does not. An entry is a way: an output port, and above it the number of a VC set.
// Entries lie by destination; with ByVc each VC has such a table, VC 0 in the lowest bits.
module rc_route_table #(
  parameter int unsigned NumVcs = 8,
  parameter int unsigned NumDsts = 64,
  parameter bit ByVc = 1'b0,
  parameter int unsigned WayW = 3,
  parameter int unsigned IndexW = (NumVcs > 1) ? $clog2(NumVcs) : 1,
  parameter int unsigned Entries = ByVc ? NumVcs * NumDsts : NumDsts
) (
  input  logic [Entries*WayW-1:0]         table_i,
  input  logic [IndexW-1:0]               vc_i,
  input  logic [rc_router_pkg::DstW-1:0]  dst_i,
  output logic [WayW-1:0]                 way_o
);

  if (ByVc) begin : gen_by_vc
    assign way_o = table_i[(32'(vc_i) * NumDsts + 32'(dst_i)) * WayW +: WayW];
  end else begin : gen_shared
    logic unused;
    assign unused = ^vc_i;
    assign way_o = table_i[32'(dst_i) * WayW +: WayW];
  end

endmodule
