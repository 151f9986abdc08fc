// SPDX-License-Identifier: Apache-2.0
// rockcreek: what users call. Hands over to the program that has the verb, by exec: after a
// millisecond the process is that program.
//
// Errors: exit code 2 in one line for an unknown verb and for a program that was not built.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/paths.h"
#include "sim/base/suggestion.h"
#include "sim/cli/verbs.h"

namespace {

using namespace rc;

constexpr int kBadUsage = 2;

int fail(const std::string& what) {
  std::fprintf(stderr, "rockcreek: error: %s\n", what.c_str());
  return kBadUsage;
}

int printed() { return std::fflush(stdout) == 0 ? 0 : fail("standard output: cannot write"); }

int help() {
  std::printf(
      "Rock Creek: a virtual platform of Intel's 48-core Single-chip Cloud Computer and of the "
      "iPSC/860\nhypercube.\n\nUsage: rockcreek VERB [OPTIONS]\n\nSubcommands:\n");
  for (const sim::cli::Verb& verb : sim::cli::kVerbs)
    if (verb.program != "cc")
      std::printf("  %-10s %s\n", std::string(verb.name).c_str(),
                  std::string(verb.summary).c_str());
  std::printf(
      "\n  cc, c++    compile for the simulated machine, as gcc and g++ do\n"
      "\nrockcreek VERB --help explains a verb.\n"
      "Exit codes: 0 success; 1 a bound was missed or a program returned non-zero;\n"
      "2 bad input; 3 the simulated machine failed.\n");
  return printed();
}

// For the build: verb, program and summary, apart by tabs.
int table() {
  for (const sim::cli::Verb& verb : sim::cli::kVerbs)
    std::printf("%s\t%s\t%s\n", std::string(verb.name).c_str(), std::string(verb.program).c_str(),
                std::string(verb.summary).c_str());
  return printed();
}

// Whether the arguments of `reproduce` name an experiment of the part that is built first. What stands
// behind an option may be its value, as in `coherence --part pingpong`; the launcher thinks so, too.
bool names_scc_experiment(char** arguments) {
  bool named = false, may_be_value = false;
  for (; *arguments != nullptr; ++arguments) {
    const std::string_view word = *arguments;
    if (word == "--all" || word == "--list") return false;
    named |= !may_be_value && std::ranges::find(sim::cli::kSccExperiments, word) !=
                                  std::end(sim::cli::kSccExperiments);
    may_be_value =
        word.starts_with("--") && word != "--quick" && word.find('=') == std::string_view::npos;
  }
  return named;
}

int hand_over(const sim::cli::Verb& verb, char** argv) {
  std::string program = "rockcreek-" + std::string(verb.program);
  if (verb.name == "reproduce" && names_scc_experiment(argv + 2)) program += "-scc";
  const std::string path = sim::base::own_program(program);
  execv(path.c_str(), argv);
  return fail(std::filesystem::exists(path)
                  ? path + ": cannot be run"
                  : std::string(verb.name) + ": " + path + " is not built; `./rockcreek " +
                        std::string(verb.name) + "` or `ninja " + program + "` builds it");
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 2) return fail("no verb given (see rockcreek --help)");
  const std::string_view word = argv[1];
  if (word == "--help" || word == "-h") return help();
  if (word == "--verbs") return table();
  if (word == "--version") {
    std::printf("rockcreek " ROCKCREEK_VERSION "\n");
    return printed();
  }
  const auto* const verb = std::ranges::find(sim::cli::kVerbs, word, &sim::cli::Verb::name);
  if (verb == std::end(sim::cli::kVerbs)) {
    std::vector<std::string> known;
    for (const sim::cli::Verb& other : sim::cli::kVerbs) known.emplace_back(other.name);
    return fail("'" + kernel::shown(word) + "': no such verb" + sim::base::suggestion(word, known) +
                "; see rockcreek --help");
  }
  return hand_over(*verb, argv);
} catch (const kernel::Error& error) {
  return fail(error.what());
} catch (const std::exception& error) {
  return fail(std::string("internal: ") + error.what());
}
