// SPDX-License-Identifier: Apache-2.0
// One input port: receives a probe, waits for its output line, sends the acknowledgement back, and
// releases the circuit after the last bit.
module rc_dcm_input #(
  parameter bit IsNode = 1'b0  // the node's own port: no channel, no delay
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic [rc_dcm_pkg::NodeW-1:0] here_i,
  input  rc_dcm_pkg::timing_t          timing_i,

  // Line.
  input  rc_dcm_pkg::forward_t line_i,
  output logic                 acknowledge_o,

  // Arbitration. The probe requests `output_o`; the grant comes in the same cycle at the earliest.
  output logic                         waiting_o,
  output logic                         arriving_o,  // starts to wait in this cycle
  output rc_dcm_pkg::probe_t           probe_o,
  output logic [rc_dcm_pkg::PortW-1:0] output_o,
  input  logic                         granted_i,
  input  logic                         diverted_i,  // the grant is of the buffer line

  // Circuit.
  input  logic                         acknowledge_i,  // of the line it has, or is granted
  output logic                         free_o,         // releases `freed_o` in this cycle
  output logic [rc_dcm_pkg::PortW-1:0] freed_o,

  output logic running_o  // needs clock edges even if no pin changes
);

  typedef enum logic [1:0] {
    Idle      = 2'd0,
    Probing   = 2'd1,
    Waiting   = 2'd2,
    Connected = 2'd3
  } phase_e;

  phase_e phase_q;
  rc_dcm_pkg::probe_t probe_q;
  logic [rc_dcm_pkg::PortW-1:0] output_q;
  logic [rc_dcm_pkg::PortW-1:0] freed_q;
  logic armed_q;     // the acknowledgement of the circuit before has fallen
  logic answered_q;  // the acknowledgement returns
  logic acknowledge_q;

  // The timing counts bit times from pin to pin; one of them is this edge.
  rc_dcm_pkg::timing_t delay;
  assign delay.probe = IsNode ? '0 : timing_i.probe - 1'b1;
  assign delay.acknowledge = IsNode ? '0 : timing_i.acknowledge - 1'b1;
  assign delay.pass = IsNode ? '0 : timing_i.pass - 1'b1;

  // The line.
  logic begins;
  logic ends;
  assign begins = phase_q == Idle && line_i.busy;
  assign ends = phase_q == Connected && !line_i.busy;

  logic probe_running;
  rc_dcm_timer u_probe (
    .clk_i,
    .rst_ni,
    .start_i(begins),
    .cycles_i(delay.probe),
    .fire_o(arriving_o),
    .running_o(probe_running)
  );

  logic release_running;
  rc_dcm_timer u_release (
    .clk_i,
    .rst_ni,
    .start_i(ends),
    .cycles_i(delay.pass),
    .fire_o(free_o),
    .running_o(release_running)
  );
  assign freed_o = ends ? output_q : freed_q;

  // Route.
  logic [rc_dcm_pkg::PortW-1:0] route;
  assign probe_o = begins ? line_i.probe : probe_q;
  rc_dcm_route u_route (
    .here_i,
    .destination_i(probe_o.destination),
    .to_host_i(probe_o.to_host),
    .port_o(route)
  );
  assign output_o = arriving_o ? route : output_q;
  assign waiting_o = arriving_o || phase_q == Waiting;

  // Acknowledgement.
  logic connected;
  logic answers;
  logic arrives_back;
  logic answer_running;
  assign connected = granted_i || (phase_q == Connected && !ends);
  assign answers = connected && acknowledge_i && armed_q && !granted_i && !answered_q;

  rc_dcm_timer u_answer (
    .clk_i,
    .rst_ni(rst_ni && !ends),
    .start_i(answers),
    .cycles_i(delay.acknowledge),
    .fire_o(arrives_back),
    .running_o(answer_running)
  );
  assign acknowledge_o = acknowledge_q;
  assign running_o = probe_running || release_running || answer_running;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      phase_q <= Idle;
      acknowledge_q <= 1'b0;
      armed_q <= 1'b0;
      answered_q <= 1'b0;
    end else begin
      if (granted_i) phase_q <= Connected;
      else if (arriving_o) phase_q <= Waiting;
      else if (begins) phase_q <= Probing;
      else if (ends) phase_q <= Idle;

      if (granted_i) armed_q <= !acknowledge_i;
      else if (connected && !acknowledge_i) armed_q <= 1'b1;

      if (granted_i) answered_q <= 1'b0;
      else if (answers) answered_q <= 1'b1;

      if (ends) acknowledge_q <= 1'b0;
      else if (connected && arrives_back) acknowledge_q <= 1'b1;
    end
    if (begins) probe_q <= line_i.probe;
    if (diverted_i) output_q <= rc_dcm_pkg::BufferLine;
    else if (arriving_o) output_q <= route;
    if (ends) freed_q <= output_q;
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      given_up_early : assert (phase_q == Idle || phase_q == Connected || line_i.busy);
      granted_unasked : assert (!granted_i || waiting_o);
    end
  end
`endif

endmodule
