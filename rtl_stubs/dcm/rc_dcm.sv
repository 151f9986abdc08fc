// SPDX-License-Identifier: Apache-2.0
// The direct-connect module of one node: nine input ports, ten output lines, and the order of the
// waiting inputs. The tenth line leads into a buffer of the node: with `buffered_i` it takes a circuit
// whose way to the node is taken. One clock cycle is one bit time.
module rc_dcm (
  input  logic clk_i,
  input  logic rst_ni,

  // Straps.
  input  logic [rc_dcm_pkg::NodeW-1:0] here_i,
  input  logic                         lowest_first_i,
  input  logic                         buffered_i,
  input  rc_dcm_pkg::timing_t          timing_i,

  // Ports. In: incoming circuits, and acknowledgements of outgoing ones. Out: outgoing circuits, and
  // acknowledgements of incoming ones.
  input  logic [rc_dcm_pkg::NumPorts*rc_dcm_pkg::ForwardW-1:0] forward_i,
  input  logic [rc_dcm_pkg::NumLines-1:0]                      acknowledge_i,
  output logic [rc_dcm_pkg::NumLines*rc_dcm_pkg::ForwardW-1:0] forward_o,
  output logic [rc_dcm_pkg::NumPorts-1:0]                      acknowledge_o,

  // While low, a clock edge at which no input has changed changes nothing: it may be left out.
  output logic clock_request_o
);

  localparam int unsigned NumPorts = rc_dcm_pkg::NumPorts;
  localparam int unsigned NumLines = rc_dcm_pkg::NumLines;
  localparam int unsigned NodePort = 32'(rc_dcm_pkg::NodePort);
  localparam int unsigned BufferLine = 32'(rc_dcm_pkg::BufferLine);
  localparam int unsigned PortW = rc_dcm_pkg::PortW;
  localparam int unsigned NodeW = rc_dcm_pkg::NodeW;
  localparam int unsigned ProbeW = rc_dcm_pkg::ProbeW;
  localparam int unsigned ForwardW = rc_dcm_pkg::ForwardW;

  // By input port.
  logic [NumPorts-1:0] waiting;
  logic [NumPorts-1:0] arriving;
  logic [NumPorts-1:0] granted;
  logic [NumPorts-1:0] free;
  logic [NumPorts-1:0] input_running;
  logic [NumPorts*ProbeW-1:0] probes;
  logic [NumPorts*NodeW-1:0] sources;
  logic [NumPorts*NumLines-1:0] wants;  // [input * lines + line]
  logic [NumPorts*NumLines-1:0] frees;
  // By output line.
  logic [NumLines*NumPorts-1:0] grants;  // [line * ports + input]
  logic [NumLines-1:0] output_running;
  // By input port: granted the buffer line.
  logic [NumPorts-1:0] diverted;
  assign diverted = grants[BufferLine*NumPorts +: NumPorts];

  for (genvar i = 0; i < NumPorts; i++) begin : gen_input
    logic [PortW-1:0] wanted;
    logic [PortW-1:0] freed;
    logic acknowledge;

    rc_dcm_input #(
      .IsNode(i == NodePort)
    ) u_input (
      .clk_i,
      .rst_ni,
      .here_i,
      .timing_i,
      .line_i(forward_i[i*ForwardW +: ForwardW]),
      .acknowledge_o(acknowledge_o[i]),
      .waiting_o(waiting[i]),
      .arriving_o(arriving[i]),
      .probe_o(probes[i*ProbeW +: ProbeW]),
      .output_o(wanted),
      .granted_i(granted[i]),
      .diverted_i(diverted[i]),
      .acknowledge_i(acknowledge),
      .free_o(free[i]),
      .freed_o(freed),
      .running_o(input_running[i])
    );
    assign sources[i*NodeW +: NodeW] = probes[i*ProbeW+ProbeW-NodeW +: NodeW];  // its first field
    for (genvar o = 0; o < NumLines; o++) begin : gen_choice
      assign wants[i*NumLines+o] = wanted == PortW'(o);
      assign frees[i*NumLines+o] = freed == PortW'(o);
    end
    assign acknowledge = diverted[i] ? acknowledge_i[BufferLine]
                                     : (acknowledge_i & wants[i*NumLines +: NumLines]) != '0;
  end

  logic [NumPorts*NumPorts-1:0] precedes;
  rc_dcm_order u_order (
    .clk_i,
    .rst_ni,
    .lowest_first_i,
    .waiting_i(waiting),
    .arriving_i(arriving),
    .sources_i(sources),
    .before_o(precedes)
  );

  for (genvar o = 0; o < NumLines; o++) begin : gen_output
    logic [NumPorts-1:0] request;
    logic [NumPorts-1:0] freeing;
    for (genvar i = 0; i < NumPorts; i++) begin : gen_request
      if (o == BufferLine) begin : gen_diverted
        // What the port to the node does not take.
        assign request[i] = buffered_i && waiting[i] && wants[i*NumLines+NodePort] &&
                            !grants[NodePort*NumPorts+i];
      end else begin : gen_direct
        assign request[i] = waiting[i] && wants[i*NumLines+o];
      end
      assign freeing[i] = free[i] && frees[i*NumLines+o];
    end
    rc_dcm_output u_output (
      .clk_i,
      .rst_ni,
      .request_i(request),
      .before_i(precedes),
      .probes_i(probes),
      .free_i(freeing != '0),
      .grant_o(grants[o*NumPorts +: NumPorts]),
      .line_o(forward_o[o*ForwardW +: ForwardW]),
      .running_o(output_running[o])
    );
  end

  always_comb begin
    granted = '0;
    for (int unsigned o = 0; o < NumLines; o++) granted = granted | grants[o*NumPorts +: NumPorts];
  end

  assign clock_request_o = (input_running != '0) || (output_running != '0);

endmodule
