// For style.verilator_lint_notices: a signal that nothing reads.
module planted;
  logic forgotten;
  assign forgotten = 1'b1;
endmodule
