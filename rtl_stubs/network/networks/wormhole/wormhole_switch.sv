// SPDX-License-Identifier: Apache-2.0
// What a wormhole_router does with the first flits of its FIFOs: a packet holds its output from head
// to tail. Routes are XY, so no cycle of packets can wait for each other. All FIFOs stand outside, and
// no path leads through this module and others back to it: Verilator may build it alone.
// Ports: 0 north, 1 east, 2 south, 3 west, 4 local; x, y, port of the target come with every flit.
module wormhole_switch #(
  parameter int unsigned W = 24,  // of a flit
  parameter int unsigned PlaceW = 4
) (
  input  logic              clk, rst,
  input  logic [PlaceW-1:0] x, y,
  input  logic [4:0]        valid,
  output logic [4:0]        pop,
  input  logic [5*W-1:0]    flit,  // {tail, x, y, port, rest} each
  output logic [4:0]        out_valid,
  input  logic [4:0]        out_ready,
  output logic [5*W-1:0]    out_flit
);
  logic [4:0] tail;
  logic [5*3-1:0] route;  // by input: output
  logic [5*5-1:0] grant;  // by output: one-hot input

  for (genvar i = 0; i < 5; i++) begin : gen_input
    logic [PlaceW-1:0] to_x, to_y;
    logic [2:0] to_port;
    assign {tail[i], to_x, to_y, to_port} = flit[i*W+W-1 -: 2*PlaceW+4];
    assign route[3*i +: 3] = to_x > x ? 3'd1 : to_x < x ? 3'd3 : to_y > y ? 3'd0 : to_y < y ? 3'd2
                      : to_port;
    assign pop[i] = grant[i] & out_ready[0] | grant[5+i] & out_ready[1] |
                    grant[10+i] & out_ready[2] | grant[15+i] & out_ready[3] |
                    grant[20+i] & out_ready[4];
  end

  for (genvar o = 0; o < 5; o++) begin : gen_output
    logic busy;
    logic [2:0] last, next, chosen, tried;
    logic [3:0] sum;
    logic any;
    always_comb begin
      next = last;
      any = 1'b0;
      tried = '0;
      sum = '0;
      for (int unsigned n = 1; n <= 5; n++) begin
        sum = 4'(last) + 4'(n);
        tried = sum >= 4'd5 ? 3'(sum - 4'd5) : 3'(sum);
        if (!any && valid[tried] && route[3*tried +: 3] == 3'(o)) begin
          any = 1'b1;
          next = tried;
        end
      end
    end
    assign chosen = busy ? last : next;
    assign out_valid[o] = busy ? valid[last] : any;
    always_comb begin
      out_flit[o*W +: W] = '0;
      for (int unsigned i = 0; i < 5; i++)
        if (chosen == 3'(i)) out_flit[o*W +: W] = flit[i*W +: W];
    end
    assign grant[5*o +: 5] = out_valid[o] ? 5'd1 << chosen : '0;
    always_ff @(posedge clk) begin
      if (rst) begin
        busy <= 1'b0;
        last <= '0;
      end else if (out_valid[o] && out_ready[o]) begin
        busy <= !tail[chosen];
        last <= chosen;
      end
    end
  end
endmodule
