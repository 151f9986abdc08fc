// SPDX-License-Identifier: Apache-2.0
// rockcreek soak: random cases, each computed in two ways that must agree (docs/soak.md).
#include "tests/soak/soak_verb.h"

#include <iostream>
#include <memory>
#include <optional>

#include "hw_model/kernel/error.h"
#include "sim/base/processes.h"
#include "tests/soak/soak.h"

namespace rc::soak {
namespace {

struct SoakVerbOptions {
  SoakOptions soak;
  std::string part;
  double hours = 1;
  std::optional<double> seconds;
  std::optional<std::uint64_t> repeated;
  unsigned size = kWholeCase;
};

int run(const SoakVerbOptions& options) {
  if (options.repeated) {
    if (options.part.empty()) throw kernel::InputError("soak: --case needs --part");
    const SoakCase which{*options.repeated, options.size};
    return repeat_case(soak_part(options.part), which, std::cout) ? 0 : 1;
  }
  SoakOptions soak_options = options.soak;
  soak_options.seconds = options.seconds.value_or(options.hours * 3600);
  if (!options.part.empty()) soak_options.parts = {soak_part(options.part)};
  return soak(soak_options, std::cout) ? 0 : 1;
}

}  // namespace

void add_soak(CLI::App& app, sim::cli::Action& action) {
  const auto options = std::make_shared<SoakVerbOptions>();
  options->soak.jobs = sim::base::host_processors();
  CLI::App& verb = *app.add_subcommand(
      "soak", "test the simulator with random cases, for hours; exit code 1 if two ways differ");
  CLI::Option* hours = verb.add_option("--hours", options->hours, "how long")
                           ->check(sim::cli::seconds())
                           ->capture_default_str();
  verb.add_option("--seconds", options->seconds, "how long, instead of --hours")
      ->check(sim::cli::seconds())
      ->excludes(hours);
  verb.add_option("--seed", options->soak.seed, "of all cases")
      ->check(sim::cli::whole_number())
      ->capture_default_str();
  verb.add_option("--out", options->soak.directory,
                  "directory of the state, from which a soak goes on, and of what did not agree")
      ->capture_default_str();
  std::string parts;
  std::vector<std::string> names;
  for (const SoakPart& part : soak_parts()) {
    parts += "\n" + part.name + ": " + part.summary;
    names.push_back(part.name);
  }
  sim::cli::offers(verb.add_option("--part", options->part, "only one part:" + parts), names);
  CLI::Option* repeated =
      verb.add_option("--case", options->repeated, "with --part: only the case of this seed")
          ->check(sim::cli::whole_number());
  verb.add_option("--size", options->size, "of the case, in percent of a whole one")
      ->check(CLI::Range(1u, kWholeCase))
      ->needs(repeated)
      ->capture_default_str();
  verb.add_option("--jobs", options->soak.jobs, "cases at a time")
      ->check(CLI::Range(1u, 1024u))
      ->capture_default_str();
  verb.add_flag("--until-different", options->soak.until_different,
                "begin no case behind the first one that does not agree");
  verb.callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace rc::soak
