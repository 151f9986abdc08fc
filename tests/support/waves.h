// SPDX-License-Identifier: Apache-2.0
// Waves read back by fst2vcd, which comes with GTKWave: names, widths, and changes by time.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/command.h"

namespace rc::test {

// Whether there is an fst2vcd; tests are skipped without.
inline bool can_read_waves() { return std::system("command -v fst2vcd > /dev/null 2>&1") == 0; }

class ReadWaves {
 public:
  struct Wave {
    unsigned bits = 0;
    std::vector<std::pair<std::uint64_t, std::string>> changes;  // binary digits, as they are shown
    bool operator==(const Wave&) const = default;

    // At `time`; "" where nothing is known.
    std::string at(std::uint64_t time) const {
      std::string value;
      for (const auto& [when, what] : changes)
        if (when <= time) value = what;
      return value;
    }
    std::uint64_t number_at(std::uint64_t time) const {
      return std::strtoull(at(time).c_str(), nullptr, 2);
    }
    // When it becomes 1, of a wire.
    std::vector<std::uint64_t> rises() const {
      std::vector<std::uint64_t> found;
      for (const auto& [when, what] : changes)
        if (what == "1") found.push_back(when);
      return found;
    }
  };

  explicit ReadWaves(const std::string& file) {
    const CommandResult read = run_command("fst2vcd " + file);
    read_ok = read.exit_code == 0;
    vcd = read.out;
    std::istringstream in(vcd);
    std::map<std::string, std::string> names;  // by the short ones of the format
    std::vector<std::string> scopes;
    std::uint64_t time = 0;
    for (std::string line; std::getline(in, line);) {
      std::istringstream words(line);
      std::string word;
      words >> word;
      if (word == "$scope") {
        words >> word >> word;
        scopes.push_back(word);
      } else if (word == "$upscope") {
        scopes.pop_back();
      } else if (word == "$var") {
        std::string type, bits, id, name;
        words >> type >> bits >> id >> name;
        std::string full;
        for (const std::string& scope : scopes) full += scope + '.';
        names[id] = full + name;
        waves[full + name].bits = static_cast<unsigned>(std::stoul(bits));
      } else if (word == "$timescale") {
        words >> unit;
        if (unit.empty()) in >> unit;
      } else if (word[0] == '#') {
        time = std::stoull(word.substr(1));
        times.push_back(time);
      } else if (word[0] == 'b') {
        std::string id;
        words >> id;
        add(names.at(id), time, word.substr(1));
      } else if (word[0] == '0' || word[0] == '1' || word[0] == 'x') {
        if (names.contains(word.substr(1))) add(names.at(word.substr(1)), time, word.substr(0, 1));
      }
    }
  }

  bool read_ok = false;
  std::string vcd, unit;
  std::map<std::string, Wave> waves;  // by full name
  std::vector<std::uint64_t> times;

 private:
  void add(const std::string& name, std::uint64_t time, const std::string& value) {
    waves[name].changes.emplace_back(time, value);
  }
};

}  // namespace rc::test
