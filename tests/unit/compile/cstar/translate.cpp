// SPDX-License-Identifier: Apache-2.0
// translate_cstar IN OUT: preprocessed C* to C++.
#include <cstdio>
#include <fstream>
#include <sstream>

#include "hw_model/kernel/error.h"
#include "sim/compile/cstar/translator.h"

int main(int, char** argv) {
  try {
    std::ostringstream text;
    text << std::ifstream(argv[1]).rdbuf();
    std::ofstream(argv[2]) << rc::sim::compile::translate_cstar(text.str(),
                                                                rc::sim::compile::lines_of_files());
  } catch (const rc::kernel::InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
