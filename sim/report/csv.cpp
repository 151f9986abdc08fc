// SPDX-License-Identifier: Apache-2.0
#include "sim/report/csv.h"

#include <fmt/format.h>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/numbers.h"
#include "sim/base/parts.h"
#include "sim/base/paths.h"

namespace rc::sim::report {
Csv::Csv(std::string_view text, const std::string& file) : file_(file) {
  unsigned number = 0;
  for (const std::string_view line : base::parts_of(text, '\n')) {
    ++number;
    if (line.empty() || line.front() == '#') continue;
    const std::vector<std::string_view> cells = base::parts_of(line, ',');
    if (columns_.empty()) {
      for (std::size_t i = 0; i < cells.size(); ++i) {
        if (!columns_.emplace(cells[i], i).second)
          throw kernel::InputError(
              fmt::format("{}:{}: two columns '{}'", file, number, kernel::shown(cells[i])));
      }
    } else if (cells.size() != columns_.size()) {
      throw kernel::InputError(
          fmt::format("{}:{}: {} cells, expected {}", file, number, cells.size(), columns_.size()));
    } else {
      cells_.emplace_back(cells.begin(), cells.end());
    }
  }
}

const std::string& Csv::text(std::size_t row, const std::string& column) const {
  const auto it = columns_.find(column);
  if (it == columns_.end())
    throw kernel::InputError(fmt::format("{}: no column '{}'", file_, column));
  return cells_.at(row)[it->second];
}

std::optional<double> Csv::number(std::size_t row, const std::string& column) const {
  const std::string& cell = text(row, column);
  if (cell.empty()) return std::nullopt;
  const auto value = base::parse_real(cell);
  if (!value)
    throw kernel::InputError(
        fmt::format("{}: '{}' in column '{}' is not a number", file_, kernel::shown(cell), column));
  return value;
}

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

Csv load_reference(const std::string& name) {
  const std::string file = base::reference_file(name);
  return Csv(base::read_file(file), file);
}

}  // namespace rc::sim::report
