// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/point_run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <re2/re2.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "hw_model/kernel/error.h"
#include "sim/base/files.h"
#include "sim/base/json_input.h"
#include "sim/base/numbers.h"

namespace rc::sim::explore {
namespace {

constexpr int kSignalCode = 128;  // exit codes from here on: ended by a signal

// A stream of this process (1: output, 2: errors), from now on kept in memory.
class Caught {
 public:
  explicit Caught(int stream) : memory_(::memfd_create("output", 0)) {
    if (memory_ < 0 || ::dup2(memory_, stream) < 0)
      throw kernel::InputError(fmt::format("cannot catch the output: {}", std::strerror(errno)));
  }
  std::string text() const {
    std::string all;
    std::array<char, 1 << 16> part;
    for (;;) {
      const ssize_t got =
          ::pread(memory_, part.data(), part.size(), static_cast<off_t>(all.size()));
      if (got <= 0) return all;
      all.append(part.data(), static_cast<std::size_t>(got));
    }
  }

 private:
  int memory_;
};

// The first line that says something.
std::string first_line(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (!line.empty()) return kernel::shown(line, kernel::kMaxPathShown);
  return "";
}

// The option that makes a verb write JSON follows it at once: what stands behind "--" is the
// firmware's. Points run beside each other, so a run has one thread unless the plan says otherwise.
std::vector<std::string> completed(const std::vector<std::string>& words, const std::string& json) {
  std::vector<std::string> all{words.front()};
  const bool run = words.front() == "run";
  const auto begins_with = [&](const char* option) {
    return std::ranges::any_of(words,
                               [=](const std::string& word) { return word.starts_with(option); });
  };
  if (!json.empty()) all.insert(all.end(), {run ? "--stats" : "--json", json});
  if (run && !begins_with("--threads") && !begins_with("--native"))
    all.insert(all.end(), {"--threads", "1"});
  all.insert(all.end(), words.begin() + 1, words.end());
  return all;
}

// Of a network that does not carry its load, or of which nobody knows whether it does, a latency says
// only how long one looked.
bool is_of_no_use(const nlohmann::json& json, const std::string& pointer) {
  const std::size_t latency = pointer.find("/latency");
  if (latency == std::string::npos) return false;
  const nlohmann::json::json_pointer parent(pointer.substr(0, latency));
  if (!json.contains(parent)) return false;
  const nlohmann::json& point = json.at(parent);
  if (!point.is_object() || !point.contains("saturated")) return false;
  if (point["saturated"] == true) return true;
  const auto verdict = point.find("verdict");
  return verdict != point.end() && verdict->is_object() && verdict->value("is", "") != "stable";
}

// "; /latency has max, mean, min": of the nearest table on the way.
std::string what_exists(const std::optional<nlohmann::json>& json,
                        nlohmann::json::json_pointer pointer) {
  if (!json) return "";
  const auto there = [&] {
    try {
      return json->contains(pointer) && json->at(pointer).is_object();
    } catch (const nlohmann::json::exception&) {
      return false;
    }
  };
  while (!pointer.empty() && !there()) pointer.pop_back();
  if (!there()) return "";
  constexpr std::size_t kNamed = 40;
  std::string names;
  std::size_t named = 0;
  for (const auto& [name, value] : json->at(pointer).items())
    if (++named <= kNamed) names += (named == 1 ? "" : ", ") + name;
  if (named > kNamed) names += ", ...";
  return fmt::format("; {} has {}", pointer.empty() ? "it" : pointer.to_string(), names);
}

Value from_pointer(const PlanRecord& record, const std::string& text) {
  const auto json = base::parse_json(text);
  const nlohmann::json::json_pointer pointer(record.source);
  const auto problem = [&](const std::string& what) {
    return kernel::InputError(
        fmt::format("record.{}: {} {}", record.name, kernel::shown(record.source), what));
  };
  // contains() throws for what is no index of a list.
  const nlohmann::json* node = nullptr;
  try {
    if (json && is_of_no_use(*json, record.source)) return {};
    if (json && json->contains(pointer)) node = &json->at(pointer);
  } catch (const nlohmann::json::exception&) {
    node = nullptr;
  }
  if (!node) throw problem("finds nothing in what the command wrote" + what_exists(json, pointer));
  if (node->is_number()) return node->get<double>();
  if (node->is_boolean()) return node->get<bool>() ? 1.0 : 0.0;
  if (node->is_string()) return node->get<std::string>();
  if (node->is_null()) return {};
  throw problem("is a list or a table, expected a number or a text");
}

Value from_output(const PlanRecord& record, const std::string& output) {
  const RE2 pattern(record.source, RE2::Quiet);
  std::istringstream lines(output);
  for (std::string line, found; std::getline(lines, line);) {
    if (!RE2::PartialMatch(line, pattern, &found)) continue;
    if (const auto number = base::parse_real(found)) return *number;
    return found;
  }
  throw kernel::InputError(fmt::format("record.{}: '{}' is in no line of the output", record.name,
                                       kernel::shown(record.source)));
}

}  // namespace

Value find_record(const PlanRecord& record, const std::string& json, const std::string& output) {
  return record.is_pointer() ? from_pointer(record, json) : from_output(record, output);
}

PointResult run_point(const std::vector<std::string>& words, const std::vector<PlanRecord>& records,
                      const std::string& file, const RunWords& run_words) {
  std::signal(SIGINT, SIG_DFL);  // the parent only remembers them
  std::signal(SIGTERM, SIG_DFL);
  if (const int nothing = ::open("/dev/null", O_RDONLY); nothing >= 0) ::dup2(nothing, 0);
  const Caught output(1), errors(2);
  const bool wants_json = std::ranges::any_of(records, &PlanRecord::is_pointer);
  PointResult result;
  try {
    const int code = run_words(completed(words, wants_json ? file : ""));
    std::cout.flush();
    std::fflush(nullptr);
    if (code >= kSignalCode) throw kernel::MachineError("interrupted");
    if (code != 0) {
      const std::string said = first_line(errors.text());
      result.error = said.empty() ? fmt::format("exit code {}", code) : said;
    } else {
      const std::string json = wants_json && std::filesystem::exists(file)
                                   ? base::read_file(file, base::kMaxProgram)
                                   : "";
      result.lacks_record = true;
      for (const PlanRecord& record : records)
        result.records.push_back(find_record(record, json, output.text()));
      result.lacks_record = false;
    }
  } catch (const kernel::MachineError& error) {
    if (std::string_view(error.what()) == "interrupted") throw;
    result.error = first_line(error.what());
  } catch (const std::exception& error) {
    result.error = first_line(error.what());
  }
  if (!result.error.empty()) result.records.clear();
  std::filesystem::remove(file);
  return result;
}

}  // namespace rc::sim::explore
