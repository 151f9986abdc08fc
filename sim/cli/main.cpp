// SPDX-License-Identifier: Apache-2.0
// One of Rock Creek's programs; CMakeLists.txt says which verbs it has.
#include "sim/cli/program.h"

int main(int argc, char** argv) {
  using namespace rc::sim::cli;
  return program(argc, argv, {ROCKCREEK_VERBS});
}
