// Output port: the second half of allocation (which input wins, which VC its packet gets), credits
// and ownership of the VCs downstream, switch and output registers.
module rc_output_port #(
  parameter int unsigned NumVcs = 8,
  parameter int unsigned NumClasses = 2,
  parameter int unsigned Depth = 3,
  parameter int unsigned PayloadW = 128,
  parameter bit SwitchRegister = 1'b1,
  parameter int unsigned IndexW = (NumVcs > 1) ? $clog2(NumVcs) : 1,
  parameter int unsigned LastW = (Depth > 1) ? $clog2(Depth) : 1
) (
  input  logic clk_i,
  input  logic rst_ni,

  // Allocation.
  input  logic [rc_router_pkg::NumPorts-1:0]                       request_i,  // by input port
  input  logic [rc_router_pkg::NumPorts*rc_router_pkg::OfferW-1:0] offers_i,
  output logic [rc_router_pkg::NumPorts-1:0]                       grant_o,  // one-hot, or zero
  output logic [IndexW-1:0]                                        grant_vc_o,
  // room_o, by {class, flits less one}: some VC could take such a packet. credit_o, by VC: it has a
  // credit.
  output logic [NumClasses*(2**LastW)-1:0]                         room_o,
  output logic [2**IndexW-1:0]                                     credit_o,

  // Crossbar.
  input  rc_router_pkg::header_t header_i,
  input  logic [PayloadW-1:0]    payload_i,

  // Link.
  output logic                   flit_valid_o,
  output rc_router_pkg::header_t header_o,
  output logic [PayloadW-1:0]    payload_o,
  input  logic [NumVcs-1:0]      credit_i
);

  localparam int unsigned NumPorts = rc_router_pkg::NumPorts;
  localparam int unsigned OfferW = rc_router_pkg::OfferW;
  localparam int unsigned Lengths = 2**LastW;
  localparam int unsigned ClassVcs = NumVcs / NumClasses;
  localparam int unsigned InputW = $clog2(NumPorts);

  // Which input wins.
  logic [InputW-1:0] unused_winner;
  logic any;
  rc_router_pkg::offer_t won;

  rc_lrs_arbiter #(
    .N(NumPorts)
  ) u_input_arbiter (
    .clk_i,
    .rst_ni,
    .request_i(request_i),
    .served_i(any),
    .any_o(any),
    .grant_o(grant_o),
    .index_o(unused_winner)
  );

  always_comb begin
    won = '0;
    for (int unsigned i = 0; i < NumPorts; i++) begin
      if (grant_o[i]) won = offers_i[i*OfferW +: OfferW];
    end
  end

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

  always_comb begin
    class_mask = '0;
    next_vc = '0;
    for (int unsigned c = 0; c < NumClasses; c++) begin
      if (32'(won.message_class) == c) begin
        class_mask[c*ClassVcs +: ClassVcs] = '1;
        next_vc = next_vc_q[c*IndexW +: IndexW];
      end
    end
  end
  assign candidates = class_mask & ~owned_q & credits[won.last*NumVcs +: NumVcs];

  rc_rr_arbiter #(
    .N(NumVcs)
  ) u_vc_arbiter (
    .request_i(candidates),
    .first_i(next_vc),
    .any_o(unused_any),
    .grant_o(unused_head_vcs),
    .index_o(head_vc)
  );

  logic [IndexW-1:0] sent_vc;
  logic [NumVcs-1:0] sent;
  assign sent_vc = won.head ? head_vc : won.vc[IndexW-1:0];
  assign sent = any ? (NumVcs'(1) << sent_vc) : '0;
  assign grant_vc_o = sent_vc;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      owned_q <= '0;
      for (int unsigned c = 0; c < NumClasses; c++) begin
        next_vc_q[c*IndexW +: IndexW] <= IndexW'(c * ClassVcs);
      end
    end else if (any) begin
      owned_q <= won.tail ? (owned_q & ~sent) : (owned_q | sent);
      for (int unsigned c = 0; c < NumClasses; c++) begin
        if (won.head && 32'(won.message_class) == c) begin
          next_vc_q[c*IndexW +: IndexW] <=
              (32'(sent_vc) == (c + 1) * ClassVcs - 1) ? IndexW'(c * ClassVcs) : sent_vc + 1'b1;
        end
      end
    end
  end

  // Credits.
  rc_credit_bank #(
    .NumVcs(NumVcs),
    .Depth(Depth),
    .Lengths(Lengths)
  ) u_credits (
    .clk_i,
    .rst_ni,
    .up_i(credit_i),
    .down_i(sent),
    .room_o(credits)
  );

  always_comb begin
    credit_o = '0;
    credit_o[NumVcs-1:0] = credits[NumVcs-1:0];
  end
  for (genvar c = 0; c < NumClasses; c++) begin : gen_room
    for (genvar k = 0; k < Lengths; k++) begin : gen_length
      logic [ClassVcs-1:0] free;
      assign free = credits[k*NumVcs+c*ClassVcs +: ClassVcs] & ~owned_q[c*ClassVcs +: ClassVcs];
      assign room_o[c*Lengths+k] = (free != '0);
    end
  end

  // Switch traversal and link drivers.
  rc_router_pkg::header_t leaving;
  always_comb begin
    leaving = header_i;
    leaving.vc = rc_router_pkg::VcW'(sent_vc);
  end

  logic to_valid;
  rc_router_pkg::header_t to_header;
  logic [PayloadW-1:0] to_payload;

  if (SwitchRegister) begin : gen_switch_register
    rc_flit_register #(
      .PayloadW(PayloadW)
    ) u_switch_register (
      .clk_i,
      .rst_ni,
      .valid_i(any),
      .header_i(leaving),
      .payload_i,
      .valid_o(to_valid),
      .header_o(to_header),
      .payload_o(to_payload)
    );
  end else begin : gen_no_switch_register
    assign to_valid = any;
    assign to_header = leaving;
    assign to_payload = payload_i;
  end

  rc_flit_register #(
    .PayloadW(PayloadW)
  ) u_output_register (
    .clk_i,
    .rst_ni,
    .valid_i(to_valid),
    .header_i(to_header),
    .payload_i(to_payload),
    .valid_o(flit_valid_o),
    .header_o,
    .payload_o
  );

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (rst_ni && any) begin
      head_finds_a_vc : assert (!won.head || unused_any);
      body_owns_its_vc : assert (won.head || (owned_q & sent) != '0);
      vc_has_a_credit : assert ((credits[NumVcs-1:0] & sent) != '0);
    end
  end
`endif

endmodule
