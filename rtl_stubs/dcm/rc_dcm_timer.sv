// SPDX-License-Identifier: Apache-2.0
// Counts down bit times: fires `cycles_i` cycles after `start_i`, in the same cycle for 0. Until
// then `running_o` is high: the clock is needed.
module rc_dcm_timer (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic start_i,
  input  logic [rc_dcm_pkg::CyclesW-1:0] cycles_i,
  output logic fire_o,
  output logic running_o  // from the next edge on
);

  logic active_q;
  logic [rc_dcm_pkg::CyclesW-1:0] left_q;
  logic active;
  logic [rc_dcm_pkg::CyclesW-1:0] left;

  assign active = active_q || start_i;
  assign left = start_i ? cycles_i : left_q;
  assign fire_o = active && left == '0;
  assign running_o = active_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      active_q <= 1'b0;
      left_q <= '0;
    end else begin
      active_q <= active && !fire_o;
      if (active) left_q <= left - 1'b1;
    end
  end

endmodule
