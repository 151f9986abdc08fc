// SPDX-License-Identifier: Apache-2.0
// One output port: is granted to the first of the inputs that wait for it, and carries the circuit
// until it is released. It is low for one cycle between two circuits.
module rc_dcm_output (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic [rc_dcm_pkg::NumPorts-1:0]                      request_i,  // by input port
  input  logic [rc_dcm_pkg::NumPorts*rc_dcm_pkg::NumPorts-1:0] before_i,   // see rc_dcm_order
  input  logic [rc_dcm_pkg::NumPorts*rc_dcm_pkg::ProbeW-1:0]   probes_i,
  input  logic                                                 free_i,
  output logic [rc_dcm_pkg::NumPorts-1:0]                      grant_o,  // one-hot, or zero
  output rc_dcm_pkg::forward_t                                 line_o,
  output logic                                                 running_o  // a grant is due
);

  localparam int unsigned NumPorts = rc_dcm_pkg::NumPorts;
  localparam int unsigned ProbeW = rc_dcm_pkg::ProbeW;

  rc_dcm_pkg::forward_t line_q;
  assign line_o = line_q;

  logic [NumPorts-1:0] first;
  for (genvar j = 0; j < NumPorts; j++) begin : gen_first
    assign first[j] = request_i[j] && (request_i & before_i[j*NumPorts +: NumPorts]) == '0;
  end
  assign grant_o = line_q.busy ? '0 : first;

  rc_dcm_pkg::probe_t granted;
  always_comb begin
    granted = '0;
    for (int unsigned i = 0; i < NumPorts; i++) begin
      if (grant_o[i]) granted = granted | probes_i[i*ProbeW +: ProbeW];
    end
  end

  // An input still waited when the port was released.
  logic wanted_q;
  assign running_o = wanted_q && !line_q.busy;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      line_q <= '0;
      wanted_q <= 1'b0;
    end else begin
      if (free_i) line_q <= '0;
      else if (grant_o != '0) line_q <= {1'b1, granted};
      wanted_q <= (request_i & ~grant_o) != '0;
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      one_at_a_time : assert ((grant_o & (grant_o - 1'b1)) == '0);
      freed_while_down : assert (!free_i || line_q.busy);
    end
  end
`endif

endmodule
