// SPDX-License-Identifier: Apache-2.0
// A network of rc_router on any graph: routers of one shape, wires between them, end points. What is
// behind each port says a table of rows {kind, number, cycles of wire}, port 0 of router 0 lowest: kind 1
// leads to the other side's port of that number, over all routers (router * ports + port), kind 2 to
// an end point; kind 0 leads nowhere. All vectors are packed, so that tools without unpacked arrays
// read this module.
module rc_net_graph #(
  /// Routers, all of one shape, and end points.
  parameter int unsigned Routers = 1,
  parameter int unsigned Ends = 1,
  /// Ports of a router.
  parameter int unsigned NumIn = 1,
  parameter int unsigned NumOut = 1,
  /// Of rc_router.
  parameter int unsigned NumVcs = 1,
  parameter int unsigned NumClasses = 1,
  parameter int unsigned Depth = 1,
  parameter int unsigned Before = 2,
  parameter int unsigned Traverse = 1,
  parameter int unsigned Route = 0,
  parameter int unsigned Credit = 1,
  parameter int unsigned TwoStage = 0,
  parameter int unsigned VcAllocator = rc_router_pkg::SeparableInput,
  parameter int unsigned SwitchAllocator = rc_router_pkg::SeparableInput,
  parameter int unsigned Iterations = 1,
  parameter int unsigned VcDelay = 1,
  parameter int unsigned TableByVc = 0,
  parameter int unsigned NumSets = 1,
  parameter int unsigned ClassVcs = NumVcs / NumClasses,
  parameter logic [NumSets*ClassVcs-1:0] VcSets = {(NumSets * ClassVcs){1'b1}},
  parameter int unsigned RoundRobin = 0,
  parameter int unsigned Wormhole = 0,
  /// Bits of a router's table of ways.
  parameter int unsigned TableW = 1,
  /// Registers behind an end point.
  parameter int unsigned InjectStep = 0,
  /// Rows: what is behind the inputs and behind the outputs.
  parameter logic [Routers*NumIn*32-1:0] BehindInputs = {8'd2, 24'd0},
  parameter logic [Routers*NumOut*32-1:0] BehindOutputs = {8'd2, 24'd0},
  /// Bits of an end point's number, of a packet's length, and of a flit (rc_net_end).
  parameter int unsigned EpW = 1,
  parameter int unsigned LenW = 1,
  parameter int unsigned FlitW = 16
) (
  input  logic clk_i,
  input  logic rst_ni,  /// synchronous
  /// The tables of all routers, router 0 lowest; constant.
  input  logic [Routers*TableW-1:0] routes_i,

  /// Flits of end points for the network, by end point and class, end point 0 and class 0 lowest.
  input  logic [Ends*NumClasses-1:0]       in_valid_i,
  output logic [Ends*NumClasses-1:0]       in_ready_o,
  input  logic [Ends*NumClasses*FlitW-1:0] in_flit_i,
  /// Flits for end points.
  output logic [Ends*NumClasses-1:0]       out_valid_o,
  input  logic [Ends*NumClasses-1:0]       out_ready_i,
  output logic [Ends*NumClasses*FlitW-1:0] out_flit_o
);

  localparam int unsigned HeaderW = rc_router_pkg::HeaderW;
  localparam int unsigned VcW = rc_router_pkg::VcW;
  localparam int unsigned Inputs = Routers * NumIn;    // input p of router r: r * NumIn + p
  localparam int unsigned Outputs = Routers * NumOut;  // output p of router r: r * NumOut + p

  localparam logic [7:0] Nothing = 8'd0;
  localparam logic [7:0] Channel = 8'd1;
  localparam logic [7:0] EndPoint = 8'd2;

  // On the pins of all routers, and of all end points.
  logic [Inputs-1:0]          to_valid;
  logic [Inputs*HeaderW-1:0]  to_header;
  logic [Inputs*FlitW-1:0]    to_flit;
  logic [Inputs*NumVcs-1:0]   to_credit;
  logic [Outputs-1:0]         from_valid;
  logic [Outputs*HeaderW-1:0] from_header;
  logic [Outputs*FlitW-1:0]   from_flit;
  logic [Outputs*NumVcs-1:0]  from_credit;
  logic [Ends-1:0]            sent_valid;
  logic [Ends*HeaderW-1:0]    sent_header;
  logic [Ends*FlitW-1:0]      sent_flit;
  logic [Ends*NumVcs-1:0]     sent_credit;
  logic [Ends-1:0]            got_valid;
  logic [Ends*HeaderW-1:0]    got_header;
  logic [Ends*FlitW-1:0]      got_flit;
  logic [Ends*NumVcs-1:0]     got_credit;

  for (genvar r = 0; r < Routers; r++) begin : gen_router
    rc_router #(
      .NumVcs(NumVcs),
      .NumClasses(NumClasses),
      .Depth(Depth),
      .PayloadW(FlitW),
      .NumIn(NumIn),
      .NumOut(NumOut),
      .NumDsts(Ends),
      .TableByVc(TableByVc),
      .NumSets(NumSets),
      .VcSets(VcSets),
      .RoundRobin(RoundRobin),
      .Wormhole(Wormhole),
      .Before(Before),
      .Traverse(Traverse),
      .Route(Route),
      .Credit(Credit),
      .TwoStage(TwoStage),
      .VcAllocator(VcAllocator),
      .SwitchAllocator(SwitchAllocator),
      .Iterations(Iterations),
      .VcDelay(VcDelay),
      .OutputRegister(0)
    ) u_router (
      .clk_i,
      .rst_ni,
      .x_i('0),
      .y_i('0),
      .route_table_i(routes_i[r*TableW +: TableW]),
      .flit_valid_i(to_valid[r*NumIn +: NumIn]),
      .header_i(to_header[r*NumIn*HeaderW +: NumIn*HeaderW]),
      .payload_i(to_flit[r*NumIn*FlitW +: NumIn*FlitW]),
      .credit_o(to_credit[r*NumIn*NumVcs +: NumIn*NumVcs]),
      .flit_valid_o(from_valid[r*NumOut +: NumOut]),
      .header_o(from_header[r*NumOut*HeaderW +: NumOut*HeaderW]),
      .payload_o(from_flit[r*NumOut*FlitW +: NumOut*FlitW]),
      .credit_i(from_credit[r*NumOut*NumVcs +: NumOut*NumVcs])
    );
  end

  // What comes to each input, and the credits that go back. The first register of what leaves a router
  // is the router's own: Verilator may build a router alone (docs/network.md).
  for (genvar i = 0; i < Inputs; i++) begin : gen_input
    localparam logic [31:0] Row = BehindInputs[i*32 +: 32];
    localparam int unsigned From = 32'(Row[23:8]);
    localparam int unsigned Cycles = 32'(Row[7:0]);
    if (Row[31:24] == Channel) begin : gen_channel
      rc_net_link #(
        .PayloadW(FlitW),
        .NumVcs(NumVcs),
        .Cycles(Cycles + 1)
      ) u_link (
        .clk_i,
        .rst_ni,
        .valid_i(from_valid[From]),
        .header_i(from_header[From*HeaderW +: HeaderW]),
        .payload_i(from_flit[From*FlitW +: FlitW]),
        .credit_o(from_credit[From*NumVcs +: NumVcs]),
        .valid_o(to_valid[i]),
        .header_o(to_header[i*HeaderW +: HeaderW]),
        .payload_o(to_flit[i*FlitW +: FlitW]),
        .credit_i(to_credit[i*NumVcs +: NumVcs])
      );
    end else if (Row[31:24] == EndPoint) begin : gen_end_point
      rc_net_link #(
        .PayloadW(FlitW),
        .NumVcs(NumVcs),
        .Cycles(Cycles + InjectStep),
        .CreditCycles(Cycles + 1)
      ) u_link (
        .clk_i,
        .rst_ni,
        .valid_i(sent_valid[From]),
        .header_i(sent_header[From*HeaderW +: HeaderW]),
        .payload_i(sent_flit[From*FlitW +: FlitW]),
        .credit_o(sent_credit[From*NumVcs +: NumVcs]),
        .valid_o(to_valid[i]),
        .header_o(to_header[i*HeaderW +: HeaderW]),
        .payload_o(to_flit[i*FlitW +: FlitW]),
        .credit_i(to_credit[i*NumVcs +: NumVcs])
      );
    end else begin : gen_nothing
      logic unused_credit;
      assign unused_credit = ^to_credit[i*NumVcs +: NumVcs];
      assign to_valid[i] = 1'b0;
      assign to_header[i*HeaderW +: HeaderW] = '0;
      assign to_flit[i*FlitW +: FlitW] = '0;
    end
  end

  // What each output leads to, but for the channels, which stand above.
  for (genvar o = 0; o < Outputs; o++) begin : gen_output
    localparam logic [31:0] Row = BehindOutputs[o*32 +: 32];
    localparam int unsigned To = 32'(Row[23:8]);
    if (Row[31:24] == EndPoint) begin : gen_end_point
      rc_net_link #(
        .PayloadW(FlitW),
        .NumVcs(NumVcs),
        .Cycles(32'(Row[7:0]) + 1),
        // An end point's credit counts a cycle after its flit came, whichever way a router counts.
        .CreditCycles(32'(Row[7:0]) + ((Credit == 0) ? 1 : 0))
      ) u_link (
        .clk_i,
        .rst_ni,
        .valid_i(from_valid[o]),
        .header_i(from_header[o*HeaderW +: HeaderW]),
        .payload_i(from_flit[o*FlitW +: FlitW]),
        .credit_o(from_credit[o*NumVcs +: NumVcs]),
        .valid_o(got_valid[To]),
        .header_o(got_header[To*HeaderW +: HeaderW]),
        .payload_o(got_flit[To*FlitW +: FlitW]),
        .credit_i(got_credit[To*NumVcs +: NumVcs])
      );
    end else if (Row[31:24] == Nothing) begin : gen_nothing
      logic unused_flit;
      assign unused_flit = ^{from_valid[o], from_header[o*HeaderW +: HeaderW],
                             from_flit[o*FlitW +: FlitW]};
      assign from_credit[o*NumVcs +: NumVcs] = '0;
    end
  end

  for (genvar e = 0; e < Ends; e++) begin : gen_end
    logic unused_header;
    assign unused_header = ^got_header[e*HeaderW +: HeaderW];
    rc_net_end #(
      .NumVcs(NumVcs),
      .NumClasses(NumClasses),
      .Depth(Depth),
      .Wormhole(Wormhole),
      .EpW(EpW),
      .LenW(LenW),
      .FlitW(FlitW)
    ) u_end (
      .clk_i,
      .rst_ni,
      .in_valid_i(in_valid_i[e*NumClasses +: NumClasses]),
      .in_ready_o(in_ready_o[e*NumClasses +: NumClasses]),
      .in_flit_i(in_flit_i[e*NumClasses*FlitW +: NumClasses*FlitW]),
      .out_valid_o(out_valid_o[e*NumClasses +: NumClasses]),
      .out_ready_i(out_ready_i[e*NumClasses +: NumClasses]),
      .out_flit_o(out_flit_o[e*NumClasses*FlitW +: NumClasses*FlitW]),
      .to_valid_o(sent_valid[e]),
      .to_header_o(sent_header[e*HeaderW +: HeaderW]),
      .to_flit_o(sent_flit[e*FlitW +: FlitW]),
      .to_credit_i(sent_credit[e*NumVcs +: NumVcs]),
      .from_valid_i(got_valid[e]),
      .from_vc_i(got_header[(e+1)*HeaderW-1 -: VcW]),
      .from_flit_i(got_flit[e*FlitW +: FlitW]),
      .from_credit_o(got_credit[e*NumVcs +: NumVcs])
    );
  end

`ifndef SYNTHESIS
  // Flits, each as often as a router sent it on.
  logic [63:0] flit_hops;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) flit_hops <= '0;
    else flit_hops <= flit_hops + 64'($countones(from_valid));
  end
`endif

endmodule
