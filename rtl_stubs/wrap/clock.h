// SPDX-License-Identifier: Apache-2.0
// The clock of a Verilated model with a pin `clk_i`.
#pragma once

namespace rc::rtl {

// Once, after construction: the first evaluation sees no edges.
template <class Model>
void start_clock(Model& model) {
  model.clk_i = 0;
  model.eval();
}

// Inputs and the rising edge in one evaluation: Verilator evaluates what depends on inputs first.
template <class Model>
void clock_edge(Model& model) {
  model.clk_i = 1;
  model.eval();
  model.clk_i = 0;
  model.eval();
}

}  // namespace rc::rtl
