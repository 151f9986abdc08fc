// SPDX-License-Identifier: Apache-2.0
// How a run failed, for everything that it leaves.
#pragma once

#include <optional>
#include <string>

#include "hw_model/kernel/time.h"

namespace rc::sim::run {

struct RunFailure {
  std::string text;                 // as standard error has it; empty: the run did not fail
  std::optional<kernel::Picos> at;  // when it ended before its programs had; empty: they had ended

  // "The run failed at 12.300 us: " and the first line of the text; empty if it did not fail.
  std::string line() const;
};

}  // namespace rc::sim::run
