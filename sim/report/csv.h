// SPDX-License-Identifier: Apache-2.0
// Published figures come as CSV: lines that begin with '#' say where they are from, then a header
// line, then rows. No quoting: our tables need none.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rc::sim::report {

class Csv {
 public:
  // kernel::InputError with file and line for ragged rows.
  Csv(std::string_view text, const std::string& file);

  std::size_t rows() const { return cells_.size(); }
  // kernel::InputError for an unknown column.
  const std::string& text(std::size_t row, const std::string& column) const;
  // nullopt for an empty cell; kernel::InputError for text that is no number.
  std::optional<double> number(std::size_t row, const std::string& column) const;

 private:
  std::string file_;
  std::map<std::string, std::size_t> columns_;
  std::vector<std::vector<std::string>> cells_;
};

// A cell of a CSV file that others read: in quotes where it needs them.
std::string csv_cell(const std::string& text);

// The table sim/experiments/reference/name.csv.
Csv load_reference(const std::string& name);

}  // namespace rc::sim::report
