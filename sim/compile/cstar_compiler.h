// SPDX-License-Identifier: Apache-2.0
// A call of the compiler with sources in C*: each FILE.cs is preprocessed, translated to C++
// (sim/compile/cstar/translator.h), and handed over under another name. With -E the C++ is printed.
#pragma once

#include "sim/compile/firmware_compiler.h"

namespace rc::sim::compile {

// The exit code of the compiler. kernel::InputError for what is no C*.
int compile_cstar(const CompilerCall& call);

}  // namespace rc::sim::compile
