// SPDX-License-Identifier: Apache-2.0
// E-cube routing: the port of the lowest dimension in which the destination differs from this node;
// at the destination, the node's own port or the host's.
module rc_dcm_route (
  input  logic [rc_dcm_pkg::NodeW-1:0] here_i,
  input  logic [rc_dcm_pkg::NodeW-1:0] destination_i,
  input  logic                         to_host_i,
  output logic [rc_dcm_pkg::PortW-1:0] port_o
);

  logic [rc_dcm_pkg::NodeW-1:0] differing;
  assign differing = here_i ^ destination_i;

  always_comb begin
    port_o = to_host_i ? rc_dcm_pkg::HostPort : rc_dcm_pkg::NodePort;
    for (int d = rc_dcm_pkg::NodeW - 1; d >= 0; d--) begin
      if (differing[d]) port_o = d[rc_dcm_pkg::PortW-1:0];
    end
  end

endmodule
