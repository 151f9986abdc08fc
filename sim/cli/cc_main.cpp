// SPDX-License-Identifier: Apache-2.0
// rockcreek-cc: the verbs cc and c++, whose words are the compiler's.
#include "sim/cli/program.h"

int main(int argc, char** argv) {
  using namespace rc::sim::cli;
  return program([&] { return run_compiler(argv[1], {argv + 2, argv + argc}); });
}
