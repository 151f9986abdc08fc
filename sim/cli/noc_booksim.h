// SPDX-License-Identifier: Apache-2.0
// `noc --booksim FILE`: a configuration of BookSim 2 in place of options (docs/booksim.md).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/cli/cli.h"
#include "sim/lab/booksim/summary.h"

namespace rc::sim::cli {

struct BooksimOptions {
  std::string file;
  std::vector<std::string> settings;
  bool keys = false;
  bool print = false;  // the command, instead of carrying it out

  void add_to(CLI::App& verb);
  bool wanted() const { return keys || !file.empty(); }
};

// Adds the verb `noc`; with figures, its result is printed in BookSim's words, too.
using AddNoc = std::function<void(CLI::App& app, Action& action,
                                  const std::optional<lab::BooksimFigures>& figures)>;

// Has `noc` do what the configuration says; options that were given to `verb` stay, and replace what
// the file says of them. Prints what is approximate on standard error. kernel::InputError: see
// lab::translate().
Action booksim_action(const BooksimOptions& options, const CLI::App& verb, const AddNoc& add);

}  // namespace rc::sim::cli
