// SPDX-License-Identifier: Apache-2.0
// Output unit: credits and ownership of the VCs downstream, and the VC that a packet gets. A packet may
// take VCs of one of NumSets sets; VcSets has the first class's part of each.
module rc_output_unit #(
  parameter int unsigned NumVcs = 8,
  parameter int unsigned NumClasses = 2,
  parameter int unsigned Depth = 3,
  parameter bit CreditsAtOnce = 1'b0,
  parameter int unsigned IndexW = (NumVcs > 1) ? $clog2(NumVcs) : 1,
  parameter int unsigned LastW = (Depth > 1) ? $clog2(Depth) : 1,
  parameter int unsigned NumSets = 1,
  parameter int unsigned ClassVcs = NumVcs / NumClasses,
  parameter logic [NumSets*ClassVcs-1:0] VcSets = {(NumSets * ClassVcs){1'b1}}
) (
  input  logic clk_i,
  input  logic rst_ni,

  // room_o, by class, VC set and flits less one: some VC could take such a packet. has_credit_o, by VC.
  output logic [NumClasses*NumSets*(2**LastW)-1:0] room_o,
  output logic [2**IndexW-1:0]                     has_credit_o,

  // The granted flit, and the VC on which it leaves.
  input  logic                  send_i,
  input  rc_router_pkg::offer_t offer_i,
  output logic [IndexW-1:0]     vc_o,

  input  logic [NumVcs-1:0] credit_i
);

  localparam int unsigned Lengths = 2**LastW;

  // Which VC a head gets: the next one of its class that is free and has room.
  logic [NumVcs-1:0] owned_q;
  logic [Lengths*NumVcs-1:0] credits;         // [k * NumVcs + v]: VC v has more than k credits
  logic [NumVcs-1:0] class_mask;
  logic [NumVcs-1:0] candidates;
  logic [NumClasses*IndexW-1:0] next_vc_q;    // by class
  logic [IndexW-1:0] next_vc;
  logic [IndexW-1:0] head_vc;
  logic [NumVcs-1:0] unused_head_vcs;
  logic unused_any;

  logic [ClassVcs-1:0] set;
  if (NumSets == 1) begin : gen_one_set
    assign set = VcSets;
  end else begin : gen_sets
    assign set = VcSets[32'(offer_i.vc)*ClassVcs +: ClassVcs];
  end

  always_comb begin
    class_mask = '0;
    next_vc = '0;
    for (int unsigned c = 0; c < NumClasses; c++) begin
      if (32'(offer_i.message_class) == c) begin
        class_mask[c*ClassVcs +: ClassVcs] = set;
        next_vc = next_vc_q[c*IndexW +: IndexW];
      end
    end
  end
  assign candidates = class_mask & ~owned_q & credits[offer_i.last*NumVcs +: NumVcs];

  rc_round_robin #(
    .N(NumVcs)
  ) u_vc_arbiter (
    .request_i(candidates),
    .first_i(next_vc),
    .any_o(unused_any),
    .grant_o(unused_head_vcs),
    .index_o(head_vc)
  );

  logic [NumVcs-1:0] sent;
  assign vc_o = offer_i.head ? head_vc : offer_i.vc[IndexW-1:0];
  assign sent = send_i ? (NumVcs'(1) << vc_o) : '0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      owned_q <= '0;
      for (int unsigned c = 0; c < NumClasses; c++) begin
        next_vc_q[c*IndexW +: IndexW] <= IndexW'(c * ClassVcs);
      end
    end else if (send_i) begin
      owned_q <= offer_i.tail ? (owned_q & ~sent) : (owned_q | sent);
      for (int unsigned c = 0; c < NumClasses; c++) begin
        if (offer_i.head && 32'(offer_i.message_class) == c) begin
          next_vc_q[c*IndexW +: IndexW] <=
              (32'(vc_o) == (c + 1) * ClassVcs - 1) ? IndexW'(c * ClassVcs) : vc_o + 1'b1;
        end
      end
    end
  end

  rc_credit_counters #(
    .NumVcs(NumVcs),
    .Depth(Depth),
    .Lengths(Lengths),
    .AtOnce(CreditsAtOnce)
  ) u_credits (
    .clk_i,
    .rst_ni,
    .up_i(credit_i),
    .down_i(sent),
    .room_o(credits)
  );

  always_comb begin
    has_credit_o = '0;
    has_credit_o[NumVcs-1:0] = credits[NumVcs-1:0];
  end
  for (genvar c = 0; c < NumClasses; c++) begin : gen_room
    for (genvar k = 0; k < Lengths; k++) begin : gen_length
      logic [ClassVcs-1:0] free;
      assign free = credits[k*NumVcs+c*ClassVcs +: ClassVcs] & ~owned_q[c*ClassVcs +: ClassVcs];
      for (genvar s = 0; s < NumSets; s++) begin : gen_set
        assign room_o[(c*NumSets+s)*Lengths+k] = ((free & VcSets[s*ClassVcs +: ClassVcs]) != '0);
      end
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (rst_ni && send_i) begin
      head_finds_a_vc : assert (!offer_i.head || unused_any);
      body_owns_its_vc : assert (offer_i.head || (owned_q & sent) != '0);
      vc_has_a_credit : assert ((credits[NumVcs-1:0] & sent) != '0);
    end
  end
`endif

endmodule
