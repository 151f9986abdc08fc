// SPDX-License-Identifier: Apache-2.0
// One iteration of a separable matching (rc_matching): one side picks one of those it is open to, the
// other side one of those that picked it. By round robin both begin with the number that rc_matching
// says and keep no state; of the least recently served, only a grant counts as served, and an asker
// has an arbiter for each group.
module rc_matching_iteration #(
  parameter int unsigned Askers = 5,
  parameter int unsigned Resources = 5,
  parameter int unsigned Groups = 1,
  parameter bit ResourcesFirst = 1'b0,  // the side that picks first
  parameter bit RoundRobin = 1'b1,
  parameter int unsigned AskerW = (Askers > 1) ? $clog2(Askers) : 1,
  parameter int unsigned ResourceW = (Resources > 1) ? $clog2(Resources) : 1,
  parameter int unsigned GroupW = (Groups > 1) ? $clog2(Groups) : 1
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic [Askers*GroupW-1:0]    group_i,
  input  logic [Groups*Askers-1:0]    member_i,
  input  logic [Askers*Resources-1:0] wants_i,    // rows
  input  logic [Resources*Askers-1:0] columns_i,  // the same as columns
  input  logic [Askers-1:0]           done_i,     // askers that have something
  input  logic [Groups*Resources-1:0] taken_i,    // resources that somebody has
  input  logic [Askers*ResourceW-1:0] first_resource_i,
  input  logic [Groups*Resources*AskerW-1:0] first_asker_i,
  output logic [Askers*Resources-1:0] granted_o,
  output logic [Groups*Resources*Askers-1:0] winner_o
);

  logic [Askers*Resources-1:0] for_askers;         // among what each picks
  logic [Askers*Resources-1:0] by_askers;          // what it picks
  logic [Resources*Askers-1:0] by_askers_columns;
  logic [Groups*Resources*Askers-1:0] for_resources;
  logic [Groups*Resources*Askers-1:0] by_resources;
  logic [Resources*Askers-1:0] offered;            // by resources of all groups
  logic [Resources*Askers-1:0] won;

  always_comb begin
    offered = '0;
    for (int unsigned g = 0; g < Groups; g++) begin
      offered = offered | by_resources[g*Resources*Askers +: Resources*Askers];
    end
    for (int unsigned a = 0; a < Askers; a++) begin
      for (int unsigned r = 0; r < Resources; r++) begin
        by_askers_columns[r*Askers+a] = by_askers[a*Resources+r];
      end
    end
  end
  assign won = ResourcesFirst ? by_askers_columns : offered;
  assign winner_o = by_resources & {Groups{won}};

  for (genvar a = 0; a < Askers; a++) begin : gen_asker
    logic [Resources-1:0] row;
    logic gets;
    if (ResourcesFirst) begin : gen_second
      always_comb begin
        for (int unsigned r = 0; r < Resources; r++) row[r] = offered[r*Askers+a];
      end
      assign gets = 1'b1;
    end else begin : gen_first
      assign row = done_i[a] ? '0 : wants_i[a*Resources +: Resources] &
                                    ~taken_i[group_i[a*GroupW +: GroupW]*Resources +: Resources];
      always_comb begin
        gets = 1'b0;
        for (int unsigned r = 0; r < Resources; r++) gets = gets | offered[r*Askers+a];
      end
    end
    assign for_askers[a*Resources +: Resources] = row;
    assign granted_o[a*Resources +: Resources] =
        gets ? by_askers[a*Resources +: Resources] : '0;

    if (RoundRobin || Groups == 1) begin : gen_one_arbiter
      rc_choice #(
        .N(Resources),
        .RoundRobin(RoundRobin)
      ) u_choice (
        .clk_i,
        .rst_ni,
        .request_i(for_askers[a*Resources +: Resources]),
        .first_i(first_resource_i[a*ResourceW +: ResourceW]),
        .served_i(gets),
        .grant_o(by_askers[a*Resources +: Resources])
      );
    end else begin : gen_by_group
      logic [Groups*Resources-1:0] grant;
      for (genvar g = 0; g < Groups; g++) begin : gen_group
        rc_choice #(
          .N(Resources),
          .RoundRobin(1'b0)
        ) u_choice (
          .clk_i,
          .rst_ni,
          .request_i(member_i[g*Askers+a] ? for_askers[a*Resources +: Resources] : '0),
          .first_i('0),
          .served_i(gets && member_i[g*Askers+a]),
          .grant_o(grant[g*Resources +: Resources])
        );
      end
      always_comb begin
        by_askers[a*Resources +: Resources] = '0;
        for (int unsigned g = 0; g < Groups; g++) begin
          by_askers[a*Resources +: Resources] =
              by_askers[a*Resources +: Resources] | grant[g*Resources +: Resources];
        end
      end
    end
  end

  for (genvar g = 0; g < Groups; g++) begin : gen_group
    for (genvar r = 0; r < Resources; r++) begin : gen_resource
      localparam int unsigned N = g * Resources + r;
      logic [Askers-1:0] asked;
      if (ResourcesFirst) begin : gen_first
        assign asked = taken_i[N] ? '0 : columns_i[r*Askers +: Askers] & ~done_i;
      end else begin : gen_second
        assign asked = by_askers_columns[r*Askers +: Askers];
      end
      assign for_resources[N*Askers +: Askers] = asked & member_i[g*Askers +: Askers];

      rc_choice #(
        .N(Askers),
        .RoundRobin(RoundRobin)
      ) u_choice (
        .clk_i,
        .rst_ni,
        .request_i(for_resources[N*Askers +: Askers]),
        .first_i(first_asker_i[N*AskerW +: AskerW]),
        .served_i(winner_o[N*Askers +: Askers] != '0),
        .grant_o(by_resources[N*Askers +: Askers])
      );
    end
  end

  logic unused;
  assign unused =
      ^{group_i, wants_i, columns_i, done_i, taken_i, first_resource_i, first_asker_i};

endmodule
