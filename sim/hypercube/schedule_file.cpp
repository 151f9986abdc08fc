// SPDX-License-Identifier: Apache-2.0
#include "sim/hypercube/schedule_file.h"

#include <fmt/format.h>

#include <map>
#include <sstream>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/numbers.h"

namespace rc::sim::hypercube {
namespace {

// Charts have columns of five digits; a greater step is taken for a typing error.
constexpr int kLastStep = 99999;

// The line being read, for error messages.
struct Place {
  const std::string& file;
  int line = 0;

  [[noreturn]] void reject(const std::string& reason) const {
    throw kernel::InputError(
        fmt::format("{}:{}: {}", kernel::shown(file, kernel::kMaxPathShown), line, reason));
  }
};

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line.substr(0, line.find('#')));
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

int number(const Place& place, const char* what, const std::string& word, int least, int most) {
  const auto value = base::parse_whole(word, static_cast<std::uint64_t>(most));
  if (!value || static_cast<int>(*value) < least)
    place.reject(fmt::format("{} '{}': expected a number from {} to {}", what, kernel::shown(word),
                             least, most));
  return static_cast<int>(*value);
}

}  // namespace

Schedule parse_schedule(std::string_view text, const std::string& file, int dimension) {
  Schedule schedule{dimension, {}};
  const int last_node = schedule.nodes() - 1;
  std::map<Transmission, int> line_of;
  std::istringstream in{std::string(text)};
  Place place{file};
  for (std::string line; std::getline(in, line);) {
    ++place.line;
    const std::vector<std::string> words = words_of(line);
    if (words.empty()) continue;
    if (words.size() != 3)
      place.reject(fmt::format("{} words: expected STEP SOURCE DESTINATION", words.size()));
    const Transmission message{number(place, "step", words[0], 1, kLastStep),
                               number(place, "source", words[1], 0, last_node),
                               number(place, "destination", words[2], 0, last_node)};
    if (message.source == message.destination)
      place.reject(fmt::format("node {} sends to itself", message.source));
    const auto [before, is_new] = line_of.insert({message, place.line});
    if (!is_new)
      place.reject(fmt::format("{} sends to {} in step {} already in line {}", message.source,
                               message.destination, message.step, before->second));
    schedule.transmissions.push_back(message);
  }
  if (schedule.transmissions.empty())
    throw kernel::InputError(
        fmt::format("{}: no messages in it", kernel::shown(file, kernel::kMaxPathShown)));
  return schedule;
}

}  // namespace rc::sim::hypercube
