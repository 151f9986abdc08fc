// SPDX-License-Identifier: Apache-2.0
// What a row counts for. It follows from data: from the rows that constants say they were fitted on,
// from the basis of the row (result.h), from its unit (bounds.h), and from which row counts the same
// run. An experiment cannot call a row validation.
#pragma once

#include <string>
#include <vector>

#include "sim/report/result.h"

namespace rc::sim::report {

// A constant, and rows that prove nothing about the model because of it.
struct FittedRows {
  std::string constant;    // "tile.wcb_line_cycles", "kMoveMicros"
  std::string experiment;  // empty: any
  std::string rows;        // a case; * stands for any text
  bool follows = false;    // not fitted on them, but once it was fitted they had to come out

  bool names(const std::string& in_experiment, const std::string& row) const;
};

// Of the parameters of every machine file (`fitted_on`, hw_model/kernel/param.h; what is not between
// machines, as the area of a router, names no row) and of sim/experiments/reference/fits.csv, which
// has the constants of experiments and firmware, and what follows.
std::vector<FittedRows> known_fits();

// Gives each row its role and the reason; an unjudged one has neither bound nor verdict, any other has
// both where something is published, else those that it came with.
// The first of these that is true of a row decides:
//   a fit names it                                 fitted
//   it is computed, a check, or a count            by construction
//   another row counts its run                     unjudged
//   it is a statement                              statement
//   it is compared                                 validation
//   anything else                                  unjudged
// Two rows of one name are a kernel::InputError: a run would count twice.
void judge(Result& result, const std::vector<FittedRows>& fits);

}  // namespace rc::sim::report
