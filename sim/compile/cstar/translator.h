// SPDX-License-Identifier: Apache-2.0
// C* to C++: the language of C. Uberoy's report, chapter 3, to the layer of
// firmware/cstar/cstar.hpp.
//
// What it takes is the preprocessor's output, with its line markers. Text of system headers passes
// as it is. All else is ANSI C with shapes and parallel variables (docs/cstar.md lists what is
// there). The C++ has line markers, so that the compiler's messages name the lines of the C*.
#pragma once

#include <functional>
#include <string>

namespace rc::sim::compile {

// A line of a source file, from 1, as it was before the preprocessor; empty if it is not known.
using SourceLine = std::function<std::string(const std::string& file, int line)>;
SourceLine lines_of_files();

// kernel::InputError in one line, "FILE:LINE:COLUMN: what was expected", for what is no C*.
std::string translate_cstar(const std::string& preprocessed, const SourceLine& source_line);

}  // namespace rc::sim::compile
