// SPDX-License-Identifier: Apache-2.0
// COLS x ROWS of rc_router, with the SCC's parameters. Every end point is at the port of the router
// that the machine gives it; ports where nothing is stay empty.
module rc_mesh import rc_net_pkg::*; (
  input  logic clk, rst,
  input  logic [N-1:0][CLASSES-1:0] in_valid,
  output logic [N-1:0][CLASSES-1:0] in_ready,
  input  flit_t in_flit [N][CLASSES],
  output logic [N-1:0][CLASSES-1:0] out_valid,
  input  logic [N-1:0][CLASSES-1:0] out_ready,
  output flit_t out_flit [N][CLASSES]
);
  localparam int unsigned NumVcs = 8, Depth = 3;
  localparam int unsigned Routers = COLS * ROWS;
  localparam int unsigned HeaderW = rc_router_pkg::HeaderW;

  logic [4:0] to_valid [Routers], from_valid [Routers];
  logic [5*HeaderW-1:0] to_header [Routers], from_header [Routers];
  logic [5*FLIT_W-1:0] to_flit [Routers], from_flit [Routers];
  // Credits for what goes to a router, and for what comes from it. What leaves a router passes its last
  // registers outside, in a link, so that Verilator may build a router alone (docs/network.md).
  logic [5*NumVcs-1:0] to_credit [Routers], from_credit [Routers];

  for (genvar r = 0; r < Routers; r++) begin : gen_router
    rc_router #(
      .NumVcs(NumVcs), .NumClasses(CLASSES), .Depth(Depth), .PayloadW(FLIT_W), .Pipeline(4),
      .OutputRegister(0)
    ) u_router (
      .clk_i(clk), .rst_ni(!rst),
      .x_i(rc_router_pkg::CoordW'(r % COLS)), .y_i(rc_router_pkg::CoordW'(r / COLS)),
      .route_table_i('0),
      .flit_valid_i(to_valid[r]), .header_i(to_header[r]), .payload_i(to_flit[r]),
      .credit_o(to_credit[r]),
      .flit_valid_o(from_valid[r]), .header_o(from_header[r]), .payload_o(from_flit[r]),
      .credit_i(from_credit[r])
    );
    for (genvar p = 0; p < 5; p++) begin : gen_port
      localparam int unsigned End = end_at(r, p);
      localparam int unsigned Next = router_beyond(r, p);
      localparam int unsigned Back = p < 4 ? (p + 2) % 4 : 4;
      if (End < N) begin : gen_end
        logic valid;
        rc_router_pkg::header_t header;
        flit_t flit;
        logic [NumVcs-1:0] credit;
        rc_flit_register #(.PayloadW(FLIT_W)) u_register (
          .clk_i(clk), .rst_ni(!rst),
          .valid_i(from_valid[r][p]), .header_i(from_header[r][p*HeaderW +: HeaderW]),
          .payload_i(from_flit[r][p*FLIT_W +: FLIT_W]),
          .valid_o(valid), .header_o(header), .payload_o(flit)
        );
        always_ff @(posedge clk) credit <= rst ? '0 : to_credit[r][p*NumVcs +: NumVcs];
        rc_mesh_end #(.NumVcs(NumVcs), .Depth(Depth)) u_end (
          .clk, .rst,
          .in_valid(in_valid[End]), .in_ready(in_ready[End]), .in_flit(in_flit[End]),
          .out_valid(out_valid[End]), .out_ready(out_ready[End]), .out_flit(out_flit[End]),
          .to_valid(to_valid[r][p]), .to_header(to_header[r][p*HeaderW +: HeaderW]),
          .to_flit(to_flit[r][p*FLIT_W +: FLIT_W]),
          .to_credit(credit), .from_valid(valid), .from_header(header), .from_flit(flit),
          .from_credit(from_credit[r][p*NumVcs +: NumVcs])
        );
      end else if (Next < Routers) begin : gen_link
        rc_net_link #(.PayloadW(FLIT_W), .NumVcs(NumVcs), .Cycles(1)) u_link (
          .clk_i(clk), .rst_ni(!rst),
          .valid_i(from_valid[Next][Back]),
          .header_i(from_header[Next][Back*HeaderW +: HeaderW]),
          .payload_i(from_flit[Next][Back*FLIT_W +: FLIT_W]),
          .credit_o(from_credit[Next][Back*NumVcs +: NumVcs]),
          .valid_o(to_valid[r][p]), .header_o(to_header[r][p*HeaderW +: HeaderW]),
          .payload_o(to_flit[r][p*FLIT_W +: FLIT_W]),
          .credit_i(to_credit[r][p*NumVcs +: NumVcs])
        );
      end else begin : gen_nothing
        assign to_valid[r][p] = 1'b0;
        assign to_header[r][p*HeaderW +: HeaderW] = '0;
        assign to_flit[r][p*FLIT_W +: FLIT_W] = '0;
        assign from_credit[r][p*NumVcs +: NumVcs] = '0;
      end
    end
  end

  // Flits, each as often as a router sent it on.
  longint unsigned flit_hops, sent;
  always_comb begin
    sent = '0;
    for (int unsigned r = 0; r < Routers; r++) sent += 64'($countones(from_valid[r]));
  end
  always_ff @(posedge clk) flit_hops <= rst ? '0 : flit_hops + sent;
endmodule
