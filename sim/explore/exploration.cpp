// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/exploration.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "hw_model/kernel/error.h"
#include "sim/base/files.h"
#include "sim/base/interruption.h"
#include "sim/base/json_input.h"
#include "sim/base/json_output.h"
#include "sim/base/numbers.h"
#include "sim/base/paths.h"
#include "sim/base/processes.h"
#include "sim/base/progress.h"
#include "sim/explore/point_run.h"

namespace rc::sim::explore {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::string quoted(const std::string& word) {
  const bool plain =
      !word.empty() && word.find_first_of(" \t\n\"'\\$&|;<>()*?[]#~`!{}") == std::string::npos;
  return plain ? word : fmt::format("'{}'", word);
}

std::string line_of(const std::vector<std::string>& words) {
  std::string line = "rockcreek";
  for (const std::string& word : words) line.append(" ").append(quoted(word));
  return line;
}

Value value_of(const Json& json) {
  if (json.is_number()) return json.get<double>();
  if (json.is_string()) return json.get<std::string>();
  return {};
}

Json json_of(const Value& value) {
  if (const double* number = std::get_if<double>(&value)) return *number;
  if (const std::string* text = std::get_if<std::string>(&value)) return *text;
  return nullptr;
}

std::string outcome_of(const PointResult& result) {
  Json json = {{"error", result.error}, {"records", Json::array()}};
  for (const Value& value : result.records) json["records"].push_back(json_of(value));
  return json.dump();
}

// Nothing for what outcome_of() does not write.
std::optional<PointResult> result_of(const std::string& outcome) {
  try {
    const Json json = base::parse_json(outcome).value_or(Json());
    PointResult result{json.at("error").get<std::string>(), {}};
    for (const Json& each : json.at("records")) result.records.push_back(value_of(each));
    return result;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

// Where points leave what they write, for the time of a run.
class WorkFolder {
 public:
  explicit WorkFolder(const std::string& directory)
      : path_(fmt::format("{}/{}{}", directory, prefix(), ::getpid())) {
    remove_abandoned(directory);
    base::make_directory(path_);
  }
  ~WorkFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  // Of the process that asks.
  std::string file() const { return fmt::format("{}/{}.json", path_, ::getpid()); }

 private:
  // Other hosts may share the directory, and their processes are not to be seen here.
  static std::string prefix() {
    std::array<char, 256> host{};
    ::gethostname(host.data(), host.size() - 1);
    return fmt::format("running-{}-", host.data());
  }

  // Of processes of this host that were killed.
  static void remove_abandoned(const std::string& directory) {
    for (const fs::directory_entry& entry : fs::directory_iterator(directory)) {
      const std::string name = entry.path().filename().string();
      if (!name.starts_with(prefix())) continue;
      const auto process =
          base::parse_whole(std::string_view(name).substr(prefix().size()), 1u << 30);
      if (process && ::kill(static_cast<pid_t>(*process), 0) != 0) fs::remove_all(entry.path());
    }
  }

  std::string path_;
};

}  // namespace

Exploration::Exploration(Plan plan, const std::string& directory, std::string version,
                         const OutputOptions& output_options)
    : plan_(std::move(plan)),
      directory_(directory),
      version_(std::move(version)),
      points_(plan_.points()) {
  std::vector<std::vector<std::string>> commands;
  for (std::size_t i = 0; i < points_.size(); ++i) commands.push_back(command(i));
  inputs_.emplace(commands, output_options);
  claim_directory();
  if (!kept_) kept_.emplace(directory_ + "/points");
}

void Exploration::claim_directory() {
  const std::string file = directory_ + "/explore.json";
  const std::string place = kernel::shown(directory_, kernel::kMaxPathShown);
  commit_ = base::source_commit();
  Json wanted = {{"version", version_},
                 {"simulator", run::this_simulator()},
                 {"commit", commit_},
                 {"plan", plan_.text}};
  for (const auto& [path, holds] : inputs_->contents())
    wanted["files"][fs::path(path).filename().string()].push_back(holds);
  // A pipe of that name would never end.
  if (fs::exists(file) && !fs::is_regular_file(file))
    throw kernel::InputError(place + ": explore.json is no plain file");
  if (!fs::exists(file)) {
    if (fs::exists(directory_) && !fs::is_empty(directory_))
      throw kernel::InputError(place + ": is not empty and has no explore.json: not from explore");
    base::make_directory(directory_);
    base::write_json(file, wanted);
    return;
  }
  const std::string there = base::read_file(file);
  const Json made = base::parse_json(there).value_or(Json());
  // Several commits may build the same simulator: the directory's is that of its first call.
  if (made.is_object() && made.value("commit", Json()).is_string())
    wanted["commit"] = made["commit"];
  if (there == base::json_text(wanted)) {
    commit_ = wanted["commit"].get<std::string>();
    return;
  }
  const bool has_plan = made.is_object() && made.value("plan", Json()).is_string();
  if ((has_plan && is_empty()) || goes_on(made, wanted)) {
    commit_ = wanted["commit"].get<std::string>();
    base::write_json(file, wanted);
    return;
  }
  const auto differs = [&](const char* key) { return made.value(key, Json()) != wanted[key]; };
  const std::string build =
      fmt::format("was made by another build of the simulator (commit {}, this is {})",
                  kernel::shown(wanted["commit"].get<std::string>()), commit_);
  const std::string reason = !made.is_object()      ? "explore.json is damaged"
                             : differs("version")   ? "was made by another version of the simulator"
                             : differs("simulator") ? build
                             : differs("plan")
                                 ? "was made by another plan, with which this one shares no point "
                                   "that was run, or not the records"
                             : differs("files") ? "was made with other files (machine or program)"
                                                : "explore.json was altered";
  throw kernel::InputError(
      fmt::format("{}: {}; expected an empty directory (--out)", place, reason));
}

bool Exploration::is_empty() const {
  const std::string folder = directory_ + "/points";
  return !fs::is_directory(folder) || fs::is_empty(folder);
}

void Exploration::try_point(std::size_t point, const std::string& file,
                            const RunWords& run_words) const {
  const base::Task task{fmt::format("point {}", point + 1), [&] {
                          const PointResult result =
                              run_point(command(point), plan_.records, file, run_words);
                          if (result.lacks_record) return result.error;
                          kept_->store(key(point), outcome_of(result));
                          return std::string();
                        }};
  const auto ended = base::try_in_processes({task}, 1, [](std::size_t) {});
  if (!ended[0].error && !ended[0].text.empty())
    throw kernel::InputError(fmt::format("{}: {} (point {}, the first)",
                                         kernel::shown(plan_.file, kernel::kMaxPathShown),
                                         ended[0].text, point + 1));
}

bool Exploration::goes_on(const Json& made, const Json& wanted) {
  if (!made.is_object() || !made.value("plan", Json()).is_string() ||
      made["plan"] == wanted["plan"])
    return false;
  for (const char* key : {"version", "simulator"})
    if (made.value(key, Json()) != wanted[key]) return false;
  std::set<std::string> lines;
  for (std::size_t i = 0; i < size(); ++i) lines.insert(command_line(i));
  try {
    const Plan before = parse_plan(made["plan"], plan_.file);
    if (!std::ranges::equal(before.records, plan_.records)) return false;
    for (const std::vector<Value>& point : before.points())
      if (!lines.contains(line_of(before.command_at(point)))) ++left_;
  } catch (const kernel::InputError&) {
    return false;
  }
  kept_.emplace(directory_ + "/points");
  for (std::size_t i = 0; i < size(); ++i)
    if (kept(i)) return true;
  return false;
}

std::string Exploration::command_line(std::size_t point) const { return line_of(command(point)); }

std::string Exploration::machine(std::size_t point) const {
  const std::string name = machine_of(command(point));
  return name.empty() ? "xeonphi" : name;
}

std::string Exploration::files(std::size_t point) const { return inputs_->text_of(command(point)); }

std::string Exploration::key(std::size_t point) const {
  std::string text = fmt::format("simulator: {}\nfiles: {}\n{}\n", run::this_simulator(),
                                 files(point), command_line(point));
  for (const PlanRecord& record : plan_.records)
    text += fmt::format("{} = {}\n", record.name, record.source);
  return text;
}

std::optional<PointResult> Exploration::kept(std::size_t point) const {
  const std::string key = this->key(point);
  if (const auto outcome = kept_->find(key))
    if (const auto result = result_of(*outcome)) return result;
  const std::string file = kept_->file_of(key);
  if (!fs::exists(file)) return std::nullopt;
  throw kernel::InputError(
      fmt::format("{}: is damaged or was altered; without the file, point {} would run again",
                  kernel::shown(file, kernel::kMaxPathShown), point + 1));
}

std::vector<std::size_t> Exploration::missing(std::size_t first, std::size_t end,
                                              bool retry) const {
  std::vector<std::size_t> points;
  for (std::size_t i = first; i < end; ++i) {
    const auto known = kept(i);
    if (!known || (retry && !known->error.empty())) points.push_back(i);
  }
  return points;
}

Exploration::Count Exploration::run(std::size_t first, std::size_t end, unsigned parallel,
                                    bool retry, const RunWords& run_words) {
  std::vector<base::Task> tasks;
  std::vector<std::size_t> points = missing(first, end, retry);
  const std::size_t wanted = points.size();
  const WorkFolder folder(directory_);
  const base::Interruption interruption;
  const auto expect_no_signal = [&](std::size_t done) {
    if (const int signal = base::Interruption::signal())
      throw kernel::MachineError(
          fmt::format("interrupted ({}) at {} of {} points; the same command goes on from there",
                      ::strsignal(signal), done, wanted));
  };
  if (is_empty() && !points.empty()) {
    try_point(points.front(), folder.file(), run_words);
    expect_no_signal(0);
    if (kept(points.front())) points.erase(points.begin());
  }
  for (const std::size_t i : points)
    tasks.push_back({fmt::format("point {}", i + 1), [this, i, &folder, &run_words] {
                       kept_->store(key(i), outcome_of(run_point(command(i), plan_.records,
                                                                 folder.file(), run_words)));
                       return std::string();
                     }});
  base::Progress progress("explore");
  const auto ended = base::try_in_processes(tasks, parallel, [&](std::size_t done) {
    expect_no_signal(done);
    progress.update(
        static_cast<double>(done) / static_cast<double>(std::max<std::size_t>(tasks.size(), 1)),
        fmt::format("{}/{} points", done, tasks.size()));
  });
  // A process that died could not say so itself.
  for (std::size_t i = 0; i < ended.size(); ++i)
    if (ended[i].error) kept_->store(key(points[i]), outcome_of({ended[i].text, {}}));
  return {wanted, end - first - wanted};
}

}  // namespace rc::sim::explore
