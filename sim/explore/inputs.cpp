// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "sim/base/paths.h"
#include "sim/machine/machine.h"
#include "sim/run/job_key.h"

namespace rc::sim::explore {
namespace {

namespace fs = std::filesystem;

// What follows an option, or "".
std::string value_of_option(const std::vector<std::string>& words, const std::string& option) {
  for (std::size_t i = 1; i < words.size() && words[i] != "--"; ++i) {
    if (words[i] == option && i + 1 < words.size()) return words[i + 1];
    if (words[i].starts_with(option + "=")) return words[i].substr(option.size() + 1);
  }
  return "";
}

// The same for every name of a file or folder, whether it is there or not.
std::string place_of(const std::string& name) {
  std::error_code error;
  const fs::path place = fs::weakly_canonical(fs::absolute(name), error);
  return (error ? fs::absolute(name).lexically_normal() : place).string();
}

// What a command writes: places of files and folders.
std::set<std::string> outputs_of(const std::vector<std::string>& words,
                                 const OutputOptions& options) {
  std::set<std::string> found;
  const auto of_verb = options.find(words.front());
  if (of_verb == options.end()) return found;
  for (const std::string& option : of_verb->second) {
    const std::string name = value_of_option(words, option);
    if (name.empty()) continue;
    found.insert(place_of(name));
    found.insert(place_of(name.substr(0, name.rfind('@'))));  // as in --save FILE@TIME
  }
  return found;
}

bool lies_below(fs::path place, const std::set<std::string>& places) {
  while (!places.contains(place.string())) {
    if (!place.has_relative_path()) return false;
    place = place.parent_path();
  }
  return true;
}

// What a word says after "--option=", or all of it.
std::string named_by(const std::string& word) {
  const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
  return equals == std::string::npos ? word : word.substr(equals + 1);
}

}  // namespace

std::string machine_of(const std::vector<std::string>& words) {
  const std::string named = value_of_option(words, "--machine");
  return !named.empty() || words.front() == "model" ? named : machine::kDefaultMachine;
}

Inputs::Inputs(const std::vector<std::vector<std::string>>& commands,
               const OutputOptions& output_options) {
  std::set<std::string> outputs, seen;
  for (const auto& words : commands) outputs.merge(outputs_of(words, output_options));
  for (const auto& words : commands) {
    const std::string machine = machine_of(words), network = value_of_option(words, "--network");
    if (!machine.empty() && !machines_.contains(machine)) {
      const std::string path = base::find_machine_file(machine);
      machines_[machine] = {{machine, path}};
      if (!contents_.contains(path)) contents_[path] = run::contents_of(path);
    }
    for (std::size_t i = 1; i < words.size(); ++i) {
      const std::string name = named_by(words[i]);
      if (name == machine || !seen.insert(words[i]).second) continue;
      std::error_code missing;  // or a word that no file can have as its name
      if (fs::is_regular_file(name, missing) && !lies_below(place_of(name), outputs))
        take(words[i], {{name, name}});
      else if (name == network && fs::is_directory(name, missing))
        take_folder(words[i], name);
    }
  }
}

void Inputs::take(const std::string& word, Files files) {
  for (const auto& [name, path] : files)
    if (!contents_.contains(path)) contents_[path] = run::contents_of(path);
  words_[word] = std::move(files);
}

void Inputs::take_folder(const std::string& word, const std::string& folder) {
  Files sources;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) sources.emplace_back(entry.path().string(), entry.path().string());
  std::ranges::sort(sources);
  take(word, std::move(sources));
}

std::string Inputs::text_of(const std::vector<std::string>& words) const {
  std::string all;
  const auto add = [&](const std::map<std::string, Files>& known, const std::string& word) {
    const auto files = known.find(word);
    if (files == known.end()) return;
    for (const auto& [name, path] : files->second)
      all += fmt::format("{}{}: {}", all.empty() ? "" : "; ", name, contents_.at(path));
  };
  add(machines_, machine_of(words));
  for (std::size_t i = 1; i < words.size(); ++i) add(words_, words[i]);
  return all;
}

}  // namespace rc::sim::explore
