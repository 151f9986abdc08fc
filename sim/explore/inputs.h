// SPDX-License-Identifier: Apache-2.0
// The files that the commands of a plan read: the machine file, every word that names a file, and
// what is in the folder of --network. What a command writes is none of them, wherever it lies: else
// a plan would not be the same after its first point.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace rc::sim::explore {

// What follows --machine; otherwise the default of the verbs that have one.
std::string machine_of(const std::vector<std::string>& words);

// Options, as "--json", after which comes what a command writes; by verb.
using OutputOptions = std::map<std::string, std::set<std::string>>;

class Inputs {
 public:
  // Asks for them once, so that nothing that happens later changes the answer. kernel::InputError
  // for a file that cannot be read.
  Inputs(const std::vector<std::vector<std::string>>& commands,
         const OutputOptions& output_options);

  // Those of one of the commands, "name: what it holds; ...", named as the command does.
  std::string text_of(const std::vector<std::string>& words) const;
  // All of them: by path, what each holds.
  const std::map<std::string, std::string>& contents() const { return contents_; }

 private:
  using Files = std::vector<std::pair<std::string, std::string>>;  // names and paths

  void take(const std::string& word, Files files);
  void take_folder(const std::string& word, const std::string& folder);

  std::map<std::string, Files> machines_, words_;  // of a machine's name, and of another word
  std::map<std::string, std::string> contents_;
};

}  // namespace rc::sim::explore
