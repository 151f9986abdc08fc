// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/soak.h"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <sys/resource.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/random.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/processes.h"
#include "sim/base/progress.h"
#include "tests/soak/schedule.h"

namespace rc::soak {
namespace {

using Json = nlohmann::ordered_json;
// The state is written after a mismatch, at the end, and so often.
constexpr double kSecondsBetweenStates = 30;

void add(SoakTotals& sum, const SoakTotals& more) {
  SoakTotals::each([&](const char*, auto member) { sum.*member += more.*member; });
}

struct State {
  std::uint64_t seed = 0;
  std::string parts;  // names
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
  SoakTotals::each([&](const std::string& name, auto member) {
    const bool older =
        name == "snapshots" && !json.contains(name);  // a state from before they counted
    totals.*member = older ? std::uint64_t{0} : json.at(name).get<std::uint64_t>();
  });
  return totals;
}

std::string file_of(const std::string& directory) { return directory + "/state.json"; }

void save(const State& state, const std::string& directory) {
  Json json{{"seed", state.seed},
            {"parts", state.parts},
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
                      json.at("seed").get<std::uint64_t>(), kernel::shown(parts)));
    state.seconds = json.at("seconds");
    state.mismatches = json.at("mismatches");
    for (const auto& [part, totals] : json.at("totals").items())
      state.totals[part] = totals_of(totals);
  } catch (const Json::exception&) {
    throw kernel::InputError(fmt::format("{}: not the state of a soak", file));
  }
  return state;
}

struct Case {
  const SoakPart* part;
  SoakCase which;
  std::string name() const {
    const std::string whole = fmt::format("--part {} --case {}", part->name, which.seed);
    return which.size == kWholeCase ? whole : fmt::format("{} --size {}", whole, which.size);
  }
};

Case case_of(const SoakOptions& options, const SoakSchedule::Pick& pick) {
  const SoakPart& part = options.parts[pick.part];
  std::uint64_t seed = options.seed;
  for (const char c : part.name) seed = kernel::splitmix64(seed ^ static_cast<unsigned char>(c));
  return {&part, {kernel::splitmix64(seed ^ kernel::splitmix64(pick.number)), pick.size}};
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
  SoakResult result = c.part->run(c.which);
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
  const std::string file = fmt::format("{}/{}-{}.txt", directory, c.part->name, c.which.seed);
  sim::base::write_file(file, fmt::format("rockcreek soak {}\n\n{}\n", c.name(), what));
}

void print(std::ostream& out, const State& state) {
  fmt::print(out, "{:<10}{:>12}{:>16}{:>16}{:>14}{:>14}{:>11}{:>10}\n", "", "cases",
             "router-cycles", "instructions", "messages", "inputs", "snapshots", "CPU s");
  const auto line = [&out](const std::string& name, const SoakTotals& t) {
    fmt::print(out, "{:<10}{:>12}{:>16}{:>16}{:>14}{:>14}{:>11}{:>10}\n", name, t.cases,
               t.router_cycles, t.instructions, t.messages, t.inputs, t.snapshots,
               t.cpu_milliseconds / 1000);
  };
  SoakTotals all;
  for (const auto& [part, totals] : state.totals) {
    line(part, totals);
    add(all, totals);
  }
  line("all", all);
  fmt::print(out, "{} mismatches in {:.0f} s\n", state.mismatches, state.seconds);
}

SoakSchedule schedule_of(const SoakOptions& options, const State& state) {
  std::vector<SoakTotals> before;
  for (const SoakPart& part : options.parts) {
    const auto known = state.totals.find(part.name);
    before.push_back(known == state.totals.end() ? SoakTotals{} : known->second);
  }
  return {options.parts, before};
}

class Soak {
 public:
  Soak(const SoakOptions& options, std::ostream& out)
      : options_(options),
        out_(out),
        state_(restore(options)),
        schedule_(schedule_of(options, state_)),
        before_(state_) {}

  std::optional<sim::base::Task> next() {
    now_ = options_.clock() - start_;
    if (options_.until_different && state_.mismatches > before_.mismatches) return std::nullopt;
    const auto pick = schedule_.next(options_.seconds - now_);
    if (!pick) return std::nullopt;
    const Case c = case_of(options_, *pick);
    started_.push_back({*pick, c, now_});
    return sim::base::Task{c.name(), [c] { return run_and_serialise(c); }};
  }

  // One that ends in an error or dies does not agree either.
  void ended(std::size_t number, const sim::base::Ended& how) {
    const auto& [pick, c, begun] = started_[number];
    const bool answered = how.error == nullptr;
    SoakResult result = answered ? parse_result(how.text) : SoakResult{};
    now_ = options_.clock() - start_;
    if (!answered) {
      result.mismatch = how.text;
      result.totals.cpu_milliseconds = static_cast<std::uint64_t>(1000 * (now_ - begun));
    }
    result.totals.cases = 1;
    add(state_.totals[c.part->name], result.totals);
    schedule_.ended(pick, now_ - begun, result.totals.cpu_milliseconds);
    if (!result.mismatch.empty()) tell(c, result.mismatch);
    if (!result.mismatch.empty() || now_ - saved_ >= kSecondsBetweenStates) keep();
  }

  void show_progress() {
    progress_.update(now_ / options_.seconds, fmt::format("{} cases", started_.size()));
  }

  bool finish() {
    keep();
    progress_.clear();
    print(out_, state_);
    return state_.mismatches == before_.mismatches;
  }

 private:
  struct Started {
    SoakSchedule::Pick pick;
    Case which;
    double begun;
  };

  void tell(const Case& c, const std::string& mismatch) {
    ++state_.mismatches;
    keep_mismatch(options_.directory, c, mismatch);
    progress_.clear();
    fmt::print(out_, "mismatch: rockcreek soak {}\n", c.name());
  }
  void keep() {
    saved_ = now_;
    state_.seconds = before_.seconds + now_;
    save(state_, options_.directory);
  }

  const SoakOptions& options_;
  std::ostream& out_;
  State state_;
  SoakSchedule schedule_;
  const State before_;
  std::vector<Started> started_;
  sim::base::Progress progress_{"soak"};
  const double start_ = options_.clock();
  double now_ = 0, saved_ = 0;  // seconds from the start
};

}  // namespace

double host_seconds() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

bool soak(const SoakOptions& options, std::ostream& out) {
  sim::base::make_directory(options.directory);
  Soak running(options, out);
  const sim::base::TaskStream cases{
      [&] { return running.next(); },
      [&](std::size_t number, const sim::base::Ended& how) { running.ended(number, how); },
      [&] { running.show_progress(); }};
  sim::base::stream_in_processes(cases, options.jobs);
  return running.finish();
}

bool repeat_case(const SoakPart& part, const SoakCase& which, std::ostream& out) {
  const SoakResult result = part.run(which);
  if (!result.mismatch.empty()) fmt::print(out, "{}\n", result.mismatch);
  SoakTotals::each([&](const char* name, auto member) {
    if (result.totals.*member != 0) fmt::print(out, "{} {}\n", result.totals.*member, name);
  });
  return result.mismatch.empty();
}

}  // namespace rc::soak
