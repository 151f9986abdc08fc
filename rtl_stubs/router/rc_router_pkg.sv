// SPDX-License-Identifier: Apache-2.0
// Types and constants of the mesh router: the SystemVerilog side of hw_model/noc/flit.h, packed by
// rtl_stubs/wrap/pins.h as header_t says. docs/router.md describes the router.
package rc_router_pkg;

  localparam int unsigned NumPorts = 5;
  localparam int unsigned PortW = 3;
  localparam int unsigned CoordW = 5;          // up to 32 x 32 routers
  localparam int unsigned MaxVcs = 16;         // per port
  localparam int unsigned VcW = 4;
  localparam int unsigned MaxDepth = 16;       // flits per VC, and per packet: it must fit a VC
  localparam int unsigned LengthW = 5;
  localparam int unsigned LastW = 4;           // flits of a packet less one

  typedef enum logic [PortW-1:0] {
    North = 3'd0,
    East  = 3'd1,
    South = 3'd2,
    West  = 3'd3,
    Local = 3'd4
  } port_e;

  typedef enum logic {
    RouteXy = 1'b0,
    RouteYx = 1'b1
  } routing_e;

  // Allocators of a router with two stages (rc_matching).
  typedef enum int unsigned {
    SeparableInput = 32'd0,
    SeparableOutput = 32'd1,
    Islip = 32'd2,
    Wavefront = 32'd3
  } allocator_e;

  // Side band of a flit on a link.
  typedef struct packed {
    logic [VcW-1:0]     vc;
    logic               head;
    logic               tail;
    logic [CoordW-1:0]  dst_x;
    logic [CoordW-1:0]  dst_y;
    logic [PortW-1:0]   dst_port;
    logic               message_class;
    logic [LengthW-1:0] length;  // flits in the packet
  } header_t;
  localparam int unsigned HeaderW = 25;

  // Where a router of a table sends a packet: dst_x, dst_y and dst_port are then one number.
  localparam int unsigned DstW = 2 * CoordW + PortW;

  // The request of an input port to an output port: the front flit of the VC that it offers.
  typedef struct packed {
    logic             head;           // needs an output VC
    logic             tail;
    logic             message_class;  // of a head
    logic [LastW-1:0] last;           // of a head: flits that it needs room for less one
    logic [VcW-1:0]   vc;             // of a body or tail flit its output VC, of a head its VC set
  } offer_t;
  localparam int unsigned OfferW = 11;

endpackage
