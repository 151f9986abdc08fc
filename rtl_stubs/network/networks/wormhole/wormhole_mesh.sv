// SPDX-License-Identifier: Apache-2.0
// COLS x ROWS routers for each class. Every end point is at the port of the router that the machine
// gives it; ports where nothing is stay empty.
module wormhole_mesh import rc_net_pkg::*; (
  input  logic clk, rst,
  input  logic [N-1:0][CLASSES-1:0] in_valid,
  output logic [N-1:0][CLASSES-1:0] in_ready,
  input  flit_t in_flit [N][CLASSES],
  output logic [N-1:0][CLASSES-1:0] out_valid,
  input  logic [N-1:0][CLASSES-1:0] out_ready,
  output flit_t out_flit [N][CLASSES]
);
  localparam int unsigned PlaceW = 8;
  localparam int unsigned W = 2 * PlaceW + 4 + FLIT_W;
  localparam int unsigned Routers = COLS * ROWS;
  logic [CLASSES-1:0][Routers-1:0][4:0] moves;

  for (genvar k = 0; k < CLASSES; k++) begin : gen_class
    logic [4:0] to_valid [Routers], to_ready [Routers], from_valid [Routers], from_ready [Routers];
    logic [5*W-1:0] to_flit [Routers], from_flit [Routers];
    for (genvar r = 0; r < Routers; r++) begin : gen_router
      wormhole_router #(.W(W), .PlaceW(PlaceW)) u_router (
        .clk, .rst, .x(PlaceW'(r % COLS)), .y(PlaceW'(r / COLS)),
        .in_valid(to_valid[r]), .in_ready(to_ready[r]), .in_flit(to_flit[r]),
        .out_valid(from_valid[r]), .out_ready(from_ready[r]), .out_flit(from_flit[r])
      );
      assign moves[k][r] = from_valid[r] & from_ready[r];
      for (genvar p = 0; p < 5; p++) begin : gen_port
        localparam int unsigned End = end_at(r, p);
        localparam int unsigned Next = router_beyond(r, p);
        localparam int unsigned Back = p < 4 ? (p + 2) % 4 : 4;
        if (End < N) begin : gen_end
          flit_t f;
          assign f = in_flit[End][k];
          assign to_valid[r][p] = in_valid[End][k];
          assign to_flit[r][p*W +: W] =
              {f.tail, PlaceW'(X[f.dst]), PlaceW'(Y[f.dst]), 3'(PORT[f.dst]), f};
          assign in_ready[End][k] = to_ready[r][p];
          assign out_valid[End][k] = from_valid[r][p];
          assign out_flit[End][k] = from_flit[r][p*W +: FLIT_W];
          assign from_ready[r][p] = out_ready[End][k];
        end else if (Next < Routers) begin : gen_link
          assign to_valid[r][p] = from_valid[Next][Back];
          assign to_flit[r][p*W +: W] = from_flit[Next][Back*W +: W];
          assign from_ready[r][p] = to_ready[Next][Back];
        end else begin : gen_nothing
          assign to_valid[r][p] = 1'b0;
          assign to_flit[r][p*W +: W] = '0;
          assign from_ready[r][p] = 1'b1;
        end
      end
    end
  end

  // Flits, each as often as a router sent it on.
  longint unsigned flit_hops;
  always_ff @(posedge clk) flit_hops <= rst ? '0 : flit_hops + 64'($countones(moves));
endmodule
