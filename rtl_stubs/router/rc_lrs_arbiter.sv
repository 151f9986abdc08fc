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

  // [i * N + j]: j was served longer ago than i. All of it, though half would do: rows and columns
  // are set at once.
  logic [N*N-1:0] behind_q;
  logic [N*N-1:0] winners_row;

  for (genvar i = 0; i < N; i++) begin : gen_asker
    assign grant_o[i] = request_i[i] && ((request_i & behind_q[i*N +: N]) == '0);
    assign winners_row[i*N +: N] = {N{grant_o[i]}};
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      for (int unsigned i = 0; i < N; i++) begin
        for (int unsigned j = 0; j < N; j++) behind_q[i*N+j] <= (j < i);
      end
    end else if (served_i) begin
      behind_q <= (behind_q | winners_row) & ~{N{grant_o}};
    end
  end

  assign any_o = (request_i != '0);

  always_comb begin
    index_o = '0;
    for (int unsigned i = 0; i < N; i++) begin
      if (grant_o[i]) index_o = index_o | i[IndexW-1:0];
    end
  end

endmodule
