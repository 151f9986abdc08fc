// SPDX-License-Identifier: Apache-2.0
// Who gets which of several resources, where each may want several and gets one: the RTL of
// rc::noc::Matching. Resources are in groups, and an asker asks one group at a time.
//
//   SeparableInput   each asker picks one of what it wants, then each resource one of those
//   SeparableOutput  each resource picks one of its askers, then each asker one of those
//   Islip            the same by round robin; only grants of the first iteration move pointers
//   Wavefront        along diagonals, in each group (rc_wavefront)
//
// With several iterations, what is left over asks again; arbiters are then by round robin.
//
// A row is an asker's, [a * Resources + r]; a column is a resource's, [r * Askers + a].
module rc_matching #(
  parameter int unsigned Askers = 5,
  parameter int unsigned Resources = 5,  // of a group
  parameter int unsigned Groups = 1,
  parameter int unsigned Kind = rc_router_pkg::SeparableInput,
  parameter int unsigned Iterations = 1,
  parameter bit RoundRobin = 1'b1,  // 0: least recently served, of one iteration
  parameter int unsigned Diagonals = (Askers > Resources) ? Askers : Resources,
  parameter int unsigned GroupW = (Groups > 1) ? $clog2(Groups) : 1
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic [Askers*GroupW-1:0]    group_i,
  input  logic [Askers*Resources-1:0] wants_i,    // rows
  output logic [Askers*Resources-1:0] granted_o,  // rows, one-hot
  output logic [Groups*Resources*Askers-1:0] winner_o  // the columns of each group, one-hot
);

  localparam int unsigned AskerW = (Askers > 1) ? $clog2(Askers) : 1;
  localparam int unsigned ResourceW = (Resources > 1) ? $clog2(Resources) : 1;

  logic [Resources*Askers-1:0] columns;
  logic [Groups*Askers-1:0] member;  // [g * Askers + a]: a asks group g
  always_comb begin
    for (int unsigned a = 0; a < Askers; a++) begin
      for (int unsigned r = 0; r < Resources; r++) begin
        columns[r*Askers+a] = wants_i[a*Resources+r];
      end
      for (int unsigned g = 0; g < Groups; g++) begin
        member[g*Askers+a] = 32'(group_i[a*GroupW +: GroupW]) == g;
      end
    end
  end

  if (Kind == rc_router_pkg::Wavefront) begin : gen_wavefront
    for (genvar g = 0; g < Groups; g++) begin : gen_group
      rc_wavefront #(
        .Askers(Askers),
        .Resources(Resources),
        .Diagonals(Diagonals)
      ) u_wavefront (
        .clk_i,
        .rst_ni,
        .wants_i(columns & {Resources{member[g*Askers +: Askers]}}),
        .granted_o(winner_o[g*Resources*Askers +: Resources*Askers])
      );
    end

    logic [Resources*Askers-1:0] won;
    always_comb begin
      won = '0;
      for (int unsigned g = 0; g < Groups; g++) begin
        won = won | winner_o[g*Resources*Askers +: Resources*Askers];
      end
      for (int unsigned a = 0; a < Askers; a++) begin
        for (int unsigned r = 0; r < Resources; r++) begin
          granted_o[a*Resources+r] = won[r*Askers+a];
        end
      end
    end
  end else begin : gen_separable
    localparam bit Turns = RoundRobin || Kind == rc_router_pkg::Islip;
    // Whom each would choose first, by round robin. An asker goes over the resources of all groups: in
    // another one than where its pointer stands, it begins at the first.
    logic [Askers*GroupW-1:0] group_q;
    logic [Askers*ResourceW-1:0] resource_q;
    logic [Groups*Resources*AskerW-1:0] asker_q;
    logic [Askers*ResourceW-1:0] first_resource;
    always_comb begin
      for (int unsigned a = 0; a < Askers; a++) begin
        first_resource[a*ResourceW +: ResourceW] =
            (group_i[a*GroupW +: GroupW] == group_q[a*GroupW +: GroupW])
                ? resource_q[a*ResourceW +: ResourceW] : '0;
      end
    end

    for (genvar k = 0; k < Iterations; k++) begin : gen_iteration
      logic [Askers-1:0] done;                          // before this iteration
      logic [Groups*Resources-1:0] taken;
      logic [Askers*Resources-1:0] granted;             // in it
      logic [Groups*Resources*Askers-1:0] winner;
      logic [Askers*Resources-1:0] all_granted;         // until its end
      logic [Groups*Resources*Askers-1:0] all_winners;

      rc_matching_iteration #(
        .Askers(Askers),
        .Resources(Resources),
        .Groups(Groups),
        .ResourcesFirst(Kind != rc_router_pkg::SeparableInput),
        .RoundRobin(Turns)
      ) u_iteration (
        .clk_i,
        .rst_ni,
        .group_i,
        .member_i(member),
        .wants_i,
        .columns_i(columns),
        .done_i(done),
        .taken_i(taken),
        .first_resource_i(first_resource),
        .first_asker_i(asker_q),
        .granted_o(granted),
        .winner_o(winner)
      );

      if (k == 0) begin : gen_first
        assign done = '0;
        assign taken = '0;
        assign all_granted = granted;
        assign all_winners = winner;
      end else begin : gen_next
        always_comb begin
          for (int unsigned a = 0; a < Askers; a++) begin
            done[a] = gen_iteration[k-1].all_granted[a*Resources +: Resources] != '0;
          end
          for (int unsigned r = 0; r < Groups * Resources; r++) begin
            taken[r] = gen_iteration[k-1].all_winners[r*Askers +: Askers] != '0;
          end
        end
        assign all_granted = gen_iteration[k-1].all_granted | granted;
        assign all_winners = gen_iteration[k-1].all_winners | winner;
      end
    end
    assign granted_o = gen_iteration[Iterations-1].all_granted;
    assign winner_o = gen_iteration[Iterations-1].all_winners;

    if (Turns) begin : gen_turns
      localparam int unsigned Counted = (Kind == rc_router_pkg::Islip) ? 0 : Iterations - 1;
      for (genvar a = 0; a < Askers; a++) begin : gen_asker
        logic [ResourceW-1:0] resource;
        rc_onehot_index #(
          .N(Resources)
        ) u_resource (
          .onehot_i(gen_iteration[Counted].all_granted[a*Resources +: Resources]),
          .index_o(resource)
        );
        always_ff @(posedge clk_i) begin
          if (!rst_ni) begin
            group_q[a*GroupW +: GroupW] <= '0;
            resource_q[a*ResourceW +: ResourceW] <= '0;
          end else if (gen_iteration[Counted].all_granted[a*Resources +: Resources] != '0) begin
            group_q[a*GroupW +: GroupW] <= group_i[a*GroupW +: GroupW];
            resource_q[a*ResourceW +: ResourceW] <=
                (32'(resource) == Resources - 1) ? '0 : resource + 1'b1;
          end
        end
      end
      for (genvar r = 0; r < Groups * Resources; r++) begin : gen_resource
        logic [AskerW-1:0] asker;
        rc_onehot_index #(
          .N(Askers)
        ) u_asker (
          .onehot_i(gen_iteration[Counted].all_winners[r*Askers +: Askers]),
          .index_o(asker)
        );
        always_ff @(posedge clk_i) begin
          if (!rst_ni) begin
            asker_q[r*AskerW +: AskerW] <= '0;
          end else if (gen_iteration[Counted].all_winners[r*Askers +: Askers] != '0) begin
            asker_q[r*AskerW +: AskerW] <= (32'(asker) == Askers - 1) ? '0 : asker + 1'b1;
          end
        end
      end
    end else begin : gen_no_turns
      // Least recently served: each arbiter has its own state.
      assign group_q = '0;
      assign resource_q = '0;
      assign asker_q = '0;
      if (Iterations != 1) begin : gen_bad_iterations
        $error("several iterations need arbiters by round robin");
      end
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (rst_ni) granted_is_wanted : assert ((granted_o & ~wants_i) == '0);
  end
`endif

endmodule
