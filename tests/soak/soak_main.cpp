// SPDX-License-Identifier: Apache-2.0
// rockcreek-soak: a test program, reached by ./rockcreek soak.
#include "sim/cli/program.h"
#include "tests/soak/soak_verb.h"

int main(int argc, char** argv) {
  using rc::sim::cli::program;
  return program(argc, argv, {rc::soak::add_soak});
}
