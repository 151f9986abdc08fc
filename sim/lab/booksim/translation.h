// SPDX-License-Identifier: Apache-2.0
// A configuration of BookSim 2 as options of `noc` (docs/booksim.md).
//
// A BookSim channel of latency L has L wire cycles here, with one step at the source
// (`--delays inject=1`). Sources: BookSim 2, commit 28f4329: the constructors in src/networks for
// the latencies of channels, src/routefunc.cpp and src/networks for routing functions,
// src/traffic.cpp for patterns.
#pragma once

#include <string>
#include <vector>

#include "sim/lab/booksim/config.h"
#include "sim/lab/booksim/summary.h"

namespace rc::sim::lab {

// An option of `noc` and its value; without one, a flag.
struct BooksimOption {
  std::string name, value;
};

struct BooksimRun {
  std::vector<BooksimOption> options;
  std::vector<std::string> notes;  // what is approximate, a line each
  BooksimFigures figures;
};

// `folder` is the configuration's, where its network_file is looked for first. Keys that are absent
// have BookSim's defaults. kernel::InputError with a line for every key that cannot be: place, key,
// value, and what to do.
BooksimRun translate(const BooksimConfig& config, const std::string& folder);

// How routing functions and traffic patterns are called here, as Markdown.
std::string booksim_name_tables();

}  // namespace rc::sim::lab
