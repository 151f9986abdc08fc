// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/booksim/reading.h"

#include <algorithm>
#include <utility>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/numbers.h"
#include "sim/lab/booksim/keys.h"

namespace rc::sim::lab {

std::string BooksimReading::text(std::string_view key) const {
  const auto given = config_.given().find(std::string(key));
  return given != config_.given().end() ? given->second.text
                                        : std::string(find_booksim_key(key)->standard);
}

std::string BooksimReading::line(std::string_view key, std::string_view why) const {
  const auto given = config_.given().find(std::string(key));
  return fmt::format("{}: {} = {}: {}",
                     given != config_.given().end() ? given->second.place : "BookSim's default",
                     key, kernel::shown(text(key)), why);
}

void BooksimReading::refuse(std::string_view key, std::string_view why) {
  std::string one = line(key, why);
  for (const std::string& before : refused_)
    if (before == one) return;
  refused_.push_back(std::move(one));
}

void BooksimReading::note(std::string_view key, std::string_view how) {
  run_.notes.push_back(line(key, fmt::format("approximate: {}", how)));
}

unsigned BooksimReading::whole(std::string_view key, unsigned least, unsigned most) {
  const auto value = base::parse_whole(text(key), most);
  if (value && *value >= least) return static_cast<unsigned>(*value);
  refuse(key, least == most ? fmt::format("expected {}", least)
                            : fmt::format("expected a whole number from {} to {}", least, most));
  return least;
}

std::optional<unsigned> BooksimReading::whole_or_unset(std::string_view key, unsigned least,
                                                       unsigned most) {
  const auto value = base::parse_real(text(key));
  if (value && *value < 0) return std::nullopt;
  return whole(key, least, most);
}

std::optional<double> BooksimReading::real_or_unset(std::string_view key, std::string_view word) {
  const auto value = base::parse_real(word);
  if (value && *value < 0) return std::nullopt;
  if (!value) refuse(key, "expected a number");
  return value.value_or(0);
}

double BooksimReading::real_of(std::string_view key, std::string_view word) {
  const auto value = base::parse_real(word);
  if (value && *value >= 0) return *value;
  refuse(key, "expected a number from 0");
  return 0;
}

std::string BooksimReading::of_class(std::string_view key, unsigned number, std::string_view list) {
  const std::vector<std::string> all = booksim_list(text(key));
  if (all.size() == 1) return all.front();
  if (classes > 1 && !all.empty()) return all[std::min<std::size_t>(number, all.size() - 1)];
  refuse(key, fmt::format("expected {}", list));
  return std::string(find_booksim_key(key)->standard);
}

void BooksimReading::judge_keys() {
  for (const auto& [name, value] : config_.given()) {
    const BooksimKey* const key = find_booksim_key(name);
    if (key == nullptr) {
      refused_.push_back(
          fmt::format("{}: {}: no key of BookSim's, expected one of `noc --booksim-keys`",
                      value.place, kernel::shown(name)));
    } else if (!is_plain(*key, value.text)) {
      if (key->use == BooksimUse::approximate) note(name, key->what);
      if (key->use == BooksimUse::refused) refuse(name, key->what);
    }
  }
}

BooksimRun BooksimReading::finish(BooksimFigures figures) {
  std::string lines;
  for (const std::string& line : refused_) lines += (lines.empty() ? "" : "\n") + line;
  if (!lines.empty()) throw kernel::InputError(lines);
  run_.figures = std::move(figures);
  return std::move(run_);
}

std::string booksim_sizes(unsigned size, unsigned dimensions) {
  std::string sizes = fmt::format("{}", size);
  for (unsigned d = 1; d < dimensions; ++d) sizes += fmt::format("x{}", size);
  return sizes;
}

}  // namespace rc::sim::lab
