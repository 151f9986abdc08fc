// SPDX-License-Identifier: Apache-2.0
// One end point: the pins of a network (valid and ready, by class) on one side, ports of routers with
// credits on the other. A packet leaves on a VC of its class with room for all of it (Wormhole: for
// its head), and arrives in a FIFO for each VC, from which a class takes whole packets. Neither side
// delays a flit. Vectors over classes and VCs hold number 0 in their lowest bits.
module rc_net_end #(
  /// VCs of a port, as many for each class.
  parameter int unsigned NumVcs = 8,
  /// Message classes, 1 or 2.
  parameter int unsigned NumClasses = 2,
  /// Flits of a VC.
  parameter int unsigned Depth = 3,
  /// 1: a head needs room for itself alone.
  parameter int unsigned Wormhole = 0,
  /// Bits of an end point's number, and of a packet's length.
  parameter int unsigned EpW = 4,
  parameter int unsigned LenW = 2,
  /// Bits of a flit: {head, tail, destination, source, length, ...}.
  parameter int unsigned FlitW = 64
) (
  input  logic clk_i,
  input  logic rst_ni,  /// synchronous

  /// Flits for the network.
  input  logic [NumClasses-1:0]       in_valid_i,
  output logic [NumClasses-1:0]       in_ready_o,
  input  logic [NumClasses*FlitW-1:0] in_flit_i,
  /// Flits from the network.
  output logic [NumClasses-1:0]       out_valid_o,
  input  logic [NumClasses-1:0]       out_ready_i,
  output logic [NumClasses*FlitW-1:0] out_flit_o,

  /// Towards the router: the destination is the end point's number.
  output logic                  to_valid_o,
  output logic [rc_router_pkg::HeaderW-1:0] to_header_o,
  output logic [FlitW-1:0]      to_flit_o,
  input  logic [NumVcs-1:0]     to_credit_i,
  /// From the router.
  input  logic                  from_valid_i,
  input  logic [rc_router_pkg::VcW-1:0] from_vc_i,
  input  logic [FlitW-1:0]      from_flit_i,
  output logic [NumVcs-1:0]     from_credit_o
);

  localparam int unsigned ClassVcs = NumVcs / NumClasses;
  localparam int unsigned IndexW = (ClassVcs > 1) ? $clog2(ClassVcs) : 1;
  localparam int unsigned ClassW = (NumClasses > 1) ? $clog2(NumClasses) : 1;
  localparam int unsigned CountW = $clog2(Depth + 1);
  localparam int unsigned DstAt = FlitW - 2 - EpW;
  localparam int unsigned LenAt = DstAt - EpW - LenW;

  // --- towards the router
  logic [NumVcs*CountW-1:0] left_q;        // credits
  logic [NumClasses-1:0] busy_q;           // a packet is under way
  logic [NumClasses*IndexW-1:0] used_q;    // by class: its VC
  logic [NumClasses*IndexW-1:0] next_vc_q; // the first that the next packet may take
  logic [NumClasses-1:0] able;
  logic [NumClasses*IndexW-1:0] chosen;
  logic [ClassW-1:0] next_class_q;
  logic [NumClasses-1:0] granted;
  logic [ClassW-1:0] sender;

  for (genvar k = 0; k < NumClasses; k++) begin : gen_sender
    logic [LenW-1:0] needed;
    logic [ClassVcs-1:0] fits;
    logic [ClassVcs-1:0] unused_grant;
    logic [ClassVcs-1:0] credit;
    logic any;
    logic [IndexW-1:0] first;

    assign needed = (Wormhole != 0) ? LenW'(1) : in_flit_i[k*FlitW+LenAt +: LenW];
    for (genvar v = 0; v < ClassVcs; v++) begin : gen_vc
      logic [CountW-1:0] left;
      // A credit counts in the cycle in which it comes, as at the end points of the model.
      assign left = left_q[(k*ClassVcs+v)*CountW +: CountW] + CountW'(to_credit_i[k*ClassVcs+v]);
      assign fits[v] = 32'(left) >= 32'(needed);
      assign credit[v] = left != '0;
    end

    rc_round_robin #(
      .N(ClassVcs)
    ) u_vc_arbiter (
      .request_i(fits),
      .first_i(next_vc_q[k*IndexW +: IndexW]),
      .any_o(any),
      .grant_o(unused_grant),
      .index_o(first)
    );

    assign able[k] = in_valid_i[k] && (busy_q[k] ? credit[used_q[k*IndexW +: IndexW]] : any);
    assign chosen[k*IndexW +: IndexW] = busy_q[k] ? used_q[k*IndexW +: IndexW] : first;

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        busy_q[k] <= 1'b0;
        used_q[k*IndexW +: IndexW] <= '0;
        next_vc_q[k*IndexW +: IndexW] <= '0;
      end else if (granted[k]) begin
        busy_q[k] <= !to_flit_o[FlitW-2];
        used_q[k*IndexW +: IndexW] <= chosen[k*IndexW +: IndexW];
        if (!busy_q[k]) next_vc_q[k*IndexW +: IndexW] <=
            (32'(first) == ClassVcs - 1) ? '0 : first + 1'b1;
      end
    end
  end

  rc_round_robin #(
    .N(NumClasses)
  ) u_class_arbiter (
    .request_i(able),
    .first_i(next_class_q),
    .any_o(to_valid_o),
    .grant_o(granted),
    .index_o(sender)
  );
  assign in_ready_o = granted;

  logic [rc_router_pkg::VcW-1:0] to_vc;
  always_comb begin
    to_flit_o = in_flit_i[FlitW-1:0];
    to_vc = '0;
    for (int unsigned k = 0; k < NumClasses; k++) begin
      if (granted[k]) begin
        to_flit_o = in_flit_i[k*FlitW +: FlitW];
        to_vc = rc_router_pkg::VcW'(k * ClassVcs + 32'(chosen[k*IndexW +: IndexW]));
      end
    end
  end

  logic [rc_router_pkg::DstW-1:0] to_dst;
  logic [rc_router_pkg::LengthW-1:0] to_length;
  assign to_dst = rc_router_pkg::DstW'(to_flit_o[DstAt +: EpW]);
  assign to_length = (Wormhole != 0) ? rc_router_pkg::LengthW'(1)
                                     : rc_router_pkg::LengthW'(to_flit_o[LenAt +: LenW]);
  // rc_router_pkg::header_t
  assign to_header_o = {to_vc, to_flit_o[FlitW-1 -: 2], to_dst, sender != '0, to_length};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) next_class_q <= '0;
    else if (to_valid_o) next_class_q <= (32'(sender) == NumClasses - 1) ? '0 : sender + 1'b1;
  end

  for (genvar v = 0; v < NumVcs; v++) begin : gen_credits
    always_ff @(posedge clk_i) begin
      if (!rst_ni) left_q[v*CountW +: CountW] <= CountW'(Depth);
      else left_q[v*CountW +: CountW] <= left_q[v*CountW +: CountW] + CountW'(to_credit_i[v]) -
                                         CountW'(to_valid_o && 32'(to_vc) == v);
    end
  end

  // --- from the router
  logic [NumVcs-1:0] kept;   // in the FIFO
  logic [NumVcs-1:0] there;  // ... or on the pins
  logic [NumVcs-1:0] taken;
  logic [NumVcs*FlitW-1:0] words;
  for (genvar v = 0; v < NumVcs; v++) begin : gen_fifo
    logic arrives;
    logic unused_full;
    logic [FlitW-1:0] word;
    assign arrives = from_valid_i && 32'(from_vc_i) == v;
    assign there[v] = kept[v] || arrives;
    assign words[v*FlitW +: FlitW] = kept[v] ? word : from_flit_i;
    rc_net_fifo #(
      .W(FlitW),
      .DEPTH(Depth)
    ) u_fifo (
      .clk(clk_i),
      .rst(!rst_ni),
      .push(arrives && !(taken[v] && !kept[v])),
      .d(from_flit_i),
      .full(unused_full),
      .valid(kept[v]),
      .pop(taken[v] && kept[v]),
      .q(word)
    );
  end
  assign from_credit_o = taken;

  for (genvar k = 0; k < NumClasses; k++) begin : gen_receiver
    logic open_q;  // a packet whose end is missing, of VC
    logic [IndexW-1:0] served_q;
    logic [IndexW-1:0] next_q;
    logic any;
    logic [ClassVcs-1:0] unused_grant;
    logic [IndexW-1:0] first;
    logic [IndexW-1:0] vc;
    logic [FlitW-1:0] flit;
    logic take;

    rc_round_robin #(
      .N(ClassVcs)
    ) u_vc_arbiter (
      .request_i(there[k*ClassVcs +: ClassVcs]),
      .first_i(next_q),
      .any_o(any),
      .grant_o(unused_grant),
      .index_o(first)
    );

    assign vc = open_q ? served_q : first;
    assign out_valid_o[k] = open_q ? there[k*ClassVcs+32'(served_q)] : any;
    always_comb begin
      flit = words[k*ClassVcs*FlitW +: FlitW];
      for (int unsigned v = 1; v < ClassVcs; v++) begin
        if (32'(vc) == v) flit = words[(k*ClassVcs+v)*FlitW +: FlitW];
      end
    end
    assign out_flit_o[k*FlitW +: FlitW] = flit;
    assign take = out_valid_o[k] && out_ready_i[k];
    assign taken[k*ClassVcs +: ClassVcs] = take ? (ClassVcs'(1) << vc) : '0;

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        open_q <= 1'b0;
        served_q <= '0;
        next_q <= '0;
      end else if (take) begin
        open_q <= !flit[FlitW-2];
        served_q <= vc;
        next_q <= (32'(vc) == ClassVcs - 1) ? '0 : vc + 1'b1;
      end
    end
  end

endmodule
