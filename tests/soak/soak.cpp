// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/soak.h"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <ostream>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/random.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/processes.h"
#include "sim/base/progress.h"

namespace rc::soak {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

// Between two looks at the clock and at the state: this many cases of a job at first, then as many
// as take about this long. All jobs wait there for the last.
constexpr unsigned kFirstCasesOfAJob = 3;
constexpr double kSecondsOfARound = 30;

void add(SoakTotals& sum, const SoakTotals& more) {
  SoakTotals::each([&](const char*, auto member) { sum.*member += more.*member; });
}

struct State {
  std::uint64_t seed = 0;
  std::string parts;       // names
  std::uint64_t next = 0;  // number of the first case that has not run
  double seconds = 0;
  std::uint64_t mismatches = 0;
  std::map<std::string, SoakTotals> totals;  // by part
};

Json to_json(const SoakTotals& totals) {
  Json json;
  SoakTotals::each([&](const char* name, auto member) { json[name] = totals.*member; });
  return json;
}

SoakTotals totals_of(const Json& json) {
  SoakTotals totals;
  SoakTotals::each([&](const char* name, auto member) { totals.*member = json.at(name); });
  return totals;
}

std::string file_of(const std::string& directory) { return directory + "/state.json"; }

void save(const State& state, const std::string& directory) {
  Json json{{"seed", state.seed},
            {"parts", state.parts},
            {"next", state.next},
            {"seconds", state.seconds},
            {"mismatches", state.mismatches}};
  for (const auto& [part, totals] : state.totals) json["totals"][part] = to_json(totals);
  sim::base::write_file(file_of(directory), json.dump(1) + "\n");
}

State restore(const SoakOptions& options) {
  const std::string file = file_of(options.directory);
  State state;
  state.seed = options.seed;
  for (const SoakPart& part : options.parts) state.parts += part.name + " ";
  if (!std::filesystem::exists(file)) return state;
  try {
    const Json json = Json::parse(sim::base::read_file(file));
    const std::string parts = json.at("parts");
    if (json.at("seed") != state.seed || parts != state.parts)
      throw kernel::InputError(
          fmt::format("{}: a soak of seed {} of {}is kept there: give another directory", file,
                      json.at("seed").get<std::uint64_t>(), parts));
    state.next = json.at("next");
    state.seconds = json.at("seconds");
    state.mismatches = json.at("mismatches");
    for (const auto& [part, totals] : json.at("totals").items())
      state.totals[part] = totals_of(totals);
  } catch (const Json::exception&) {
    throw kernel::InputError(fmt::format("{}: not the state of a soak", file));
  }
  return state;
}

// `ran` cases took `seconds`, and `left` seconds are left.
std::size_t next_round(std::size_t ran, double seconds, double left, unsigned jobs) {
  if (ran == 0) return std::size_t{kFirstCasesOfAJob} * jobs;
  const double wanted = std::min(left, kSecondsOfARound) * static_cast<double>(ran) / seconds;
  return std::max<std::size_t>(static_cast<std::size_t>(wanted), jobs);
}

struct Case {
  const SoakPart* part;
  std::uint64_t seed;
  std::string name() const { return fmt::format("--part {} --case {}", part->name, seed); }
};

// Which part it belongs to follows from the number, so that shares hold at any length.
Case case_of(const SoakOptions& options, std::uint64_t number) {
  const std::uint64_t seed = kernel::splitmix64(options.seed ^ kernel::splitmix64(number));
  const auto& parts = options.parts;
  const unsigned shares =
      std::accumulate(parts.begin(), parts.end(), 0u,
                      [](unsigned sum, const SoakPart& p) { return sum + p.share; });
  auto place = static_cast<unsigned>(number * 7 % shares);  // neighbours differ
  for (const SoakPart& part : parts) {
    if (place < part.share) return {&part, seed};
    place -= part.share;
  }
  return {&parts.back(), seed};
}

// Of this process, and of those that it started and waited for.
std::uint64_t cpu_milliseconds() {
  std::uint64_t sum = 0;
  for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage used{};
    ::getrusage(who, &used);
    for (const timeval& time : {used.ru_utime, used.ru_stime})
      sum += static_cast<std::uint64_t>(time.tv_sec * 1000 + time.tv_usec / 1000);
  }
  return sum;
}

// The part's totals in front of the mismatch, for the way from one process to another, whose CPU
// time is all the case's.
std::string run_and_serialise(const Case& c) {
  SoakResult result = c.part->run(c.seed);
  result.totals.cpu_milliseconds = cpu_milliseconds();
  return Json{{"totals", to_json(result.totals)}, {"mismatch", result.mismatch}}.dump(
      -1, ' ', false, Json::error_handler_t::replace);
}

// What a process left that did not die.
SoakResult parse_result(const std::string& text) {
  const Json json = Json::parse(text);
  return {totals_of(json.at("totals")), json.at("mismatch")};
}

void keep_mismatch(const std::string& directory, const Case& c, const std::string& what) {
  const std::string file = fmt::format("{}/{}-{}.txt", directory, c.part->name, c.seed);
  sim::base::write_file(file, fmt::format("rockcreek soak {}\n\n{}\n", c.name(), what));
}

void print(std::ostream& out, const State& state) {
  fmt::print(out, "{:<10}{:>12}{:>16}{:>16}{:>14}{:>14}{:>10}\n", "", "cases", "router-cycles",
             "instructions", "messages", "inputs", "CPU s");
  const auto line = [&out](const std::string& name, const SoakTotals& t) {
    fmt::print(out, "{:<10}{:>12}{:>16}{:>16}{:>14}{:>14}{:>10}\n", name, t.cases, t.router_cycles,
               t.instructions, t.messages, t.inputs, t.cpu_milliseconds / 1000);
  };
  SoakTotals all;
  for (const auto& [part, totals] : state.totals) {
    line(part, totals);
    add(all, totals);
  }
  line("all", all);
  fmt::print(out, "{} mismatches in {:.0f} s\n", state.mismatches, state.seconds);
}

}  // namespace

bool soak(const SoakOptions& options, std::ostream& out) {
  sim::base::make_directory(options.directory);
  State state = restore(options);
  const double before = state.seconds;
  const auto start = Clock::now();
  const auto elapsed = [start] {
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  sim::base::Progress progress("soak");
  const std::uint64_t first_mismatch = state.mismatches;
  std::size_t ran = 0;
  while (elapsed() < options.seconds) {
    std::vector<Case> cases;
    std::vector<sim::base::Task> tasks;
    const double left = options.seconds - elapsed();
    const std::size_t round = next_round(ran, elapsed(), left, options.jobs);
    for (std::size_t i = 0; i < round; ++i) {
      const Case c = case_of(options, state.next + i);
      cases.push_back(c);
      tasks.push_back({c.name(), [c] { return run_and_serialise(c); }});
    }
    const auto ended = sim::base::try_in_processes(tasks, options.jobs, [&](std::size_t over) {
      progress.update(elapsed() / options.seconds, fmt::format("{} cases", state.next + over));
    });
    for (std::size_t i = 0; i < ended.size(); ++i) {
      // One that ends in an error or dies does not agree either.
      const bool answered = ended[i].error == nullptr;
      SoakResult result = answered ? parse_result(ended[i].text) : SoakResult{};
      if (!answered) result.mismatch = ended[i].text;
      result.totals.cases = 1;
      add(state.totals[cases[i].part->name], result.totals);
      if (result.mismatch.empty()) continue;
      ++state.mismatches;
      keep_mismatch(options.directory, cases[i], result.mismatch);
      progress.clear();
      fmt::print(out, "mismatch: rockcreek soak {}\n", cases[i].name());
    }
    ran += ended.size();
    state.next += ended.size();
    state.seconds = before + elapsed();
    save(state, options.directory);
  }
  progress.clear();
  print(out, state);
  return state.mismatches == first_mismatch;
}

bool repeat_case(const SoakPart& part, std::uint64_t seed, std::ostream& out) {
  const SoakResult result = part.run(seed);
  if (!result.mismatch.empty()) fmt::print(out, "{}\n", result.mismatch);
  SoakTotals::each([&](const char* name, auto member) {
    if (result.totals.*member != 0) fmt::print(out, "{} {}\n", result.totals.*member, name);
  });
  return result.mismatch.empty();
}

}  // namespace rc::soak
