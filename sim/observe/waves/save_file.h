// SPDX-License-Identifier: Apache-2.0
// A save file for GTKWave: has all signals of an FST file, in groups that nest as its scopes do. The
// first view shows the window from end to end, with a marker at its beginning, and the signals of the
// first innermost group; other groups are closed.
// Format: "GTKWave 3.3 Wave Analyzer User's Guide", and the trace flags of GTKWave's analyzer.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/observe/waves/fst_file.h"

namespace rc::sim::observe {

struct SaveFileView {
  std::uint64_t from = 0, to = 0;  ///< the window, in units of the FST file
  /// A file of lines "HEX NAME", by which GTKWave shows the values of `translated`; empty: none.
  std::string names;
  std::vector<std::string> translated;  ///< names of signals
};

std::string save_file_text(const FstFile& file, const SaveFileView& view);

}  // namespace rc::sim::observe
