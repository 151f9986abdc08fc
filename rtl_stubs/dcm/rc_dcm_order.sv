// SPDX-License-Identifier: Apache-2.0
// Which of any two waiting inputs goes first: the one that arrived earlier, or the lower source if
// both arrived in the same cycle; with `lowest_first_i`, always the lower source. Of equal sources,
// the lower port.
module rc_dcm_order (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic lowest_first_i,
  input  logic [rc_dcm_pkg::NumPorts-1:0]                          waiting_i,
  input  logic [rc_dcm_pkg::NumPorts-1:0]                          arriving_i,
  input  logic [rc_dcm_pkg::NumPorts*rc_dcm_pkg::NodeW-1:0]        sources_i,
  output logic [rc_dcm_pkg::NumPorts*rc_dcm_pkg::NumPorts-1:0]     before_o  // [j * ports + i]: i before j
);

  localparam int unsigned NumPorts = rc_dcm_pkg::NumPorts;
  localparam int unsigned NodeW = rc_dcm_pkg::NodeW;

  // [j * ports + i]: i was waiting when j arrived.
  logic [NumPorts*NumPorts-1:0] earlier_q;
  logic [NumPorts*NumPorts-1:0] earlier;

  always_comb begin
    for (int unsigned j = 0; j < NumPorts; j++) begin
      for (int unsigned i = 0; i < NumPorts; i++) begin
        if (arriving_i[j]) earlier[j*NumPorts+i] = waiting_i[i] && !arriving_i[i];
        else if (arriving_i[i]) earlier[j*NumPorts+i] = 1'b0;
        else earlier[j*NumPorts+i] = earlier_q[j*NumPorts+i];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) earlier_q <= '0;
    else earlier_q <= earlier;
  end

  for (genvar j = 0; j < NumPorts; j++) begin : gen_second
    for (genvar i = 0; i < NumPorts; i++) begin : gen_first
      logic lower;
      logic by_arrival;
      if (i < j) begin : gen_lower_port
        assign lower = sources_i[i*NodeW +: NodeW] <= sources_i[j*NodeW +: NodeW];
      end else begin : gen_higher_port
        assign lower = sources_i[i*NodeW +: NodeW] < sources_i[j*NodeW +: NodeW];
      end
      assign by_arrival = earlier[j*NumPorts+i] || (!earlier[i*NumPorts+j] && lower);
      assign before_o[j*NumPorts+i] = lowest_first_i ? lower : by_arrival;
    end
  end

endmodule
