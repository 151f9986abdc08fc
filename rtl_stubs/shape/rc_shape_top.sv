// SPDX-License-Identifier: Apache-2.0
// rc_router behind vectors of whole words, so that C++ for it is the same whatever its shape: a word of
// header and of credits a port, two words of payload.
module rc_shape_top #(
  parameter int unsigned NumIn = 5,
  parameter int unsigned NumOut = 5,
  parameter int unsigned NumVcs = 8,
  parameter int unsigned NumClasses = 2,
  parameter int unsigned Depth = 3,
  parameter int unsigned NumDsts = 1,
  parameter int unsigned TableByVc = 0,
  parameter int unsigned NumSets = 1,
  parameter int unsigned ClassVcs = NumVcs / NumClasses,
  parameter logic [NumSets*ClassVcs-1:0] VcSets = {(NumSets * ClassVcs){1'b1}},
  parameter int unsigned RoundRobin = 0,
  parameter int unsigned Wormhole = 0,
  parameter int unsigned Before = 2,
  parameter int unsigned Traverse = 1,
  parameter int unsigned Route = 0,
  parameter int unsigned Credit = 1,
  parameter int unsigned TwoStage = 0,
  parameter int unsigned VcAllocator = rc_router_pkg::SeparableInput,
  parameter int unsigned SwitchAllocator = rc_router_pkg::SeparableInput,
  parameter int unsigned Iterations = 1,
  parameter int unsigned VcDelay = 1,
  parameter int unsigned TableWords = 3,
  // Vectors of more than 64 bits have one and the same type in C++.
  parameter int unsigned InWords = (NumIn < 3) ? 3 : NumIn,
  parameter int unsigned OutWords = (NumOut < 3) ? 3 : NumOut
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic [32*TableWords-1:0] table_i,

  input  logic [95:0]             flit_valid_i,
  input  logic [32*InWords-1:0]   header_i,
  input  logic [64*InWords-1:0]   payload_i,
  output logic [32*InWords-1:0]   credit_o,

  output logic [95:0]             flit_valid_o,
  output logic [32*OutWords-1:0]  header_o,
  output logic [64*OutWords-1:0]  payload_o,
  input  logic [32*OutWords-1:0]  credit_i
);

  localparam int unsigned HeaderW = rc_router_pkg::HeaderW;
  localparam int unsigned WayW = ((NumOut > 1) ? $clog2(NumOut) : 1) + $clog2(NumSets);
  localparam int unsigned TableW = ((TableByVc != 0) ? NumIn * NumVcs : 1) * NumDsts * WayW;

  logic unused;
  assign unused = ^{table_i, flit_valid_i, header_i, payload_i, credit_i};

  logic [NumIn*HeaderW-1:0]  header_in;
  logic [NumIn*NumVcs-1:0]   credit_in;
  logic [NumOut*HeaderW-1:0] header_out;
  logic [NumOut-1:0]         valid_out;
  logic [NumOut*64-1:0]      payload_out;
  logic [NumOut*NumVcs-1:0]  credit_out;

  rc_router #(
    .NumVcs(NumVcs),
    .NumClasses(NumClasses),
    .Depth(Depth),
    .PayloadW(64),
    .NumIn(NumIn),
    .NumOut(NumOut),
    .NumDsts(NumDsts),
    .TableByVc(TableByVc),
    .NumSets(NumSets),
    .VcSets(VcSets),
    .RoundRobin(RoundRobin),
    .Wormhole(Wormhole),
    .Before(Before),
    .Traverse(Traverse),
    .Route(Route),
    .Credit(Credit),
    .TwoStage(TwoStage),
    .VcAllocator(VcAllocator),
    .SwitchAllocator(SwitchAllocator),
    .Iterations(Iterations),
    .VcDelay(VcDelay)
  ) u_router (
    .clk_i,
    .rst_ni,
    .x_i('0),
    .y_i('0),
    .route_table_i(table_i[TableW-1:0]),
    .flit_valid_i(flit_valid_i[NumIn-1:0]),
    .header_i(header_in),
    .payload_i(payload_i[NumIn*64-1:0]),
    .credit_o(credit_in),
    .flit_valid_o(valid_out),
    .header_o(header_out),
    .payload_o(payload_out),
    .credit_i(credit_out)
  );

  always_comb begin
    credit_o = '0;
    for (int unsigned p = 0; p < NumIn; p++) begin
      header_in[p*HeaderW +: HeaderW] = header_i[p*32 +: HeaderW];
      credit_o[p*32 +: NumVcs] = credit_in[p*NumVcs +: NumVcs];
    end
    flit_valid_o = '0;
    flit_valid_o[NumOut-1:0] = valid_out;
    header_o = '0;
    payload_o = '0;
    payload_o[NumOut*64-1:0] = payload_out;
    for (int unsigned p = 0; p < NumOut; p++) begin
      header_o[p*32 +: HeaderW] = header_out[p*HeaderW +: HeaderW];
      credit_out[p*NumVcs +: NumVcs] = credit_i[p*32 +: NumVcs];
    end
  end

endmodule
