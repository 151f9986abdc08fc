// SPDX-License-Identifier: Apache-2.0
// What the texts of one rate and of a sweep have in common.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "sim/lab/evaluation/report.h"

namespace rc::sim::lab {

// "-" for null.
std::string number(const Json& value, int digits);
// The setup in one line.
std::string title(const Json& setup);
// A network of the user's (`--network`), of which no more is known.
std::string own_network(const Json& setup);
// Of a point: undecided is not stable.
bool is_stable(const Json& point);
// One word or two, nothing of a point without fault.
std::string verdict_word(const Json& point);
// ": SATURATED, ..."; nothing of a stable point or a trace.
std::string verdict_text(const Json& point);

}  // namespace rc::sim::lab
