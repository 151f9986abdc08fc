// SPDX-License-Identifier: Apache-2.0
#include "sim/run/kept_outcomes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/hash.h"
#include "sim/base/json_input.h"
#include "sim/lab/user/build.h"
#include "sim/machine/parameters.h"

namespace rc::sim::run {
namespace {

// What a file holds, to the last byte: what differs was damaged or altered.
std::string file_text(const std::string& key, const std::string& outcome) {
  const std::string quoted = nlohmann::json(key).dump();
  return fmt::format("{{\"checksum\":\"{}\",\"key\":{},\"outcome\":{}}}\n",
                     base::hash_of(quoted + outcome), quoted, outcome);
}

}  // namespace

std::string contents_of(const std::string& file) {
  const std::string bytes = base::read_file(file, base::kMaxExecutable);
  return fmt::format("{} bytes, FNV-1a {}", bytes.size(), base::hash_of(bytes));
}

const std::string& this_simulator() {
  static const std::string text = contents_of("/proc/self/exe");
  return text;
}

std::string job_key(const FirmwareJob& job) {
  std::string key =
      fmt::format("simulator: {}\nimage: {}\n", this_simulator(), contents_of(job.image));
  for (const FirmwareJob::OtherProgram& other : job.others)
    key += fmt::format("image of cores {}: {}\n", other.cores, contents_of(other.image));
  machine::Machine machine = job.machine;
  key += fmt::format("kind: {}\nrouter: {}\ndcm: {}\n", machine.kind, machine.router, machine.dcm);
  for (const machine::Parameter& parameter : machine.parameters())
    key += fmt::format("{} = {:?}\n", parameter.path, machine::value_text(parameter));
  key += fmt::format("cores: {}\narguments: {}\n", job.cores, job.arguments);
  if (!machine.network.empty())
    key += fmt::format("network: {}\n", lab::network_contents(machine.network));
  if (job.stack_bytes != 0) key += fmt::format("stack: {}\n", job.stack_bytes);
  return key + fmt::format("fast_forward: {}\ndecoupled: {}\nmax_time: {} ps\n",
                           job.options.fast_forward, job.options.decoupled,
                           job.options.max_time.value);
}

KeptOutcomes::KeptOutcomes(const std::string& directory) : directory_(directory) {
  if (!directory.empty()) base::make_directory(directory);
}

std::optional<std::string> KeptOutcomes::find(const std::string& key) const {
  if (directory_.empty() || !std::filesystem::exists(file_of(key))) return std::nullopt;
  // A pipe of that name would never end, and what would be kept could not be.
  if (!std::filesystem::is_regular_file(file_of(key)))
    throw kernel::InputError(fmt::format("{}: expected a plain file",
                                         kernel::shown(file_of(key), kernel::kMaxPathShown)));
  const std::string text = base::read_file(file_of(key), base::kMaxProgram);
  const auto json = base::parse_json(text);
  if (!json || !json->contains("outcome")) return std::nullopt;
  try {
    const std::string outcome = json->at("outcome").dump();
    return text == file_text(key, outcome) ? std::optional(outcome) : std::nullopt;
  } catch (const nlohmann::json::exception&) {  // bytes that are no UTF-8
    return std::nullopt;
  }
}

void KeptOutcomes::store(const std::string& key, const std::string& outcome) const {
  if (!directory_.empty()) base::write_file(file_of(key), file_text(key, outcome));
}

std::string KeptOutcomes::file_of(const std::string& key) const {
  return directory_ + "/" + base::hash_of(key) + ".json";
}

}  // namespace rc::sim::run
