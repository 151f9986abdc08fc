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
  localparam int unsigned HeaderW = rc_router_pkg::HeaderW;
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

  // Input ports to output ports.
  logic [NumPorts*NumPorts-1:0] requests;  // [i * NumPorts + o]
  logic [NumPorts*OfferW-1:0] offers;
  logic [NumPorts*HeaderW-1:0] headers;
  logic [NumPorts*PayloadW-1:0] payloads;
  // Output ports to input ports.
  logic [NumPorts*NumPorts-1:0] grants;  // [o * NumPorts + i]
  logic [NumPorts*IndexW-1:0] grant_vcs;
  logic [NumClasses*RoomW-1:0] room;
  logic [8*(2**IndexW)-1:0] credit;

  for (genvar i = 0; i < NumPorts; i++) begin : gen_input
    logic granted;
    logic [IndexW-1:0] granted_vc;
    always_comb begin
      granted = 1'b0;
      granted_vc = '0;
      for (int unsigned o = 0; o < NumPorts; o++) begin
        if (grants[o*NumPorts+i]) begin
          granted = 1'b1;
          granted_vc = grant_vcs[o*IndexW +: IndexW];
        end
      end
    end

    rc_input_port #(
      .NumVcs(NumVcs),
      .NumClasses(NumClasses),
      .Depth(Depth),
      .PayloadW(PayloadW),
      .InputRegister(Pipeline == 4),
      .FallThrough(Pipeline == 1),
      .Routing(Routing)
    ) u_input (
      .clk_i,
      .rst_ni,
      .x_i,
      .y_i,
      .flit_valid_i(flit_valid_i[i]),
      .header_i(header_i[i*HeaderW +: HeaderW]),
      .payload_i(payload_i[i*PayloadW +: PayloadW]),
      .credit_o(credit_o[i*NumVcs +: NumVcs]),
      .room_i(room),
      .credit_i(credit),
      .request_o(requests[i*NumPorts +: NumPorts]),
      .offer_o(offers[i*OfferW +: OfferW]),
      .granted_i(granted),
      .granted_vc_i(granted_vc),
      .header_o(headers[i*HeaderW +: HeaderW]),
      .payload_o(payloads[i*PayloadW +: PayloadW])
    );
  end

  for (genvar o = 0; o < NumPorts; o++) begin : gen_output
    logic [NumPorts-1:0] request;
    logic [NumClasses*Lengths-1:0] port_room;
    logic [HeaderW-1:0] header;
    logic [PayloadW-1:0] payload;

    for (genvar i = 0; i < NumPorts; i++) begin : gen_request
      assign request[i] = requests[i*NumPorts+o];
    end

    // Crossbar.
    always_comb begin
      header = '0;
      payload = '0;
      for (int unsigned i = 0; i < NumPorts; i++) begin
        if (grants[o*NumPorts+i]) begin
          header = headers[i*HeaderW +: HeaderW];
          payload = payloads[i*PayloadW +: PayloadW];
        end
      end
    end

    rc_output_port #(
      .NumVcs(NumVcs),
      .NumClasses(NumClasses),
      .Depth(Depth),
      .PayloadW(PayloadW),
      .SwitchRegister(Pipeline >= 3)
    ) u_output (
      .clk_i,
      .rst_ni,
      .request_i(request),
      .offers_i(offers),
      .grant_o(grants[o*NumPorts +: NumPorts]),
      .grant_vc_o(grant_vcs[o*IndexW +: IndexW]),
      .room_o(port_room),
      .credit_o(credit[o*(2**IndexW) +: 2**IndexW]),
      .header_i(header),
      .payload_i(payload),
      .flit_valid_o(flit_valid_o[o]),
      .header_o(header_o[o*HeaderW +: HeaderW]),
      .payload_o(payload_o[o*PayloadW +: PayloadW]),
      .credit_i(credit_i[o*NumVcs +: NumVcs])
    );

    for (genvar c = 0; c < NumClasses; c++) begin : gen_room
      assign room[c*RoomW+o*Lengths +: Lengths] =
          port_room[c*Lengths +: Lengths];
    end
  end

  // Ports 5 to 7 do not exist: they never have room or credits.
  for (genvar c = 0; c < NumClasses; c++) begin : gen_no_room
    assign room[c*RoomW+NumPorts*Lengths +: RoomW-NumPorts*Lengths] = '0;
  end
  assign credit[8*(2**IndexW)-1:NumPorts*(2**IndexW)] = '0;

endmodule
