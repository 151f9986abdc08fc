// SPDX-License-Identifier: Apache-2.0
// The VCs of an input port: for each, a FIFO with what allocation needs to know about its flits,
// and the output VC of the packet at its front. At most one flit is written and one read per cycle,
// so all VCs share one write and one update port. The flits themselves are in the port's RAM, at
// the same addresses: VC v has slots v * Depth to v * Depth + Depth - 1. Credits keep the FIFOs
// from overflowing: there is no full state.
//
// FallThrough: a flit written into an empty FIFO is at its front in the same cycle.
//
// TwoStage: an output VC comes from rc_vc_allocator, for which heads_o asks, and not with the grant of
// the switch.
module rc_vc_queues #(
  parameter int unsigned NumVcs = 8,
  parameter int unsigned NumClasses = 2,
  parameter int unsigned Depth = 3,
  parameter bit FallThrough = 1'b0,
  parameter bit TwoStage = 1'b0,
  parameter int unsigned VcDelay = 1,   // cycles from the grant of a VC to the request for the switch
  parameter int unsigned Route = 0,     // cycles for which a head waits for its route
  parameter int unsigned PortW = 3,     // bits of an output port
  parameter int unsigned WayW = PortW,  // of a way: the port, and above it the number of a VC set
  parameter int unsigned IndexW = (NumVcs > 1) ? $clog2(NumVcs) : 1,
  parameter int unsigned LastW = (Depth > 1) ? $clog2(Depth) : 1,
  parameter int unsigned AddrW = (NumVcs * Depth > 1) ? $clog2(NumVcs * Depth) : 1
) (
  input  logic clk_i,
  input  logic rst_ni,

  // Buffer write.
  input  logic              push_i,
  input  logic [IndexW-1:0] push_vc_i,
  input  logic [WayW-1:0]   push_way_i,   // where it goes
  input  logic [LastW-1:0]  push_last_i,  // flits that need room before its head may go, less one
  input  logic              push_head_i,
  output logic [AddrW-1:0]  push_addr_o,

  // Which VCs could move. Two tables. room_i, for each class by {way, flits less one}: some output VC
  // could take such a packet. credit_i, by {port, output VC}: the VC has a credit.
  input  logic [NumClasses*(2**(WayW+LastW))-1:0] room_i,
  input  logic [2**(PortW+IndexW)-1:0]            credit_i,
  output logic [NumVcs-1:0]                       ready_o,

  // Of two stages. Which VCs have a head at their front that needs an output VC, {way, flits less one}
  // of every front, and what the allocator gives.
  output logic [NumVcs-1:0]               heads_o,
  output logic [NumVcs*(WayW+LastW)-1:0]  fronts_o,
  input  logic [NumVcs-1:0]               vc_granted_i,
  input  logic [NumVcs*IndexW-1:0]        granted_vc_i,

  // The front flit of one VC, and its removal.
  input  logic [IndexW-1:0] chosen_i,
  output logic [WayW-1:0]   way_o,
  output logic              routed_o,   // its packet owns output VC vc_o
  output logic [LastW-1:0]  last_o,
  output logic [IndexW-1:0] vc_o,
  output logic [AddrW-1:0]  addr_o,
  output logic              passing_o,  // written in this cycle
  input  logic              pop_i,
  input  logic              pop_tail_i,
  input  logic [IndexW-1:0] pop_vc_i    // output VC on which it leaves
);

  localparam int unsigned SlotW = (Depth > 1) ? $clog2(Depth) : 1;
  localparam int unsigned ClassVcs = NumVcs / NumClasses;
  localparam int unsigned EntryW = WayW + LastW;
  localparam int unsigned RoomW = 2**EntryW;
  localparam logic [SlotW-1:0] LastSlot = SlotW'(Depth - 1);

  // One element per VC, VC 0 in the lowest bits.
  logic [NumVcs-1:0] filled_q;  // holds a flit
  logic [NumVcs-1:0] routed_q;  // the packet at the front owns an output VC:
  logic [NumVcs*IndexW-1:0] out_vcs_q;
  logic [NumVcs*SlotW-1:0] reads_q;
  logic [NumVcs*SlotW-1:0] writes_q;
  logic [EntryW-1:0] entries_q [NumVcs * Depth];  // {way, flits less one}

  logic [EntryW-1:0] pushed;
  logic [SlotW-1:0] push_slot;
  logic [NumVcs-1:0] push;
  assign pushed = {push_way_i, push_last_i};
  assign push = push_i ? (NumVcs'(1) << push_vc_i) : '0;
  assign push_slot = writes_q[push_vc_i*SlotW +: SlotW];
  assign push_addr_o = AddrW'(32'(push_vc_i) * Depth + 32'(push_slot));

  // A head that has waited for its route; and, with two stages, for the switch behind its VC.
  logic [NumVcs-1:0] decided;
  logic [NumVcs-1:0] settled;
  logic [NumVcs-1:0] popped;

  logic [EntryW-1:0] front;
  logic present;
  always_comb begin
    front = '0;
    present = 1'b0;
    for (int unsigned v = 0; v < NumVcs; v++) begin
      front = entries_q[AddrW'(v * Depth + 32'(reads_q[v*SlotW +: SlotW]))];
      if (FallThrough && !filled_q[v]) front = pushed;
      present = filled_q[v] || (FallThrough && push[v]);
      ready_o[v] = present &&
          (routed_q[v] ? settled[v] && credit_i[{front[LastW +: PortW], out_vcs_q[v*IndexW +: IndexW]}]
                       : !TwoStage && decided[v] && room_i[v/ClassVcs*RoomW + 32'(front)]);
      heads_o[v] = present && !routed_q[v] && decided[v];
      fronts_o[v*EntryW +: EntryW] = front;
    end
  end

  // A head asks Route cycles after it could have: each slot says whether that is over.
  localparam int unsigned Wait = Route + (FallThrough ? 0 : 1);
  if (Wait < 2) begin : gen_no_wait
    logic unused_head;
    assign unused_head = push_head_i;
    assign decided = (Route == 0) ? '1 : filled_q;
  end else begin : gen_wait
    logic [NumVcs*Depth-1:0] decided_q;
    logic [Wait-2:0] head_q;
    logic [(Wait-1)*AddrW-1:0] addr_q;  // the youngest one lowest
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        head_q <= '0;
        decided_q <= '0;
      end else begin
        head_q <= (Wait - 1)'({head_q, push_i && push_head_i});
        if (push_i) decided_q[push_addr_o] <= 1'b0;
        if (head_q[Wait-2]) decided_q[addr_q[(Wait-2)*AddrW +: AddrW]] <= 1'b1;
      end
      addr_q <= ((Wait - 1) * AddrW)'({addr_q, push_addr_o});
    end
    always_comb begin
      for (int unsigned v = 0; v < NumVcs; v++) begin
        decided[v] =
            filled_q[v] && decided_q[AddrW'(v * Depth + 32'(reads_q[v*SlotW +: SlotW]))];
      end
    end
  end

  if (!TwoStage || VcDelay < 2) begin : gen_settled
    assign settled = '1;
  end else begin : gen_delay
    logic [(VcDelay-1)*NumVcs-1:0] had_q;  // a VC one cycle ago, two cycles ago, ...
    always_ff @(posedge clk_i) begin
      if (!rst_ni) had_q <= '0;
      else had_q <= ((VcDelay - 1) * NumVcs)'({had_q, routed_q}) &
                    ~{(VcDelay - 1){pop_tail_i ? popped : '0}};
    end
    assign settled = had_q[(VcDelay-2)*NumVcs +: NumVcs];
  end

  logic [EntryW-1:0] chosen;
  logic [SlotW-1:0] slot;
  assign slot = reads_q[chosen_i*SlotW +: SlotW];
  assign addr_o = AddrW'(32'(chosen_i) * Depth + 32'(slot));
  assign passing_o = FallThrough && !filled_q[chosen_i];
  assign chosen = passing_o ? pushed : entries_q[addr_o];
  assign {way_o, last_o} = chosen;
  assign routed_o = routed_q[chosen_i];
  assign vc_o = out_vcs_q[chosen_i*IndexW +: IndexW];

  logic [SlotW-1:0] next_write;
  logic [SlotW-1:0] next_read;
  logic [NumVcs-1:0] emptied;
  logic [NumVcs-1:0] passed;
  assign next_write = (push_slot == LastSlot) ? '0 : push_slot + 1'b1;
  assign next_read = (slot == LastSlot) ? '0 : slot + 1'b1;
  assign popped = pop_i ? (NumVcs'(1) << chosen_i) : '0;
  assign emptied = (next_read == writes_q[chosen_i*SlotW +: SlotW]) ? popped : '0;
  assign passed = passing_o ? popped : '0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      filled_q <= '0;
      routed_q <= '0;
      out_vcs_q <= '0;
      reads_q <= '0;
      writes_q <= '0;
    end else begin
      if (push_i) writes_q[push_vc_i*SlotW +: SlotW] <= next_write;
      if (pop_i) begin
        reads_q[chosen_i*SlotW +: SlotW] <= next_read;
        routed_q[chosen_i] <= !pop_tail_i;
        out_vcs_q[chosen_i*IndexW +: IndexW] <= pop_vc_i;
      end
      if (TwoStage) begin
        for (int unsigned v = 0; v < NumVcs; v++) begin
          if (vc_granted_i[v]) begin
            routed_q[v] <= 1'b1;
            out_vcs_q[v*IndexW +: IndexW] <= granted_vc_i[v*IndexW +: IndexW];
          end
        end
      end
      filled_q <= (filled_q & ~emptied) | (push & ~passed);
    end
  end

  always_ff @(posedge clk_i) begin
    if (push_i) entries_q[push_addr_o] <= pushed;
  end

  logic unused_grants;
  assign unused_grants = ^{vc_granted_i, granted_vc_i, room_i};

`ifndef SYNTHESIS
  logic full;
  assign full = filled_q[push_vc_i] && (push_slot == reads_q[push_vc_i*SlotW +: SlotW]);
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      no_overflow : assert (!push_i || !full);
      no_underflow : assert (!pop_i || ready_o[chosen_i]);
    end
  end
`endif

endmodule
