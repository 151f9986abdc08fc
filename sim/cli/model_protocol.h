// SPDX-License-Identifier: Apache-2.0
// rockcreek model protocol: the coherence protocol of a machine, or of a table in a file, as text
// and as a picture.
#pragma once

#include <string>

namespace rc::sim::cli {

struct ModelProtocol {
  std::string machine;
  std::string table_file;  // none: the machine's
  std::string svg_file;    // none: the table is printed
};

// The exit code. kernel::InputError, one line with the table's name and line, for a table that is
// none, that lacks a transition or that has a forbidden one.
int model_protocol(const ModelProtocol& options);

}  // namespace rc::sim::cli
