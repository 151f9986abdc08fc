// SPDX-License-Identifier: Apache-2.0
#include "sim/base/kept_results.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/hash.h"
#include "sim/base/json_input.h"

namespace rc::sim::base {
namespace {

// What a file holds, to the last byte: what differs was damaged or altered.
std::string file_text(const std::string& key, const std::string& outcome) {
  const std::string quoted = nlohmann::json(key).dump();
  return fmt::format("{{\"checksum\":\"{}\",\"key\":{},\"outcome\":{}}}\n",
                     hash_of(quoted + outcome), quoted, outcome);
}

}  // namespace

KeptResults::KeptResults(const std::string& directory) : directory_(directory) {
  if (!directory.empty()) make_directory(directory);
}

std::optional<std::string> KeptResults::find(const std::string& key) const {
  if (directory_.empty() || !std::filesystem::exists(file_of(key))) return std::nullopt;
  // A pipe of that name would never end, and what would be kept could not be.
  if (!std::filesystem::is_regular_file(file_of(key)))
    throw kernel::InputError(fmt::format("{}: expected a plain file",
                                         kernel::shown(file_of(key), kernel::kMaxPathShown)));
  const std::string text = read_file(file_of(key), kMaxProgram);
  const auto json = parse_json(text);
  if (!json || !json->contains("outcome")) return std::nullopt;
  try {
    const std::string outcome = json->at("outcome").dump();
    return text == file_text(key, outcome) ? std::optional(outcome) : std::nullopt;
  } catch (const nlohmann::json::exception&) {  // bytes that are no UTF-8
    return std::nullopt;
  }
}

void KeptResults::store(const std::string& key, const std::string& outcome) const {
  if (!directory_.empty()) write_file(file_of(key), file_text(key, outcome));
}

std::string KeptResults::file_of(const std::string& key) const {
  return directory_ + "/" + hash_of(key) + ".json";
}

}  // namespace rc::sim::base
