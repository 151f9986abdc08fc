// SPDX-License-Identifier: Apache-2.0
// rockcreek cc and c++: the command line of a compiler, turned into one of the cross compiler with
// the machine's headers, start-up, C library and RCCE; with --native, into one of the host's
// compiler with RCCE for native runs.
//
// It understands as much of GCC's options as it takes to separate inputs from options and to know
// whether the compiler will link; everything else passes as it stands. The macros on the command
// line (GORY, SINGLEBITFLAGS, BIGFLAGS, SHMADD_CACHEABLE) choose the libraries, as they chose what
// was built into the original; so do the names of the archives that its makefiles produced
// (libRCCE_bigflags_gory_nopwrmgmt.a, libiRCCE.a), which need not exist. With --nx there is NX
// instead of RCCE; with --cstar the library of C*, too. Its own options, --print-cflags,
// --print-libs and --print-flags, print what it would add.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rc::sim::compile {

// Where compiler, headers and libraries are (firmware/cmake/compiler.cmake writes it). <firmware>
// in the file stands for the folder that the file lies in.
struct CompilerConfig {
  bool native = false;  // the host's: what cannot work, and where libraries are, it knows itself
  std::string cc, cxx;
  std::vector<std::string> compile;  // flags of every compilation
  std::vector<std::string> link;     // flags of every link
  std::string library_dir;           // where -l finds the machine's own
  // Archives by kind of RCCE: its macros in alphabetical order, joined by '+'.
  std::map<std::string, std::vector<std::string>> kinds;
  std::map<std::string, std::string> in_front;  // archives in front of any of them, by macro
  std::vector<std::string> always;              // archives of every program
};

// kernel::InputError if the file does not say all of it.
CompilerConfig load_compiler_config(const std::string& path);

enum class Language { c, cxx };

struct CompilerCall {
  std::vector<std::string> command;  // program and arguments to run; empty: print `text`
  std::string text;
  // With a FILE.cs in `command`: what preprocesses one (sim/compile/cstar_compiler.h).
  std::vector<std::string> preprocess = {};
};

// Whether a file is C*, by its name.
bool is_cstar_source(std::string_view name);

// kernel::InputError for what cannot work: no input, a missing file, a library that is not there,
// options the machine has nothing for.
CompilerCall compiler_call(Language language, const std::vector<std::string>& arguments,
                           const CompilerConfig& config);

}  // namespace rc::sim::compile
