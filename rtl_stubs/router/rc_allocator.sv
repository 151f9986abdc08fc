// SPDX-License-Identifier: Apache-2.0
// VC and switch allocation in one step, separable, input first. Each input port offers one of its
// VCs that could move; each output port grants one of the offers for it. Both choose the candidate
// that was served longest ago, or the next one in turn (RoundRobin), and only a grant counts as served.
//
// Which VCs could move is the input units' knowledge (rc_vc_queues), from what the output units have
// room for. Which output VC a granted head gets is the output unit's.
module rc_allocator #(
  parameter int unsigned NumIn = rc_router_pkg::NumPorts,
  parameter int unsigned NumOut = rc_router_pkg::NumPorts,
  parameter int unsigned NumVcs = 8,
  parameter bit RoundRobin = 1'b0,
  parameter int unsigned PortW = (NumOut > 1) ? $clog2(NumOut) : 1,
  parameter int unsigned IndexW = (NumVcs > 1) ? $clog2(NumVcs) : 1
) (
  input  logic clk_i,
  input  logic rst_ni,

  // By input port.
  input  logic [NumIn*NumVcs-1:0]                ready_i,  // VCs that could move
  output logic [NumIn*IndexW-1:0]                vc_o,     // the VC that is offered
  output logic [NumIn*NumVcs-1:0]                vcs_o,    // the same, one-hot
  input  logic [NumIn*PortW-1:0]                 port_i,   // where it wants to go
  input  logic [NumIn*rc_router_pkg::OfferW-1:0] offer_i,
  output logic [NumIn-1:0]                       granted_o,

  // By output port: whether an offer is granted, which one, and of which input ports, one-hot:
  // input_o[o * NumIn + i].
  output logic [NumOut-1:0]                       valid_o,
  output logic [NumOut*rc_router_pkg::OfferW-1:0] offer_o,
  output logic [NumOut*NumIn-1:0]                 input_o
);

  localparam int unsigned OfferW = rc_router_pkg::OfferW;

  logic [NumIn-1:0] offers;            // an input port makes one
  logic [NumIn*NumOut-1:0] requests;   // [i * NumOut + o]

  for (genvar i = 0; i < NumIn; i++) begin : gen_input
    rc_arbiter #(
      .N(NumVcs),
      .RoundRobin(RoundRobin)
    ) u_vc_arbiter (
      .clk_i,
      .rst_ni,
      .request_i(ready_i[i*NumVcs +: NumVcs]),
      .served_i(granted_o[i]),
      .any_o(offers[i]),
      .grant_o(vcs_o[i*NumVcs +: NumVcs]),
      .index_o(vc_o[i*IndexW +: IndexW])
    );

    assign requests[i*NumOut +: NumOut] =
        offers[i] ? (NumOut'(1) << port_i[i*PortW +: PortW]) : '0;

    always_comb begin
      granted_o[i] = 1'b0;
      for (int unsigned o = 0; o < NumOut; o++) begin
        if (input_o[o*NumIn+i]) granted_o[i] = 1'b1;
      end
    end
  end

  for (genvar o = 0; o < NumOut; o++) begin : gen_output
    logic [NumIn-1:0] request;
    logic [((NumIn > 1) ? $clog2(NumIn) : 1)-1:0] unused_winner;

    for (genvar i = 0; i < NumIn; i++) begin : gen_request
      assign request[i] = requests[i*NumOut+o];
    end

    rc_arbiter #(
      .N(NumIn),
      .RoundRobin(RoundRobin)
    ) u_input_arbiter (
      .clk_i,
      .rst_ni,
      .request_i(request),
      .served_i(valid_o[o]),
      .any_o(valid_o[o]),
      .grant_o(input_o[o*NumIn +: NumIn]),
      .index_o(unused_winner)
    );

    always_comb begin
      offer_o[o*OfferW +: OfferW] = '0;
      for (int unsigned i = 0; i < NumIn; i++) begin
        if (input_o[o*NumIn+i]) offer_o[o*OfferW +: OfferW] = offer_i[i*OfferW +: OfferW];
      end
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (rst_ni) grant_of_an_offer : assert ((granted_o & ~offers) == '0);
  end
`endif

endmodule
