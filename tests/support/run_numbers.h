// SPDX-License-Identifier: Apache-2.0
// The numbers of a small run, made up.
#pragma once

#include "sim/report/run_numbers.h"

namespace rc::test {

inline sim::report::RunNumbers numbers_of_a_run() {
  return {"./rockcreek run a.elf",
          "2000-01-01 00:00 UTC",
          "1.0",
          "abc",
          "scc",
          "",
          12.5,
          "flits",
          {"running", "polling"},
          {{"main", 50, 40, 10}, {"put", 30, 20, 5}, {"old", 7, 7, 0}},
          {{"core 0", {60, 20}}, {"core 1", {7, 0}}},
          {{"(0,0) E", 9}}};
}

}  // namespace rc::test
