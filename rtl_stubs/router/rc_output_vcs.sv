// SPDX-License-Identifier: Apache-2.0
// Output unit of a router with two stages: credits and ownership of the VCs downstream. rc_vc_allocator
// gives them away; a tail that is sent gives its own back.
module rc_output_vcs #(
  parameter int unsigned NumVcs = 8,
  parameter int unsigned Depth = 3,
  parameter bit Wormhole = 1'b0,     // a VC that nobody has is free, whatever its credits
  parameter bit CreditsAtOnce = 1'b0,
  parameter int unsigned IndexW = (NumVcs > 1) ? $clog2(NumVcs) : 1,
  parameter int unsigned LastW = (Depth > 1) ? $clog2(Depth) : 1
) (
  input  logic clk_i,
  input  logic rst_ni,

  // free_o, by flits less one: VCs that could take such a packet. has_credit_o, by VC.
  output logic [(2**LastW)*NumVcs-1:0] free_o,
  output logic [2**IndexW-1:0]         has_credit_o,
  input  logic [NumVcs-1:0]            taken_i,

  // The granted flit, and the VC on which it leaves.
  input  logic                  send_i,
  input  rc_router_pkg::offer_t offer_i,
  output logic [IndexW-1:0]     vc_o,

  input  logic [NumVcs-1:0] credit_i
);

  localparam int unsigned Lengths = 2**LastW;

  logic [NumVcs-1:0] owned_q;
  logic [Lengths*NumVcs-1:0] credits;  // [k * NumVcs + v]: VC v has more than k credits
  logic [NumVcs-1:0] sent;
  logic unused;

  assign unused = ^{offer_i.head, offer_i.message_class, offer_i.last};
  assign vc_o = offer_i.vc[IndexW-1:0];
  assign sent = send_i ? (NumVcs'(1) << vc_o) : '0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) owned_q <= '0;
    else owned_q <= (owned_q & ~(offer_i.tail ? sent : '0)) | taken_i;
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
    for (int unsigned k = 0; k < Lengths; k++) begin
      free_o[k*NumVcs +: NumVcs] =
          ~owned_q & (Wormhole ? {NumVcs{1'b1}} : credits[k*NumVcs +: NumVcs]);
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (rst_ni) taken_was_free : assert ((taken_i & owned_q) == '0);
    if (rst_ni && send_i) begin
      flit_owns_its_vc : assert ((owned_q & sent) != '0);
      vc_has_a_credit : assert ((credits[NumVcs-1:0] & sent) != '0);
    end
  end
`endif

endmodule
