// SPDX-License-Identifier: Apache-2.0
// Every output takes packets from the inputs in turn, through a FIFO of its own. The classes share
// nothing. A start for a network of your own: keep the pins, change what is between them.
module star import rc_net_pkg::*; (
  input  logic clk, rst,
  input  logic [N-1:0][CLASSES-1:0] in_valid,
  output logic [N-1:0][CLASSES-1:0] in_ready,
  input  flit_t in_flit [N][CLASSES],
  output logic [N-1:0][CLASSES-1:0] out_valid,
  input  logic [N-1:0][CLASSES-1:0] out_ready,
  output flit_t out_flit [N][CLASSES]
);
  logic [N-1:0][CLASSES-1:0][N-1:0] taken;  // by output, class, input

  for (genvar k = 0; k < CLASSES; k++) begin : gen_class
    for (genvar o = 0; o < N; o++) begin : gen_output
      logic [N-1:0] wants;
      logic [EP_W-1:0] last, next, chosen;  // input; while `busy`, that of the packet under way
      logic busy, any, full;
      for (genvar i = 0; i < N; i++) begin : gen_input
        assign wants[i] = in_valid[i][k] && in_flit[i][k].dst == EP_W'(o);
      end
      // The first that wants, after the last one served.
      always_comb begin
        next = last;
        any = 1'b0;
        for (int unsigned n = 1; n <= N; n++) begin
          automatic int unsigned i = 32'(last) + n >= N ? 32'(last) + n - N : 32'(last) + n;
          if (!any && wants[EP_W'(i)]) begin
            any = 1'b1;
            next = EP_W'(i);
          end
        end
      end
      assign chosen = busy ? last : next;
      logic push;
      assign push = wants[chosen] && !full;
      assign taken[o][k] = N'(push) << chosen;
      always_ff @(posedge clk) begin
        if (rst) begin
          busy <= 1'b0;
          last <= '0;
        end else if (push) begin
          busy <= !in_flit[chosen][k].tail;
          last <= chosen;
        end
      end
      rc_net_fifo #(.W(FLIT_W), .DEPTH(2)) u_fifo (
        .clk, .rst,
        .push, .full, .d(in_flit[chosen][k]),
        .valid(out_valid[o][k]), .pop(out_ready[o][k]), .q(out_flit[o][k])
      );
    end
    for (genvar i = 0; i < N; i++) begin : gen_ready
      always_comb begin
        in_ready[i][k] = 1'b0;
        for (int unsigned o = 0; o < N; o++) in_ready[i][k] |= taken[o][k][i];
      end
    end
  end

  // Flits, each as often as the crossbar sent it on: once.
  longint unsigned flit_hops;
  always_ff @(posedge clk) flit_hops <= rst ? '0 : flit_hops + 64'($countones(in_valid & in_ready));
endmodule
