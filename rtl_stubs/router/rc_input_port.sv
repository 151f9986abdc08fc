// Input port: route computation as a flit is written (so that it costs no stage of its own), the VC
// queues, the flit RAM, and the first half of allocation: which VC makes an offer.
module rc_input_port #(
  parameter int unsigned NumVcs = 8,
  parameter int unsigned NumClasses = 2,
  parameter int unsigned Depth = 3,
  parameter int unsigned PayloadW = 128,
  parameter bit InputRegister = 1'b1,
  parameter bit FallThrough = 1'b0,
  parameter rc_router_pkg::routing_e Routing = rc_router_pkg::RouteXy,
  parameter int unsigned IndexW = (NumVcs > 1) ? $clog2(NumVcs) : 1,
  parameter int unsigned LastW = (Depth > 1) ? $clog2(Depth) : 1
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic [rc_router_pkg::CoordW-1:0] x_i,
  input  logic [rc_router_pkg::CoordW-1:0] y_i,

  // Link.
  input  logic                   flit_valid_i,
  input  rc_router_pkg::header_t header_i,
  input  logic [PayloadW-1:0]    payload_i,
  output logic [NumVcs-1:0]      credit_o,

  // Allocation. Two tables. room_i, for each class by {port, flits less one}: some output VC could
  // take such a packet. credit_i, by {port, VC}: the VC has a credit.
  input  logic [NumClasses*8*(2**LastW)-1:0]         room_i,
  input  logic [8*(2**IndexW)-1:0]                   credit_i,
  output logic [rc_router_pkg::NumPorts-1:0]         request_o,  // one-hot, or zero
  output rc_router_pkg::offer_t                      offer_o,
  input  logic                                       granted_i,
  input  logic [IndexW-1:0]                          granted_vc_i,

  // Crossbar: the offered flit. The output port fills in its VC.
  output rc_router_pkg::header_t header_o,
  output logic [PayloadW-1:0]    payload_o
);

  localparam int unsigned AddrW = (NumVcs * Depth > 1) ? $clog2(NumVcs * Depth) : 1;
  localparam int unsigned StoredW = rc_router_pkg::HeaderW - rc_router_pkg::VcW + PayloadW;

  // Input register.
  logic valid;
  rc_router_pkg::header_t header;
  logic [PayloadW-1:0] payload;

  if (InputRegister) begin : gen_input_register
    rc_flit_register #(
      .PayloadW(PayloadW)
    ) u_input_register (
      .clk_i,
      .rst_ni,
      .valid_i(flit_valid_i),
      .header_i,
      .payload_i,
      .valid_o(valid),
      .header_o(header),
      .payload_o(payload)
    );
  end else begin : gen_no_input_register
    assign valid = flit_valid_i;
    assign header = header_i;
    assign payload = payload_i;
  end

  // Route computation and buffer write.
  logic [rc_router_pkg::PortW-1:0] route;
  logic [LastW-1:0] last;
  logic [LastW-1:0] offered_last;

  rc_route #(
    .Routing(Routing)
  ) u_route (
    .x_i,
    .y_i,
    .dst_x_i(header.dst_x),
    .dst_y_i(header.dst_y),
    .dst_port_i(header.dst_port),
    .port_o(route)
  );
  assign last = header.length[LastW-1:0] - 1'b1;

  // VC queues, and the arbiter that chooses which VC makes the offer.
  logic [AddrW-1:0] push_addr;
  logic [NumVcs-1:0] ready;
  logic [NumVcs-1:0] chosen_vcs;
  logic [IndexW-1:0] chosen;
  logic any;
  logic [rc_router_pkg::PortW-1:0] port;
  logic [AddrW-1:0] addr;
  logic passing;
  logic routed;
  logic [IndexW-1:0] out_vc;

  rc_vc_queues #(
    .NumVcs(NumVcs),
    .NumClasses(NumClasses),
    .Depth(Depth),
    .FallThrough(FallThrough)
  ) u_queues (
    .clk_i,
    .rst_ni,
    .push_i(valid),
    .push_vc_i(header.vc[IndexW-1:0]),
    .push_port_i(route),
    .push_last_i(last),
    .push_addr_o(push_addr),
    .room_i,
    .credit_i,
    .ready_o(ready),
    .chosen_i(chosen),
    .port_o(port),
    .routed_o(routed),
    .last_o(offered_last),
    .vc_o(out_vc),
    .addr_o(addr),
    .passing_o(passing),
    .pop_i(granted_i),
    .pop_tail_i(offer_o.tail),
    .pop_vc_i(granted_vc_i)
  );

  rc_lrs_arbiter #(
    .N(NumVcs)
  ) u_vc_arbiter (
    .clk_i,
    .rst_ni,
    .request_i(ready),
    .served_i(granted_i),
    .any_o(any),
    .grant_o(chosen_vcs),
    .index_o(chosen)
  );

  assign offer_o.head = !routed;
  assign offer_o.tail = header_o.tail;
  assign offer_o.message_class = header_o.message_class;
  assign offer_o.last = rc_router_pkg::LastW'(offered_last);
  assign offer_o.vc = rc_router_pkg::VcW'(out_vc);
  assign request_o = any ? (rc_router_pkg::NumPorts'(1) << port) : '0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) credit_o <= '0;
    else credit_o <= granted_i ? chosen_vcs : '0;
  end

  // Flit RAM. The VC number is not stored: the flit leaves on its output VC.
  logic [StoredW-1:0] written;
  logic [StoredW-1:0] stored;
  logic [StoredW-1:0] offered;

  rc_flit_ram #(
    .Width(StoredW),
    .Words(NumVcs * Depth)
  ) u_ram (
    .clk_i,
    .write_i(valid),
    .write_addr_i(push_addr),
    .write_data_i(written),
    .read_addr_i(addr),
    .read_data_o(stored)
  );

  assign written = {header[rc_router_pkg::HeaderW-rc_router_pkg::VcW-1:0], payload};
  assign offered = passing ? written : stored;
  assign header_o = {rc_router_pkg::VcW'(0), offered[StoredW-1:PayloadW]};
  assign payload_o = offered[PayloadW-1:0];

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (rst_ni && flit_valid_i) begin
      vc_exists : assert (32'(header_i.vc) < NumVcs);
      vc_of_its_class :
      assert (32'(header_i.vc) / (NumVcs / NumClasses) == 32'(header_i.message_class));
      length_fits : assert (header_i.length != '0 && 32'(header_i.length) <= Depth);
    end
    if (rst_ni) grant_of_an_offer : assert (!granted_i || any);
  end
`endif

endmodule
