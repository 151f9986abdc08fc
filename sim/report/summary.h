// SPDX-License-Identifier: Apache-2.0
// What came out of an experiment, in words for a reader who has not seen its table.
#pragma once

#include <string>

#include "sim/report/result.h"

namespace rc::sim::report {

// One sentence: what was measured, how far it is from what was published, and what is out of bound.
// `measured` and `source` are noun phrases: "accesses by distance", "Barrelfish's measurements".
std::string summary_sentence(const Result& result, const std::string& measured,
                             const std::string& source);

}  // namespace rc::sim::report
