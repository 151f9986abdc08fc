// SPDX-License-Identifier: Apache-2.0
// One end point of the mesh: its pins on one side, a port of a router with credits on the other. A
// packet leaves on a VC of its class with room for all of it, and arrives in a FIFO for each VC, from
// which an output takes whole packets. Neither side delays a flit.
module rc_mesh_end import rc_net_pkg::*; #(
  parameter int unsigned NumVcs = 8,
  parameter int unsigned Depth = 3
) (
  input  logic clk, rst,
  input  logic [CLASSES-1:0] in_valid,
  output logic [CLASSES-1:0] in_ready,
  input  flit_t in_flit [CLASSES],
  output logic [CLASSES-1:0] out_valid,
  input  logic [CLASSES-1:0] out_ready,
  output flit_t out_flit [CLASSES],

  output logic to_valid,
  output rc_router_pkg::header_t to_header,
  output flit_t to_flit,
  input  logic [NumVcs-1:0] to_credit,
  input  logic from_valid,
  input  rc_router_pkg::header_t from_header,
  input  flit_t from_flit,
  output logic [NumVcs-1:0] from_credit
);
  localparam int unsigned PerClass = NumVcs / CLASSES;
  localparam int unsigned VcW = rc_router_pkg::VcW;
  localparam int unsigned ClassW = CLASSES > 1 ? $clog2(CLASSES) : 1;
  localparam int unsigned CountW = $clog2(Depth + 1);

  // --- towards the router
  logic [CountW-1:0] left [NumVcs];  // credits
  logic [CLASSES-1:0] busy;          // a packet is under way
  logic [VcW-1:0] used [CLASSES], chosen [CLASSES];
  logic [CLASSES-1:0] able;
  logic [ClassW-1:0] last, next;

  always_comb begin
    for (int unsigned k = 0; k < CLASSES; k++) begin
      chosen[k] = used[k];
      able[k] = in_valid[k] && busy[k];
      // The first VC with room, after the last one used.
      for (int unsigned n = 1; n <= PerClass; n++) begin
        automatic int unsigned v = k * PerClass + (32'(used[k]) - k * PerClass + n) % PerClass;
        if (in_valid[k] && !busy[k] && !able[k] && 32'(left[v]) >= 32'(in_flit[k].len)) begin
          able[k] = 1'b1;
          chosen[k] = VcW'(v);
        end
      end
    end
    next = last;
    to_valid = 1'b0;
    for (int unsigned n = 1; n <= CLASSES; n++) begin
      automatic int unsigned k = (32'(last) + n) % CLASSES;
      if (able[k] && !to_valid) begin
        to_valid = 1'b1;
        next = ClassW'(k);
      end
    end
    in_ready = '0;
    in_ready[next] = to_valid;
    to_flit = in_flit[next];
    to_header = '0;
    to_header.vc = chosen[next];
    to_header.head = to_flit.head;
    to_header.tail = to_flit.tail;
    to_header.dst_x = rc_router_pkg::CoordW'(X[to_flit.dst]);
    to_header.dst_y = rc_router_pkg::CoordW'(Y[to_flit.dst]);
    to_header.dst_port = rc_router_pkg::PortW'(PORT[to_flit.dst]);
    to_header.message_class = next != '0;
    to_header.length = rc_router_pkg::LengthW'(to_flit.len);
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      busy <= '0;
      last <= '0;
      for (int unsigned k = 0; k < CLASSES; k++) used[k] <= VcW'(k * PerClass);
      for (int unsigned v = 0; v < NumVcs; v++) left[v] <= CountW'(Depth);
    end else begin
      if (to_valid) begin
        busy[next] <= !to_flit.tail;
        used[next] <= chosen[next];
        last <= next;
      end
      for (int unsigned v = 0; v < NumVcs; v++)
        left[v] <= left[v] + CountW'(to_credit[v]) -
                   CountW'(to_valid && to_header.vc == VcW'(v));
    end
  end

  // --- from the router
  logic [NumVcs-1:0] arrives, kept, there, taken;
  flit_t words [NumVcs];
  for (genvar v = 0; v < NumVcs; v++) begin : gen_vc
    logic full;
    assign arrives[v] = from_valid && from_header.vc == VcW'(v);
    assign there[v] = kept[v] || arrives[v];
    rc_net_fifo #(.W(FLIT_W), .DEPTH(Depth)) u_fifo (
      .clk, .rst, .push(arrives[v] && !(taken[v] && !kept[v])), .d(from_flit), .full,
      .valid(kept[v]), .pop(taken[v] && kept[v]), .q(words[v])
    );
  end

  logic [CLASSES-1:0] open;  // a packet whose end is missing
  logic [VcW-1:0] served [CLASSES], taken_vc [CLASSES];
  always_comb begin
    taken = '0;
    for (int unsigned k = 0; k < CLASSES; k++) begin
      taken_vc[k] = served[k];
      out_valid[k] = open[k] && there[served[k]];
      for (int unsigned n = 1; n <= PerClass; n++) begin
        automatic int unsigned v = k * PerClass + (32'(served[k]) - k * PerClass + n) % PerClass;
        if (!open[k] && !out_valid[k] && there[v]) begin
          out_valid[k] = 1'b1;
          taken_vc[k] = VcW'(v);
        end
      end
      out_flit[k] = kept[taken_vc[k]] ? words[taken_vc[k]] : from_flit;
      if (out_valid[k] && out_ready[k]) taken[taken_vc[k]] = 1'b1;
    end
  end
  assign from_credit = taken;

  always_ff @(posedge clk) begin
    for (int unsigned k = 0; k < CLASSES; k++) begin
      if (rst) begin
        open[k] <= 1'b0;
        served[k] <= VcW'(k * PerClass);
      end else if (out_valid[k] && out_ready[k]) begin
        open[k] <= !out_flit[k].tail;
        served[k] <= taken_vc[k];
      end
    end
  end
endmodule
