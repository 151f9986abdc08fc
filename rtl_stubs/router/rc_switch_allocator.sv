// SPDX-License-Identifier: Apache-2.0
// Second stage of a router with two stages: input ports ask for the output ports to which their VCs
// could send a flit. Of the VCs that could use a grant, the next one after the last that did goes.
module rc_switch_allocator #(
  parameter int unsigned NumIn = 5,
  parameter int unsigned NumOut = 5,
  parameter int unsigned NumVcs = 8,
  parameter int unsigned Kind = rc_router_pkg::SeparableInput,
  parameter int unsigned Iterations = 1,
  parameter bit RoundRobin = 1'b0,
  parameter int unsigned PortW = (NumOut > 1) ? $clog2(NumOut) : 1,
  parameter int unsigned IndexW = (NumVcs > 1) ? $clog2(NumVcs) : 1
) (
  input  logic clk_i,
  input  logic rst_ni,

  // By input VC: whether it could move, and where to. By input port: the flit that goes, and whether.
  input  logic [NumIn*NumVcs-1:0]       ready_i,
  input  logic [NumIn*NumVcs*PortW-1:0] port_i,
  output logic [NumIn*IndexW-1:0]       vc_o,
  output logic [NumIn*NumVcs-1:0]       vcs_o,  // the same, one-hot
  output logic [NumIn-1:0]              granted_o,
  input  logic [NumIn*rc_router_pkg::OfferW-1:0] offer_i,

  // By output port, as of rc_allocator.
  output logic [NumOut-1:0]                       valid_o,
  output logic [NumOut*rc_router_pkg::OfferW-1:0] offer_o,
  output logic [NumOut*NumIn-1:0]                 input_o
);

  localparam int unsigned OfferW = rc_router_pkg::OfferW;

  logic [NumIn*NumOut-1:0] wants;
  logic [NumIn*NumOut-1:0] granted;

  rc_matching #(
    .Askers(NumIn),
    .Resources(NumOut),
    .Kind(Kind),
    .Iterations(Iterations),
    .RoundRobin(RoundRobin)
  ) u_matching (
    .clk_i,
    .rst_ni,
    .group_i('0),
    .wants_i(wants),
    .granted_o(granted),
    .winner_o(input_o)
  );

  for (genvar i = 0; i < NumIn; i++) begin : gen_input
    logic [NumVcs-1:0] able;  // could use the grant
    logic [IndexW-1:0] first_q;

    always_comb begin
      wants[i*NumOut +: NumOut] = '0;
      able = '0;
      for (int unsigned v = 0; v < NumVcs; v++) begin
        for (int unsigned o = 0; o < NumOut; o++) begin
          if (ready_i[i*NumVcs+v] && 32'(port_i[(i*NumVcs+v)*PortW +: PortW]) == o) begin
            wants[i*NumOut+o] = 1'b1;
            able[v] = granted[i*NumOut+o];
          end
        end
      end
    end

    rc_round_robin #(
      .N(NumVcs)
    ) u_vc_arbiter (
      .request_i(able),
      .first_i(first_q),
      .any_o(granted_o[i]),
      .grant_o(vcs_o[i*NumVcs +: NumVcs]),
      .index_o(vc_o[i*IndexW +: IndexW])
    );

    always_ff @(posedge clk_i) begin
      if (!rst_ni) first_q <= '0;
      else if (granted_o[i]) first_q <=
          (32'(vc_o[i*IndexW +: IndexW]) == NumVcs - 1) ? '0 : vc_o[i*IndexW +: IndexW] + 1'b1;
    end
  end

  for (genvar o = 0; o < NumOut; o++) begin : gen_output
    assign valid_o[o] = input_o[o*NumIn +: NumIn] != '0;
    always_comb begin
      offer_o[o*OfferW +: OfferW] = '0;
      for (int unsigned i = 0; i < NumIn; i++) begin
        if (input_o[o*NumIn+i]) offer_o[o*OfferW +: OfferW] = offer_i[i*OfferW +: OfferW];
      end
    end
  end

endmodule
