// SPDX-License-Identifier: Apache-2.0
// First stage of a router with two stages: heads ask for the VCs of their output port that they may take
// and that no packet has; with cut-through, that have room for their whole packet as well.
module rc_vc_allocator #(
  parameter int unsigned NumIn = 5,
  parameter int unsigned NumOut = 5,
  parameter int unsigned NumVcs = 8,
  parameter int unsigned NumClasses = 2,
  parameter int unsigned LastW = 2,
  parameter int unsigned NumSets = 1,
  parameter int unsigned ClassVcs = NumVcs / NumClasses,
  parameter logic [NumSets*ClassVcs-1:0] VcSets = {(NumSets * ClassVcs){1'b1}},
  parameter int unsigned Kind = rc_router_pkg::SeparableInput,
  parameter int unsigned Iterations = 1,
  parameter bit RoundRobin = 1'b0,
  parameter int unsigned IndexW = (NumVcs > 1) ? $clog2(NumVcs) : 1,
  parameter int unsigned PortW = (NumOut > 1) ? $clog2(NumOut) : 1,
  parameter int unsigned WayW = PortW + $clog2(NumSets)
) (
  input  logic clk_i,
  input  logic rst_ni,

  // By input VC, i * NumVcs + v: whether a head asks, its way, and its packet's flits less one.
  input  logic [NumIn*NumVcs-1:0]       ask_i,
  input  logic [NumIn*NumVcs*WayW-1:0]  way_i,
  input  logic [NumIn*NumVcs*LastW-1:0] last_i,
  // By {output, flits less one}: VCs that could take such a packet.
  input  logic [NumOut*(2**LastW)*NumVcs-1:0] free_i,

  output logic [NumIn*NumVcs-1:0]        granted_o,  // by input VC
  output logic [NumIn*NumVcs*IndexW-1:0] vc_o,       // the output VC
  output logic [NumOut*NumVcs-1:0]       taken_o     // by output VC
);

  localparam int unsigned Askers = NumIn * NumVcs;
  localparam int unsigned Lengths = 2**LastW;
  localparam int unsigned Radix = (NumIn > NumOut) ? NumIn : NumOut;

  logic [Askers*PortW-1:0] ports;
  logic [Askers*NumVcs-1:0] wants;
  logic [Askers*NumVcs-1:0] granted;
  logic [NumOut*NumVcs*Askers-1:0] winners;

  for (genvar a = 0; a < Askers; a++) begin : gen_asker
    localparam int unsigned Class = a % NumVcs / ClassVcs;
    logic [WayW-1:0] way;
    logic [ClassVcs-1:0] set;
    logic [NumVcs-1:0] mask;
    assign way = way_i[a*WayW +: WayW];
    assign ports[a*PortW +: PortW] = way[PortW-1:0];
    if (NumSets == 1) begin : gen_one_set
      assign set = VcSets;
    end else begin : gen_sets
      assign set = VcSets[32'(way[WayW-1:PortW])*ClassVcs +: ClassVcs];
    end
    always_comb begin
      mask = '0;
      if (ask_i[a]) mask[Class*ClassVcs +: ClassVcs] = set;
    end
    assign wants[a*NumVcs +: NumVcs] =
        mask & free_i[(32'(way[PortW-1:0])*Lengths+32'(last_i[a*LastW +: LastW]))*NumVcs +: NumVcs];

    assign granted_o[a] = granted[a*NumVcs +: NumVcs] != '0;
    rc_onehot_index #(
      .N(NumVcs)
    ) u_vc (
      .onehot_i(granted[a*NumVcs +: NumVcs]),
      .index_o(vc_o[a*IndexW +: IndexW])
    );
  end

  rc_matching #(
    .Askers(Askers),
    .Resources(NumVcs),
    .Groups(NumOut),
    .Kind(Kind),
    .Iterations(Iterations),
    .RoundRobin(RoundRobin),
    .Diagonals(Radix * NumVcs)
  ) u_matching (
    .clk_i,
    .rst_ni,
    .group_i(ports),
    .wants_i(wants),
    .granted_o(granted),
    .winner_o(winners)
  );

  always_comb begin
    for (int unsigned r = 0; r < NumOut * NumVcs; r++) begin
      taken_o[r] = winners[r*Askers +: Askers] != '0;
    end
  end

endmodule
