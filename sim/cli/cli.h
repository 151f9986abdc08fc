// SPDX-License-Identifier: Apache-2.0
// The verbs of the command line. add_VERB() adds a subcommand to the parser. If the user chose it,
// parsing sets `action`, which main() then runs; its value is the exit code (0 ok, 1 a result out
// of bounds or firmware that returned non-zero). Errors are thrown (kernel::Error).
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sim/explore/engine/engine.h"
#include "sim/machine/machine.h"

namespace rc::sim::cli {

using Action = std::function<int()>;

void add_run(CLI::App& app, Action& action);
void add_native(CLI::App& app, Action& action);
void add_gdb(CLI::App& app, Action& action);
void add_reproduce(CLI::App& app, Action& action);
void add_model(CLI::App& app, Action& action);
void add_noc(CLI::App& app, Action& action);
void add_network(CLI::App& app, Action& action);
void add_info(CLI::App& app, Action& action);
void add_compare(CLI::App& app, Action& action);
void add_index(CLI::App& app, Action& action);
void add_bench(CLI::App& app, Action& action);
void add_cube(CLI::App& app, Action& action);
void add_tune(CLI::App& app, Action& action);
void add_schedule(CLI::App& app, Action& action);
void add_console(CLI::App& app, Action& action);
void add_explore(CLI::App& app, Action& action);

// The verbs cc and c++ take another program's options, so they are not parsed as the others are.
// run_compiler does not return when it hands over to the compiler.
bool is_compiler_verb(std::string_view verb);
int run_compiler(std::string_view verb, std::vector<std::string> arguments);

// Checks for options; their errors say what was expected.
CLI::Validator whole_number();  // 0 to 2^64 - 1
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);
CLI::Validator seconds();  // above 0, at most a million

// Marks an option after which comes the file or folder that the verb writes. It stands below "Results" in the
// help, where it has no other title.
CLI::Option* writes(CLI::Option* option);
// Says which words the shell offers for the value of an option or argument, which may take others, as files.
CLI::Option* offers(CLI::Option* option, std::vector<std::string> words);
// Those of offers(); empty: none were said.
std::vector<std::string> offered(const CLI::Option& option);
// Puts an option below this title of the help, unless it has another one.
CLI::Option* titled(CLI::Option* option, const char* title);
// The names of those of a verb, as "--json".
std::set<std::string> output_options(const CLI::App& verb);

// An option that only some forms of a verb take: forms are operations, or kinds of machines.
struct OptionOfForms {
  const char* option;  // "--lines"
  std::vector<const char*> forms;
};
// The names of the options that were given.
std::set<std::string> given_options(const CLI::App& verb);
// kernel::InputError for one of `given` that the table has for other forms than `form`.
void check_form(const char* verb, const std::string& form, const std::set<std::string>& given,
                const std::vector<OptionOfForms>& table);

// --machine, --set, --router, --dcm, --network-exact and --network, common to all verbs that
// simulate.
struct MachineOptions {
  std::string file = machine::kDefaultMachine;
  std::vector<std::string> settings;
  std::string router = "model";
  std::string dcm = "model";
  bool network_exact = false;
  std::string network;

  // With `pairs` the verb can run models and RTL beside each other.
  void add_to(CLI::App& verb, bool pairs = false);
  // For a verb that runs nothing: the machine file and --set alone.
  void add_file_to(CLI::App& verb);
  // Those that were given, for another call of this program from the same folder.
  std::vector<std::string> words() const;
  machine::Machine load() const {
    return machine::load_machine(file, settings, router, dcm, network_exact, network);
  }

 private:
  std::vector<CLI::Option*> options_;  // of the verb
};

// --engine and --profile, common to the verbs that can have their work done elsewhere.
void add_engine_options(CLI::App& verb, explore::EngineOptions& options);

}  // namespace rc::sim::cli
