// SPDX-License-Identifier: Apache-2.0
// Networks of users that misbehave: the simulator says so in one line, or the network did what the
// interface allows, and then results are those of the same network when nothing is odd about it.
#include "tests/soak/library_part.h"

#include <fmt/format.h>
#include <stdlib.h>

#include "hw_model/kernel/error.h"
#include "sim/base/files.h"
#include "sim/base/paths.h"
#include "sim/base/temporary_folder.h"
#include "tests/lockstep/isa/random.h"
#include "tests/soak/child.h"

namespace rc::soak {
namespace {

using lockstep::Random;

constexpr unsigned kRunsOfACase = 6;

// What is done with the network, the same for all that a case compares.
std::vector<std::string> random_use(const std::string& library, Random& random) {
  if (random.chance(30))
    return {"network", "check",  library,
            "--grid",  "2x2",    "--cycles",
            "300",     "--seed", fmt::format("{}", random.below(1000))};
  if (random.chance(20))
    return {
        "run", sim::base::firmware_image("hello"), "--ues", "4", "--network", library, "--max-time",
        "1"};
  return {"noc",
          "--network",
          library,
          "--cols",
          fmt::format("{}", 2 + random.below(3)),
          "--rows",
          fmt::format("{}", 2 + random.below(2)),
          "--rate",
          fmt::format("0.{}", 1 + random.below(9)),
          "--seed",
          fmt::format("{}", random.below(1000)),
          "--warmup",
          "200",
          "--measure",
          "500",
          "--max-measure",
          "1000",
          "--packet-flits",
          "1:0.5,3:0.5"};
}

ChildEnd use(const Misbehaviour& how, std::uint32_t number, std::vector<std::string> words) {
  return in_child([&] {
    ::setenv(kMisbehaviour, fmt::format("{}:{}", how.name, number).c_str(), 1);
    return run_words(words);
  });
}

}  // namespace

std::string library_verdict(const Misbehaviour& how, const std::string& verb, const ChildEnd& end,
                            const ChildEnd& good) {
  if (const std::string wrong = misbehaviour(end); !wrong.empty()) return wrong;
  const bool seen = how.seen == Seen::always || (how.seen == Seen::by_check && verb == "network");
  if (end.exit_code() != 0) return how.seen == Seen::never ? "refused: " + end.error : "";
  if (seen) return "exit code 0: " + end.out;
  if (how.seen == Seen::never && end.out != good.out)
    return fmt::format("other results:\n{}instead of\n{}", end.out, good.out);
  return "";
}

SoakResult soak_library(const SoakCase& which) {
  Random random(which.seed);
  SoakResult result;
  const std::string library = sim::base::own_program("rockcreek-soak-network.so");
  const std::vector<std::string> words = random_use(library, random);
  const ChildEnd good = use(kMisbehaviours[0], 0, words);
  if (!good.exited() || good.exit_code() != 0)
    return {result.totals, fmt::format("{}: the good network: {}", words[0], good.error)};
  for (unsigned i = 0; i < which.of(kRunsOfACase); ++i) {
    const Misbehaviour& how =
        kMisbehaviours[random.below(static_cast<std::uint32_t>(std::size(kMisbehaviours)))];
    const std::uint32_t number = random.below(1 << 16);
    ++result.totals.inputs;
    const std::string wrong = library_verdict(how, words[0], use(how, number, words), good);
    if (wrong.empty()) continue;
    result.mismatch += fmt::format("{}={}:{} rockcreek", kMisbehaviour, how.name, number);
    for (const std::string& word : words) result.mismatch += " " + word;
    result.mismatch += "\n" + wrong + "\n";
  }
  return result;
}

}  // namespace rc::soak
