// SPDX-License-Identifier: Apache-2.0
// How far the models are from what was published: the statement that README and docs quote, made
// from the results of experiments. Only validation rows count in its errors, and only statements
// that could have turned out false in its statements (judge.h).
#pragma once

#include <string>
#include <vector>

#include "sim/report/documents.h"
#include "sim/report/judge.h"
#include "sim/report/result.h"

namespace rc::sim::report {

// Errors of rows, as shares of the published value.
struct ErrorSpread {
  std::size_t rows = 0;
  double median = 0;
  double ninetieth = 0;  // nine rows in ten are at most so far off
  double worst = 0;
  std::string worst_row;
};
// Each of `rows` has a published figure.
ErrorSpread error_spread(const std::vector<const Row*>& rows);

struct ExperimentAccuracy {
  Result result;           // judged
  std::string deviations;  // why rows are known to be out of bound; may be empty
};

// Markdown: the statements that do not hold, fitted ones too; validation and statements by document, and
// validation by document and kind of row; the constants with the number of rows that they were fitted on; and
// every figure out of bound.
std::string accuracy_statement(const std::vector<ExperimentAccuracy>& experiments,
                               const std::vector<FittedRows>& fits,
                               const std::vector<DocumentRows>& documents,
                               const std::string& command);

}  // namespace rc::sim::report
