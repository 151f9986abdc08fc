// Matrix arbiter: grants whoever asks and was served longest ago; at reset, the lowest number.
// `served_i` says that this cycle's grant is used.
module rc_lrs_arbiter #(
  parameter int unsigned N = 5,
  parameter int unsigned IndexW = (N > 1) ? $clog2(N) : 1
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic [N-1:0]      request_i,
  input  logic              served_i,
  output logic              any_o,
  output logic [N-1:0]      grant_o,  // one-hot, or zero
  output logic [IndexW-1:0] index_o
);

  logic [N*N-1:0] behind;  // [i * N + j]: j was served longer ago than i

  for (genvar i = 0; i < N; i++) begin : gen_asker
    assign behind[i*N+i] = 1'b0;
    for (genvar j = i + 1; j < N; j++) begin : gen_other
      logic behind_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) behind_q <= 1'b0;
        else if (served_i && grant_o[i]) behind_q <= 1'b1;
        else if (served_i && grant_o[j]) behind_q <= 1'b0;
      end
      assign behind[i*N+j] = behind_q;
      assign behind[j*N+i] = !behind_q;
    end
    assign grant_o[i] = request_i[i] && ((request_i & behind[i*N +: N]) == '0);
  end

  if (N == 1) begin : gen_alone
    logic unused;
    assign unused = &{1'b0, clk_i, rst_ni, served_i};
  end

  assign any_o = (request_i != '0);

  always_comb begin
    index_o = '0;
    for (int unsigned i = 0; i < N; i++) begin
      if (grant_o[i]) index_o = index_o | i[IndexW-1:0];
    end
  end

endmodule
