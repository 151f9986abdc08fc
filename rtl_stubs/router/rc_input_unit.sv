// SPDX-License-Identifier: Apache-2.0
// Input unit: route computation as a flit is written (so that it costs no stage of its own), the VC
// queues and the flit RAM. It says which VCs could move, and offers the VC that the allocator
// chooses of them.
module rc_input_unit #(
  parameter int unsigned NumVcs = 8,
  parameter int unsigned NumClasses = 2,
  parameter int unsigned Depth = 3,
  parameter int unsigned PayloadW = 128,
  parameter bit FallThrough = 1'b0,
  parameter bit TwoStage = 1'b0,
  parameter int unsigned VcDelay = 1,
  parameter int unsigned Route = 0,
  parameter rc_router_pkg::routing_e Routing = rc_router_pkg::RouteXy,
  parameter int unsigned NumDsts = 0,   // destinations of the table; 0: by Routing
  parameter bit TableByVc = 1'b0,
  parameter bit Wormhole = 1'b0,        // a head needs room for itself, not for its packet
  parameter bit OutputRegister = 1'b1,  // of credits
  parameter int unsigned NumSets = 1,
  parameter int unsigned PortW = rc_router_pkg::PortW,
  parameter int unsigned WayW = PortW,
  parameter int unsigned TableW = 1,
  parameter int unsigned IndexW = (NumVcs > 1) ? $clog2(NumVcs) : 1,
  parameter int unsigned LastW = (Depth > 1) ? $clog2(Depth) : 1
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic [rc_router_pkg::CoordW-1:0] x_i,
  input  logic [rc_router_pkg::CoordW-1:0] y_i,

  input  logic [TableW-1:0]                route_table_i,

  // Buffer write, and the credit of a slot that was read.
  input  logic                   valid_i,
  input  rc_router_pkg::header_t header_i,
  input  logic [PayloadW-1:0]    payload_i,
  output logic [NumVcs-1:0]      credit_o,

  // What the output units have room for. Two tables. room_i, for each class by {way, flits less
  // one}: some output VC could take such a packet. credit_i, by {port, VC}: the VC has a credit.
  input  logic [NumClasses*(2**(WayW+LastW))-1:0] room_i,
  input  logic [2**(PortW+IndexW)-1:0]            credit_i,

  // Of two stages: the requests for output VCs (rc_vc_queues), and the grants.
  output logic [NumVcs-1:0]              heads_o,
  output logic [NumVcs*(WayW+LastW)-1:0] fronts_o,
  input  logic [NumVcs-1:0]              vc_granted_i,
  input  logic [NumVcs*IndexW-1:0]       vc_grants_i,

  // Allocation, or the switch's.
  output logic [NumVcs-1:0]               ready_o,  // VCs that could move
  input  logic [IndexW-1:0]               vc_i,     // the one of them that is offered
  input  logic [NumVcs-1:0]               vcs_i,    // the same, one-hot
  output logic [PortW-1:0]                port_o,   // where its front flit wants to go
  output rc_router_pkg::offer_t           offer_o,
  input  logic                            granted_i,
  input  logic [IndexW-1:0]               granted_vc_i,  // output VC on which it leaves

  // Crossbar: the offered flit, without a VC.
  output rc_router_pkg::header_t header_o,
  output logic [PayloadW-1:0]    payload_o
);

  localparam int unsigned AddrW = (NumVcs * Depth > 1) ? $clog2(NumVcs * Depth) : 1;
  localparam int unsigned StoredW = rc_router_pkg::HeaderW - rc_router_pkg::VcW + PayloadW;

  logic [WayW-1:0] route;
  logic [LastW-1:0] last;

  if (NumDsts == 0) begin : gen_mesh
    logic unused_table;
    assign unused_table = ^route_table_i;
    rc_route_computation #(
      .Routing(Routing)
    ) u_route_computation (
      .x_i,
      .y_i,
      .dst_x_i(header_i.dst_x),
      .dst_y_i(header_i.dst_y),
      .dst_port_i(header_i.dst_port),
      .port_o(route)
    );
  end else begin : gen_table
    logic unused_place;
    assign unused_place = ^{x_i, y_i};
    rc_route_table #(
      .NumVcs(NumVcs),
      .NumDsts(NumDsts),
      .ByVc(TableByVc),
      .WayW(WayW)
    ) u_route_table (
      .table_i(route_table_i),
      .vc_i(header_i.vc[IndexW-1:0]),
      .dst_i({header_i.dst_x, header_i.dst_y, header_i.dst_port}),
      .way_o(route)
    );
  end

  if (Wormhole) begin : gen_wormhole
    assign last = '0;
  end else begin : gen_cut_through
    assign last = header_i.length[LastW-1:0] - 1'b1;
  end

  logic [AddrW-1:0] push_addr;
  logic [AddrW-1:0] addr;
  logic passing;
  logic routed;
  logic [WayW-1:0] way;
  logic [LastW-1:0] offered_last;
  logic [IndexW-1:0] out_vc;

  rc_vc_queues #(
    .NumVcs(NumVcs),
    .NumClasses(NumClasses),
    .Depth(Depth),
    .FallThrough(FallThrough),
    .TwoStage(TwoStage),
    .VcDelay(VcDelay),
    .Route(Route),
    .PortW(PortW),
    .WayW(WayW),
    .LastW(LastW)
  ) u_queues (
    .clk_i,
    .rst_ni,
    .push_i(valid_i),
    .push_vc_i(header_i.vc[IndexW-1:0]),
    .push_way_i(route),
    .push_last_i(last),
    .push_head_i(header_i.head),
    .push_addr_o(push_addr),
    .room_i,
    .credit_i,
    .ready_o,
    .heads_o,
    .fronts_o,
    .vc_granted_i,
    .granted_vc_i(vc_grants_i),
    .chosen_i(vc_i),
    .way_o(way),
    .routed_o(routed),
    .last_o(offered_last),
    .vc_o(out_vc),
    .addr_o(addr),
    .passing_o(passing),
    .pop_i(granted_i),
    .pop_tail_i(offer_o.tail),
    .pop_vc_i(granted_vc_i)
  );

  assign offer_o.head = !routed;
  assign offer_o.tail = header_o.tail;
  assign offer_o.message_class = header_o.message_class;
  assign offer_o.last = rc_router_pkg::LastW'(offered_last);
  assign port_o = way[PortW-1:0];
  if (NumSets == 1) begin : gen_one_set
    assign offer_o.vc = rc_router_pkg::VcW'(out_vc);
  end else begin : gen_sets
    assign offer_o.vc = rc_router_pkg::VcW'(routed ? 32'(out_vc) : 32'(way[WayW-1:PortW]));
  end

  logic [NumVcs-1:0] freed;
  assign freed = granted_i ? vcs_i : '0;
  if (OutputRegister) begin : gen_credit_register
    always_ff @(posedge clk_i) begin
      if (!rst_ni) credit_o <= '0;
      else credit_o <= freed;
    end
  end else begin : gen_credit_wire
    assign credit_o = freed;
  end

  // Flit RAM. The VC number is not stored: the flit leaves on its output VC.
  logic [StoredW-1:0] written;
  logic [StoredW-1:0] stored;
  logic [StoredW-1:0] offered;

  rc_flit_ram #(
    .Width(StoredW),
    .Words(NumVcs * Depth)
  ) u_ram (
    .clk_i,
    .write_i(valid_i),
    .write_addr_i(push_addr),
    .write_data_i(written),
    .read_addr_i(addr),
    .read_data_o(stored)
  );

  assign written = {header_i[rc_router_pkg::HeaderW-rc_router_pkg::VcW-1:0], payload_i};
  assign offered = passing ? written : stored;
  assign header_o = {rc_router_pkg::VcW'(0), offered[StoredW-1:PayloadW]};
  assign payload_o = offered[PayloadW-1:0];

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (rst_ni && valid_i) begin
      vc_exists : assert (32'(header_i.vc) < NumVcs);
      vc_of_its_class :
      assert (32'(header_i.vc) / (NumVcs / NumClasses) == 32'(header_i.message_class));
      length_fits : assert (Wormhole || (header_i.length != '0 && 32'(header_i.length) <= Depth));
    end
  end
`endif

endmodule
