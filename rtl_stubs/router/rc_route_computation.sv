// SPDX-License-Identifier: Apache-2.0
// Route computation in dimension order. y grows to the north. At its destination router a packet
// leaves by the port that its header names.
module rc_route_computation #(
  parameter rc_router_pkg::routing_e Routing = rc_router_pkg::RouteXy
) (
  input  logic [rc_router_pkg::CoordW-1:0] x_i,
  input  logic [rc_router_pkg::CoordW-1:0] y_i,
  input  logic [rc_router_pkg::CoordW-1:0] dst_x_i,
  input  logic [rc_router_pkg::CoordW-1:0] dst_y_i,
  input  logic [rc_router_pkg::PortW-1:0]  dst_port_i,
  output logic [rc_router_pkg::PortW-1:0]  port_o
);

  logic [rc_router_pkg::PortW-1:0] along_x;
  logic [rc_router_pkg::PortW-1:0] along_y;
  logic there_x;
  logic there_y;

  assign along_x = (dst_x_i > x_i) ? rc_router_pkg::East : rc_router_pkg::West;
  assign along_y = (dst_y_i > y_i) ? rc_router_pkg::North : rc_router_pkg::South;
  assign there_x = (dst_x_i == x_i);
  assign there_y = (dst_y_i == y_i);

  if (Routing == rc_router_pkg::RouteXy) begin : gen_xy
    assign port_o = !there_x ? along_x : !there_y ? along_y : dst_port_i;
  end else begin : gen_yx
    assign port_o = !there_y ? along_y : !there_x ? along_x : dst_port_i;
  end

endmodule
