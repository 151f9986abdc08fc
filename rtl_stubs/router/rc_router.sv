// SPDX-License-Identifier: Apache-2.0
// Mesh router with five ports, virtual channels in message classes, credit flow control and virtual
// cut-through: the RTL model of rc::noc::Router. Their pins are equal in every cycle.
//
// Pipeline: cycles from the input pins of this router to those of the next one at zero load.
//   4  input register, buffer write, allocation into the switch register, output register
//   3  no input register     2  no switch register     1  a flit can be allocated as it is written
//
// Vectors over ports hold port 0 (North) in their lowest bits, then East, South, West, Local.
module rc_router #(
  parameter int unsigned NumVcs = 8,         // per port; a multiple of NumClasses
  parameter int unsigned NumClasses = 2,     // message classes: 1 or 2
  parameter int unsigned Depth = 3,          // flits per VC
  parameter int unsigned PayloadW = 128,     // bits of a flit beside the header
  parameter int unsigned Pipeline = 4,
  parameter int unsigned RouteYFirst = 0     // 0: XY, 1: YX
) (
  input  logic clk_i,
  input  logic rst_ni,  // synchronous
  input  logic [rc_router_pkg::CoordW-1:0] x_i,  // position in the mesh, constant
  input  logic [rc_router_pkg::CoordW-1:0] y_i,

  input  logic [rc_router_pkg::NumPorts-1:0]                        flit_valid_i,
  input  logic [rc_router_pkg::NumPorts*rc_router_pkg::HeaderW-1:0] header_i,
  input  logic [rc_router_pkg::NumPorts*PayloadW-1:0]               payload_i,
  output logic [rc_router_pkg::NumPorts*NumVcs-1:0]                 credit_o,

  output logic [rc_router_pkg::NumPorts-1:0]                        flit_valid_o,
  output logic [rc_router_pkg::NumPorts*rc_router_pkg::HeaderW-1:0] header_o,
  output logic [rc_router_pkg::NumPorts*PayloadW-1:0]               payload_o,
  input  logic [rc_router_pkg::NumPorts*NumVcs-1:0]                 credit_i
);

  localparam int unsigned NumPorts = rc_router_pkg::NumPorts;
  localparam int unsigned PortW = rc_router_pkg::PortW;
  localparam int unsigned HeaderW = rc_router_pkg::HeaderW;
  localparam int unsigned VcW = rc_router_pkg::VcW;
  localparam int unsigned OfferW = rc_router_pkg::OfferW;
  localparam int unsigned Lengths = (Depth > 1) ? 2**$clog2(Depth) : 2;  // of packets, in flits
  localparam int unsigned RoomW = 8 * Lengths;
  localparam int unsigned IndexW = (NumVcs > 1) ? $clog2(NumVcs) : 1;
  localparam rc_router_pkg::routing_e Routing =
      (RouteYFirst != 0) ? rc_router_pkg::RouteYx : rc_router_pkg::RouteXy;

  if (NumVcs > rc_router_pkg::MaxVcs || NumVcs % NumClasses != 0) begin : gen_bad_vcs
    $error("NumVcs must be a multiple of NumClasses and at most rc_router_pkg::MaxVcs");
  end
  if (Depth > rc_router_pkg::MaxDepth) begin : gen_bad_depth
    $error("Depth must be at most rc_router_pkg::MaxDepth");
  end

  // Of the input units.
  logic [NumPorts*NumVcs-1:0] ready;
  logic [NumPorts*PortW-1:0] ports;
  logic [NumPorts*OfferW-1:0] offers;
  logic [NumPorts*HeaderW-1:0] headers;
  logic [NumPorts*PayloadW-1:0] payloads;
  // Of the allocator.
  logic [NumPorts*IndexW-1:0] offered_vc;
  logic [NumPorts*NumVcs-1:0] offered_vcs;
  logic [NumPorts-1:0] granted;           // by input port
  logic [NumPorts-1:0] send;              // by output port
  logic [NumPorts*OfferW-1:0] sent;
  logic [NumPorts*NumPorts-1:0] from;     // [o * NumPorts + i]
  // Of the output units.
  logic [NumPorts*IndexW-1:0] out_vcs;
  logic [NumClasses*RoomW-1:0] room;
  logic [8*(2**IndexW)-1:0] credit;

  for (genvar i = 0; i < NumPorts; i++) begin : gen_input
    logic valid;
    logic [HeaderW-1:0] header;
    logic [PayloadW-1:0] payload;
    logic [IndexW-1:0] granted_vc;

    rc_flit_register #(
      .PayloadW(PayloadW),
      .Present(Pipeline == 4)
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
      for (int unsigned o = 0; o < NumPorts; o++) begin
        if (from[o*NumPorts+i]) granted_vc = out_vcs[o*IndexW +: IndexW];
      end
    end

    rc_input_unit #(
      .NumVcs(NumVcs),
      .NumClasses(NumClasses),
      .Depth(Depth),
      .PayloadW(PayloadW),
      .FallThrough(Pipeline == 1),
      .Routing(Routing)
    ) u_input (
      .clk_i,
      .rst_ni,
      .x_i,
      .y_i,
      .valid_i(valid),
      .header_i(header),
      .payload_i(payload),
      .credit_o(credit_o[i*NumVcs +: NumVcs]),
      .room_i(room),
      .credit_i(credit),
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

  rc_allocator #(
    .NumVcs(NumVcs)
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

  for (genvar o = 0; o < NumPorts; o++) begin : gen_output
    logic [NumClasses*Lengths-1:0] port_room;
    logic [HeaderW-1:0] header;
    logic [PayloadW-1:0] payload;
    logic switch_valid;
    logic [HeaderW-1:0] switch_header;
    logic [PayloadW-1:0] switch_payload;

    rc_output_unit #(
      .NumVcs(NumVcs),
      .NumClasses(NumClasses),
      .Depth(Depth)
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

    for (genvar c = 0; c < NumClasses; c++) begin : gen_room
      assign room[c*RoomW+o*Lengths +: Lengths] = port_room[c*Lengths +: Lengths];
    end

    // Crossbar. The flit leaves on its output VC.
    always_comb begin
      header = '0;
      payload = '0;
      for (int unsigned i = 0; i < NumPorts; i++) begin
        if (from[o*NumPorts+i]) begin
          header = headers[i*HeaderW +: HeaderW];
          payload = payloads[i*PayloadW +: PayloadW];
        end
      end
      header[HeaderW-1 -: VcW] = VcW'(out_vcs[o*IndexW +: IndexW]);
    end

    rc_flit_register #(
      .PayloadW(PayloadW),
      .Present(Pipeline >= 3)
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
      .PayloadW(PayloadW)
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

  // Ports 5 to 7 do not exist: they never have room or credits.
  for (genvar c = 0; c < NumClasses; c++) begin : gen_no_room
    assign room[c*RoomW+NumPorts*Lengths +: RoomW-NumPorts*Lengths] = '0;
  end
  assign credit[8*(2**IndexW)-1:NumPorts*(2**IndexW)] = '0;

endmodule
