// SPDX-License-Identifier: Apache-2.0
// A save file for GTKWave: shows all signals of an FST file, in groups that nest as its scopes do.
// Format: "GTKWave 3.3 Wave Analyzer User's Guide", and the trace flags of GTKWave's analyzer.h.
#pragma once

#include <string>

#include "sim/observe/waves/fst_file.h"

namespace rc::sim::observe {

// `from`: where the window begins, in units of the file.
std::string save_file_text(const FstFile& file, std::uint64_t from);

}  // namespace rc::sim::observe
