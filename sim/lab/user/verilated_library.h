// SPDX-License-Identifier: Apache-2.0
// Shared libraries that Verilator and the C++ compiler make once: they are kept in
// $XDG_CACHE_HOME/rockcreek, or below ~/.cache, in a folder for each key. Of two processes that want
// the same library one builds it, the other waits.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace rc::sim::lab {

struct LibraryPlan {
  std::string cache;                                       // folder of the cache
  std::string key;                                         // changes whenever what is built would
  std::string announce;                                    // printed before the build
  std::string name;                                        // of the library, as "network.so"
  std::vector<std::pair<std::string, std::string>> files;  // names and contents, made first
  std::string top;                                         // module
  std::string unknowns;                                    // "unique" or "fast", as --x-assign
  // Sources for Verilator, which is run in this folder, and options that not every library has.
  std::function<std::vector<std::string>(const std::string& folder)> verilator;
  // Before the build, where it is there: arguments for Verilator, and what looks at the files that it
  // makes of them. It throws kernel::InputError.
  std::function<std::vector<std::string>(const std::string& folder)> examine;
  std::function<void(const std::string& folder)> examined;
  std::string source;                       // the C++ around what Verilator makes
  std::vector<std::string> include_dirs;    // for it
  std::vector<std::string> compiler_flags;  // likewise, and for Verilator's runtime
  // These throw kernel::InputError: what waitpid() gives, and what the program printed. The folder of
  // a step that fails is kept, and where its log is is added to the line.
  std::function<void(int status, const std::string&log)> refuse_verilator, refuse_compiler;
  std::function<void(const std::string& folder)> finish;  // before the folder is kept; or none
};

struct BuiltLibrary {
  std::string library;  // path of the shared library
  std::string log;      // what Verilator said
};

BuiltLibrary build_library(const LibraryPlan& plan);

// kernel::InputError where there is none.
const std::string& verilator_version();

// For keys: a text with its length, so that the limits between texts count; paths with the contents of
// the files, or of all files below the folders.
void add_to_key(std::string& key, std::string_view text);
void add_files_to_key(std::string& key, const std::vector<std::string>& paths);

// The first line with `mark`, or else the last one.
std::string first_error(const std::string& log, std::string_view mark);

// Runs a program with its output in the file `log`; what waitpid() gives. `directory` is where.
int run_logged(const std::vector<std::string>& command, const std::string& directory,
               const std::string& log);

}  // namespace rc::sim::lab
