// What came out of an experiment, in words for somebody who has not read its table.
#pragma once

#include <string>

#include "sim/report/result.h"

namespace rc::sim {

// One sentence: what was measured, how far it is from what was published, and what is out of bound.
// `measured` and `source` are noun phrases: "accesses by distance", "Barrelfish's measurements".
std::string summary_sentence(const Result& result, const std::string& measured,
                             const std::string& source);

}  // namespace rc::sim
