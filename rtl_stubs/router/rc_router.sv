// SPDX-License-Identifier: Apache-2.0
// Router with virtual channels in message classes, credit flow control, virtual cut-through or
// wormhole, on a mesh or any graph. Its pins are those of the models in every cycle: of rc::noc::Router
// as the mesh's, else of rc::noc::SteppedNetwork.
//
// A flit gets output VC and switch in one step (rc_allocator), or with TwoStage a head gets its VC first
// (rc_vc_allocator), and every flit asks for the switch then (rc_switch_allocator).
//
// Pipeline: cycles from the input pins of this router to those of the next one at zero load.
//   4  input register, buffer write, allocation into the switch register, output register
//   3  no input register     2  no switch register     1  a flit can be allocated as it is written
// Other numbers of stages: Before and Traverse instead.
//
// Vectors over ports hold port 0 in their lowest bits: of a mesh North, then East, South, West, Local. In
// a mesh (NumDsts = 0) a router computes routes from its place. Any other router has a table of them,
// by the number that a header's dst_x, dst_y and dst_port make.
module rc_router #(
  parameter int unsigned NumVcs = 8,         // per port; a multiple of NumClasses
  parameter int unsigned NumClasses = 2,     // message classes: 1 or 2
  parameter int unsigned Depth = 3,          // flits per VC
  parameter int unsigned PayloadW = 128,     // bits of a flit beside the header
  parameter int unsigned Pipeline = 4,
  parameter int unsigned RouteYFirst = 0,    // 0: XY, 1: YX
  parameter int unsigned NumIn = rc_router_pkg::NumPorts,
  parameter int unsigned NumOut = rc_router_pkg::NumPorts,
  parameter int unsigned NumDsts = 0,        // destinations in the table; 0: the mesh
  parameter int unsigned TableByVc = 0,      // 1: a table for each input port and VC
  parameter int unsigned NumSets = 1,        // sets of VCs that a packet may take, 1 to 16
  parameter int unsigned ClassVcs = NumVcs / NumClasses,
  // Of the first class, set 0 lowest.
  parameter logic [NumSets*ClassVcs-1:0] VcSets = {(NumSets * ClassVcs){1'b1}},
  parameter int unsigned RoundRobin = 0,     // arbiters: 0 least recently served
  parameter int unsigned Wormhole = 0,       // 0: a head needs room for its whole packet
  // Cycles from being sampled to the first allocation, and registers after the switch but the last.
  parameter int unsigned Before = (Pipeline == 4) ? 2 : (Pipeline == 1) ? 0 : 1,
  parameter int unsigned Traverse = (Pipeline >= 3) ? 1 : 0,
  parameter int unsigned Route = 0,          // cycles for which a head waits before it asks
  parameter int unsigned TwoStage = 0,       // 1: allocators of rc_router_pkg for VCs and switch
  parameter int unsigned VcAllocator = rc_router_pkg::SeparableInput,
  parameter int unsigned SwitchAllocator = rc_router_pkg::SeparableInput,
  parameter int unsigned Iterations = 1,     // of both, but of wavefront
  parameter int unsigned VcDelay = 1,        // cycles from a VC's grant to the request for the switch
  parameter int unsigned Credit = 1,         // 0: a credit counts in the cycle in which it comes
  // 0: the last registers of flits and of credits stand outside, in the wires (rc_net_link). Then a
  // tool that builds a router alone sees no path from its outputs back to its inputs.
  parameter int unsigned OutputRegister = 1,
  parameter int unsigned PortW = (NumOut > 1) ? $clog2(NumOut) : 1,
  parameter int unsigned WayW = PortW + $clog2(NumSets),  // of an entry: {VC set, output port}
  parameter int unsigned VcTableW = ((TableByVc != 0) ? NumVcs : 1) * NumDsts * WayW,
  parameter int unsigned TableW =
      (NumDsts == 0) ? 1 : (TableByVc != 0) ? NumIn * VcTableW : VcTableW
) (
  input  logic clk_i,
  input  logic rst_ni,  // synchronous
  input  logic [rc_router_pkg::CoordW-1:0] x_i,  // position in the mesh, constant
  input  logic [rc_router_pkg::CoordW-1:0] y_i,
  // Constant. By destination; with TableByVc by input port, VC and destination.
  input  logic [TableW-1:0] route_table_i,

  input  logic [NumIn-1:0]                        flit_valid_i,
  input  logic [NumIn*rc_router_pkg::HeaderW-1:0] header_i,
  input  logic [NumIn*PayloadW-1:0]               payload_i,
  output logic [NumIn*NumVcs-1:0]                 credit_o,

  output logic [NumOut-1:0]                        flit_valid_o,
  output logic [NumOut*rc_router_pkg::HeaderW-1:0] header_o,
  output logic [NumOut*PayloadW-1:0]               payload_o,
  input  logic [NumOut*NumVcs-1:0]                 credit_i
);

  localparam int unsigned HeaderW = rc_router_pkg::HeaderW;
  localparam int unsigned VcW = rc_router_pkg::VcW;
  localparam int unsigned OfferW = rc_router_pkg::OfferW;
  localparam int unsigned LastW = (Depth > 1 && Wormhole == 0) ? $clog2(Depth) : 1;
  localparam int unsigned Lengths = 2**LastW;  // of packets, in flits
  localparam int unsigned EntryW = WayW + LastW;
  localparam int unsigned RoomW = 2**WayW * Lengths;
  localparam int unsigned IndexW = (NumVcs > 1) ? $clog2(NumVcs) : 1;
  localparam int unsigned InTableW = (NumDsts == 0) ? 1 : VcTableW;  // of an input port
  localparam rc_router_pkg::routing_e Routing =
      (RouteYFirst != 0) ? rc_router_pkg::RouteYx : rc_router_pkg::RouteXy;

  if (NumVcs > rc_router_pkg::MaxVcs || NumVcs % NumClasses != 0) begin : gen_bad_vcs
    $error("NumVcs must be a multiple of NumClasses and at most rc_router_pkg::MaxVcs");
  end
  if (Depth > rc_router_pkg::MaxDepth) begin : gen_bad_depth
    $error("Depth must be at most rc_router_pkg::MaxDepth");
  end

  if (Pipeline < 1 || Pipeline > 4) begin : gen_bad_pipeline
    $error("Pipeline must be 1 to 4");
  end

  // Of the input units.
  logic [NumIn*NumVcs-1:0] ready;
  logic [NumIn*PortW-1:0] ports;
  logic [NumIn*OfferW-1:0] offers;
  logic [NumIn*HeaderW-1:0] headers;
  logic [NumIn*PayloadW-1:0] payloads;
  logic [NumIn*NumVcs-1:0] heads;            // of two stages: heads without an output VC
  logic [NumIn*NumVcs*EntryW-1:0] fronts;    // {way, flits less one} of all front flits
  // Of the VC allocator.
  logic [NumIn*NumVcs-1:0] vc_granted;       // by input VC
  logic [NumIn*NumVcs*IndexW-1:0] vc_grants; // its output VC
  logic [NumOut*NumVcs-1:0] vc_taken;        // by output VC
  logic [NumOut*Lengths*NumVcs-1:0] free;    // of the output units
  // Of the allocator.
  logic [NumIn*IndexW-1:0] offered_vc;
  logic [NumIn*NumVcs-1:0] offered_vcs;
  logic [NumIn-1:0] granted;            // by input port
  logic [NumOut-1:0] send;              // by output port
  logic [NumOut*OfferW-1:0] sent;
  logic [NumOut*NumIn-1:0] from;        // [o * NumIn + i]
  // Of the output units.
  logic [NumOut*IndexW-1:0] out_vcs;
  logic [NumClasses*RoomW-1:0] room;
  logic [2**(PortW+IndexW)-1:0] credit;

  for (genvar i = 0; i < NumIn; i++) begin : gen_input
    logic valid;
    logic [HeaderW-1:0] header;
    logic [PayloadW-1:0] payload;
    logic [IndexW-1:0] granted_vc;

    rc_flit_register #(
      .PayloadW(PayloadW),
      .Cycles((Before > 1) ? Before - 1 : 0)
    ) u_input_register (
      .clk_i,
      .rst_ni,
      .valid_i(flit_valid_i[i]),
      .header_i(header_i[i*HeaderW +: HeaderW]),
      .payload_i(payload_i[i*PayloadW +: PayloadW]),
      .valid_o(valid),
      .header_o(header),
      .payload_o(payload)
    );

    always_comb begin
      granted_vc = '0;
      for (int unsigned o = 0; o < NumOut; o++) begin
        if (from[o*NumIn+i]) granted_vc = out_vcs[o*IndexW +: IndexW];
      end
    end

    rc_input_unit #(
      .NumVcs(NumVcs),
      .NumClasses(NumClasses),
      .Depth(Depth),
      .PayloadW(PayloadW),
      .FallThrough(Before == 0),
      .TwoStage(TwoStage != 0),
      .VcDelay(VcDelay),
      .Route(Route),
      .Routing(Routing),
      .NumDsts(NumDsts),
      .TableByVc(TableByVc != 0),
      .Wormhole(Wormhole != 0),
      .OutputRegister(OutputRegister != 0),
      .NumSets(NumSets),
      .PortW(PortW),
      .WayW(WayW),
      .TableW(InTableW),
      .LastW(LastW)
    ) u_input (
      .clk_i,
      .rst_ni,
      .x_i,
      .y_i,
      .route_table_i(route_table_i[((TableByVc != 0) ? i : 0)*InTableW +: InTableW]),
      .valid_i(valid),
      .header_i(header),
      .payload_i(payload),
      .credit_o(credit_o[i*NumVcs +: NumVcs]),
      .room_i(room),
      .credit_i(credit),
      .heads_o(heads[i*NumVcs +: NumVcs]),
      .fronts_o(fronts[i*NumVcs*EntryW +: NumVcs*EntryW]),
      .vc_granted_i(vc_granted[i*NumVcs +: NumVcs]),
      .vc_grants_i(vc_grants[i*NumVcs*IndexW +: NumVcs*IndexW]),
      .ready_o(ready[i*NumVcs +: NumVcs]),
      .vc_i(offered_vc[i*IndexW +: IndexW]),
      .vcs_i(offered_vcs[i*NumVcs +: NumVcs]),
      .port_o(ports[i*PortW +: PortW]),
      .offer_o(offers[i*OfferW +: OfferW]),
      .granted_i(granted[i]),
      .granted_vc_i(granted_vc),
      .header_o(headers[i*HeaderW +: HeaderW]),
      .payload_o(payloads[i*PayloadW +: PayloadW])
    );
  end

  if (TwoStage == 0) begin : gen_combined
    logic unused;
    assign unused = ^{heads, fronts, vc_taken, free};
    assign vc_granted = '0;
    assign vc_grants = '0;
    assign vc_taken = '0;

    rc_allocator #(
      .NumIn(NumIn),
      .NumOut(NumOut),
      .NumVcs(NumVcs),
      .RoundRobin(RoundRobin != 0)
    ) u_allocator (
      .clk_i,
      .rst_ni,
      .ready_i(ready),
      .vc_o(offered_vc),
      .vcs_o(offered_vcs),
      .port_i(ports),
      .offer_i(offers),
      .granted_o(granted),
      .valid_o(send),
      .offer_o(sent),
      .input_o(from)
    );
  end else begin : gen_two_stages
    logic [NumIn*NumVcs*WayW-1:0] ways;
    logic [NumIn*NumVcs*LastW-1:0] lasts;
    logic [NumIn*NumVcs*PortW-1:0] ways_ports;
    logic unused;
    assign unused = ^ports;
    for (genvar v = 0; v < NumIn * NumVcs; v++) begin : gen_front
      assign {ways[v*WayW +: WayW], lasts[v*LastW +: LastW]} = fronts[v*EntryW +: EntryW];
      assign ways_ports[v*PortW +: PortW] = ways[v*WayW +: PortW];
    end

    rc_vc_allocator #(
      .NumIn(NumIn),
      .NumOut(NumOut),
      .NumVcs(NumVcs),
      .NumClasses(NumClasses),
      .LastW(LastW),
      .NumSets(NumSets),
      .VcSets(VcSets),
      .Kind(VcAllocator),
      .Iterations(Iterations),
      .RoundRobin(RoundRobin != 0)
    ) u_vc_allocator (
      .clk_i,
      .rst_ni,
      .ask_i(heads),
      .way_i(ways),
      .last_i(lasts),
      .free_i(free),
      .granted_o(vc_granted),
      .vc_o(vc_grants),
      .taken_o(vc_taken)
    );

    rc_switch_allocator #(
      .NumIn(NumIn),
      .NumOut(NumOut),
      .NumVcs(NumVcs),
      .Kind(SwitchAllocator),
      .Iterations(Iterations),
      .RoundRobin(RoundRobin != 0)
    ) u_switch_allocator (
      .clk_i,
      .rst_ni,
      .ready_i(ready),
      .port_i(ways_ports),
      .vc_o(offered_vc),
      .vcs_o(offered_vcs),
      .granted_o(granted),
      .offer_i(offers),
      .valid_o(send),
      .offer_o(sent),
      .input_o(from)
    );
  end

  for (genvar o = 0; o < NumOut; o++) begin : gen_output
    logic [NumClasses*NumSets*Lengths-1:0] port_room;
    logic [HeaderW-1:0] header;
    logic [PayloadW-1:0] payload;
    logic switch_valid;
    logic [HeaderW-1:0] switch_header;
    logic [PayloadW-1:0] switch_payload;

    if (TwoStage == 0) begin : gen_combined
      assign free[o*Lengths*NumVcs +: Lengths*NumVcs] = '0;
      rc_output_unit #(
        .NumVcs(NumVcs),
        .NumClasses(NumClasses),
        .Depth(Depth),
        .CreditsAtOnce(Credit == 0),
        .LastW(LastW),
        .NumSets(NumSets),
        .VcSets(VcSets)
      ) u_output (
        .clk_i,
        .rst_ni,
        .room_o(port_room),
        .has_credit_o(credit[o*(2**IndexW) +: 2**IndexW]),
        .send_i(send[o]),
        .offer_i(sent[o*OfferW +: OfferW]),
        .vc_o(out_vcs[o*IndexW +: IndexW]),
        .credit_i(credit_i[o*NumVcs +: NumVcs])
      );
    end else begin : gen_two_stages
      assign port_room = '0;
      rc_output_vcs #(
        .NumVcs(NumVcs),
        .Depth(Depth),
        .Wormhole(Wormhole != 0),
        .CreditsAtOnce(Credit == 0),
        .LastW(LastW)
      ) u_output (
        .clk_i,
        .rst_ni,
        .free_o(free[o*Lengths*NumVcs +: Lengths*NumVcs]),
        .has_credit_o(credit[o*(2**IndexW) +: 2**IndexW]),
        .taken_i(vc_taken[o*NumVcs +: NumVcs]),
        .send_i(send[o]),
        .offer_i(sent[o*OfferW +: OfferW]),
        .vc_o(out_vcs[o*IndexW +: IndexW]),
        .credit_i(credit_i[o*NumVcs +: NumVcs])
      );
    end

    for (genvar c = 0; c < NumClasses; c++) begin : gen_room
      for (genvar s = 0; s < NumSets; s++) begin : gen_set
        assign room[c*RoomW+(s*2**PortW+o)*Lengths +: Lengths] =
            port_room[(c*NumSets+s)*Lengths +: Lengths];
      end
    end

    // Crossbar. The flit leaves on its output VC.
    always_comb begin
      header = '0;
      payload = '0;
      for (int unsigned i = 0; i < NumIn; i++) begin
        if (from[o*NumIn+i]) begin
          header = headers[i*HeaderW +: HeaderW];
          payload = payloads[i*PayloadW +: PayloadW];
        end
      end
      header[HeaderW-1 -: VcW] = VcW'(out_vcs[o*IndexW +: IndexW]);
    end

    rc_flit_register #(
      .PayloadW(PayloadW),
      .Cycles(Traverse)
    ) u_switch_register (
      .clk_i,
      .rst_ni,
      .valid_i(send[o]),
      .header_i(header),
      .payload_i(payload),
      .valid_o(switch_valid),
      .header_o(switch_header),
      .payload_o(switch_payload)
    );

    rc_flit_register #(
      .PayloadW(PayloadW),
      .Cycles((OutputRegister != 0) ? 1 : 0)
    ) u_output_register (
      .clk_i,
      .rst_ni,
      .valid_i(switch_valid),
      .header_i(switch_header),
      .payload_i(switch_payload),
      .valid_o(flit_valid_o[o]),
      .header_o(header_o[o*HeaderW +: HeaderW]),
      .payload_o(payload_o[o*PayloadW +: PayloadW])
    );
  end

  // What the widths of ports and sets can name and does not exist never has room or credits.
  for (genvar w = 0; w < 2**WayW; w++) begin : gen_nothing
    if (w % 2**PortW >= NumOut || w / 2**PortW >= NumSets) begin : gen_no_room
      for (genvar c = 0; c < NumClasses; c++) begin : gen_class
        assign room[c*RoomW+w*Lengths +: Lengths] = '0;
      end
    end
    if (w >= NumOut && w < 2**PortW) begin : gen_no_credit
      assign credit[w*(2**IndexW) +: 2**IndexW] = '0;
    end
  end

endmodule
