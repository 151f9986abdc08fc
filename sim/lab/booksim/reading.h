// SPDX-License-Identifier: Apache-2.0
// What the parts of a translation share: values with BookSim's defaults, options, notes, refusals.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/lab/booksim/translation.h"

namespace rc::sim::lab {

class BooksimReading {
 public:
  BooksimReading(const BooksimConfig& config, std::string folder)
      : config_(config), folder_(std::move(folder)) {}

  const std::string& folder() const { return folder_; }
  // What the file says, or BookSim's default.
  std::string text(std::string_view key) const;
  // These refuse any other value, and go on with one that is allowed.
  unsigned whole(std::string_view key, unsigned least, unsigned most);
  // As whole(), or nothing for a negative number, where BookSim takes one for "as others say".
  std::optional<unsigned> whole_or_unset(std::string_view key, unsigned least, unsigned most);
  double real_of(std::string_view key, std::string_view word);  // from 0
  std::optional<double> real_or_unset(std::string_view key, std::string_view word);
  bool is_set(std::string_view key) { return whole(key, 0, 1) != 0; }
  // The element for a class of a value that may be a list by class: where it is too short, the last
  // one. With one class a list of several is refused: `list` is what to write instead.
  std::string of_class(std::string_view key, unsigned number = 0,
                       std::string_view list = "one value, for one class");

  void refuse(std::string_view key, std::string_view why);
  void note(std::string_view key, std::string_view how);
  void option(const char* name, std::string value) {
    run_.options.push_back({name, std::move(value)});
  }
  void flag(const char* name) { run_.options.push_back({name, ""}); }

  // Says of each given key what its line of the table says.
  void judge_keys();
  // kernel::InputError with all refusals, if there are any.
  BooksimRun finish(BooksimFigures figures);

  unsigned classes = 1;  // of traffic
  // What the network says to router and traffic.
  unsigned base = 0, digits = 0;  // of the numbers of end points; 0: they have no digits
  unsigned vcs = 0;               // that the routing uses; 0: all
  bool halves = false;            // the routing splits those of a class into two equal parts

 private:
  std::string line(std::string_view key, std::string_view why) const;

  const BooksimConfig& config_;
  std::string folder_;
  BooksimRun run_;
  std::vector<std::string> refused_;
};

// "4x4x4".
std::string booksim_sizes(unsigned size, unsigned dimensions);

// The parts of a translation.
void network_options(BooksimReading& reading);
void router_options(BooksimReading& reading);
void traffic_options(BooksimReading& reading);
// A packet of injection_rate.
struct BooksimLoad {
  double counted = 1;  // flits, by which BookSim divides a rate in flits
  double flits = 1;    // that the network carries for it
};
// Of use_read_write.
BooksimLoad exchange_options(BooksimReading& reading);

}  // namespace rc::sim::lab
