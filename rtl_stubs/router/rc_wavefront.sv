// SPDX-License-Identifier: Apache-2.0
// Wavefront allocator: asker a and resource r meet on diagonal (a + r) mod Diagonals. From a diagonal on
// that moves on after each cycle with a request, each diagonal in its turn grants what is wanted and
// still free; two places of a diagonal share neither asker nor resource. Askers are turned by the first
// diagonal, so that it is number 0 and no signal comes back to itself.
//
// Source: Tamir and Chi 1993; without their wrapped wires, as Dally and Towles, section 19.4.
module rc_wavefront #(
  parameter int unsigned Askers = 5,
  parameter int unsigned Resources = 5,
  parameter int unsigned Diagonals = (Askers > Resources) ? Askers : Resources
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic [Resources*Askers-1:0] wants_i,   // columns: [r * Askers + a]
  output logic [Resources*Askers-1:0] granted_o  // the same
);

  localparam int unsigned StartW = (Diagonals > 1) ? $clog2(Diagonals) : 1;

  logic [StartW-1:0] start_q;
  logic [Resources*Diagonals-1:0] turned;  // [r * Diagonals + (a - start) mod Diagonals]
  logic [Resources*Diagonals-1:0] hits;    // the same
  logic [Diagonals-1:0] column;
  logic [2*Diagonals-1:0] twice;
  logic [Diagonals-1:0] asker_free;
  logic [Resources-1:0] resource_free;

  always_comb begin
    turned = '0;
    granted_o = '0;
    column = '0;
    twice = '0;
    for (int unsigned r = 0; r < Resources; r++) begin
      column = Diagonals'(wants_i[r*Askers +: Askers]);
      twice = {column, column} >> start_q;
      turned[r*Diagonals +: Diagonals] = twice[Diagonals-1:0];
    end
    hits = '0;
    asker_free = '1;
    resource_free = '1;
    for (int unsigned d = 0; d < Diagonals; d++) begin
      for (int unsigned r = 0; r < Resources; r++) begin
        if (turned[r*Diagonals+(d+Diagonals-r)%Diagonals] && resource_free[r] &&
            asker_free[(d+Diagonals-r)%Diagonals]) begin
          hits[r*Diagonals+(d+Diagonals-r)%Diagonals] = 1'b1;
          asker_free[(d+Diagonals-r)%Diagonals] = 1'b0;
          resource_free[r] = 1'b0;
        end
      end
    end
    for (int unsigned r = 0; r < Resources; r++) begin
      twice = {2{hits[r*Diagonals +: Diagonals]}} << start_q;
      granted_o[r*Askers +: Askers] = twice[Diagonals +: Askers];
    end
  end

  logic unused;
  assign unused = ^twice;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) start_q <= '0;
    else if (wants_i != '0) start_q <= (32'(start_q) == Diagonals - 1) ? '0 : start_q + 1'b1;
  end

endmodule
