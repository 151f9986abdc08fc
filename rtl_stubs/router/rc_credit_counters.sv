// SPDX-License-Identifier: Apache-2.0
// Credits of all VCs of one output port: counters as bit planes, one vector per bit, so that all
// VCs count and compare in the same few gates per bit.
module rc_credit_counters #(
  parameter int unsigned NumVcs = 8,
  parameter int unsigned Depth = 3,
  parameter int unsigned Lengths = 4,  // of packets, in flits
  parameter bit AtOnce = 1'b0          // a credit counts in the cycle in which it comes
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic [NumVcs-1:0] up_i,    // a slot became free
  input  logic [NumVcs-1:0] down_i,  // a slot is taken
  // room_o[k * NumVcs + v]: VC v has more than k credits.
  output logic [Lengths*NumVcs-1:0] room_o
);

  localparam int unsigned CountW = $clog2(Depth + 1);
  localparam logic [CountW-1:0] Full = CountW'(Depth);

  // Bit b of all counters is planes_q[b * NumVcs +: NumVcs].
  logic [CountW*NumVcs-1:0] planes_q;
  logic [CountW*NumVcs-1:0] planes_d;
  logic [CountW*NumVcs-1:0] counted;  // what counts in this cycle
  logic [NumVcs-1:0] carry;
  logic [NumVcs-1:0] borrow;

  if (AtOnce) begin : gen_at_once
    logic [NumVcs-1:0] up;
    always_comb begin
      up = up_i;
      for (int unsigned b = 0; b < CountW; b++) begin
        counted[b*NumVcs +: NumVcs] = planes_q[b*NumVcs +: NumVcs] ^ up;
        up = up & planes_q[b*NumVcs +: NumVcs];
      end
    end
  end else begin : gen_next_cycle
    assign counted = planes_q;
  end

  always_comb begin
    carry = up_i & ~down_i;
    borrow = down_i & ~up_i;
    planes_d = '0;
    for (int unsigned b = 0; b < CountW; b++) begin
      planes_d[b*NumVcs +: NumVcs] = planes_q[b*NumVcs +: NumVcs] ^ carry ^ borrow;
      carry = carry & planes_q[b*NumVcs +: NumVcs];
      borrow = borrow & ~planes_q[b*NumVcs +: NumVcs];
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      for (int unsigned b = 0; b < CountW; b++) begin
        planes_q[b*NumVcs +: NumVcs] <= {NumVcs{Full[b]}};
      end
    end else begin
      planes_q <= planes_d;
    end
  end

  // counter > k, from the most significant bit down.
  for (genvar k = 0; k < Lengths; k++) begin : gen_room
    if (k >= Depth) begin : gen_never
      assign room_o[k*NumVcs +: NumVcs] = '0;
    end else begin : gen_compare
      localparam logic [CountW-1:0] Bound = CountW'(k);
      logic [NumVcs-1:0] above;
      logic [NumVcs-1:0] equal;
      always_comb begin
        above = '0;
        equal = '1;
        for (int unsigned i = 0; i < CountW; i++) begin
          if (Bound[CountW-1-i]) begin
            equal = equal & counted[(CountW-1-i)*NumVcs +: NumVcs];
          end else begin
            above = above | (equal & counted[(CountW-1-i)*NumVcs +: NumVcs]);
            equal = equal & ~counted[(CountW-1-i)*NumVcs +: NumVcs];
          end
        end
      end
      assign room_o[k*NumVcs +: NumVcs] = above;
    end
  end

`ifndef SYNTHESIS
  logic [NumVcs-1:0] at_most;  // counters that are at Depth
  always_comb begin
    at_most = '1;
    for (int unsigned b = 0; b < CountW; b++) begin
      at_most = at_most & (planes_q[b*NumVcs +: NumVcs] ~^ {NumVcs{Full[b]}});
    end
  end
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      no_underflow : assert (borrow == '0);
      no_overflow : assert ((up_i & ~down_i & at_most) == '0);
    end
  end
`endif

endmodule
