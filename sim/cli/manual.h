// SPDX-License-Identifier: Apache-2.0
// Manual pages and completions of the shell, from the same options that the parser has. The build
// calls each program once for them (cmake/manual.cmake).
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace rc::sim::cli {

// The page rockcreek-VERB(1) as man reads it.
std::string manual_page(const CLI::App& verb);

// What completions know of a verb: a line for each option and subcommand, its fields apart by tabs.
//   VERB  option  --json  what it does, as --help says it  values apart by blanks, "-" any file, "" none
//   VERB  word    check   what it does: a word that stands in an argument's place
std::string completion_lines(const CLI::App& verb);

}  // namespace rc::sim::cli
