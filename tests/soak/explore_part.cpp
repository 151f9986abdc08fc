// SPDX-License-Identifier: Apache-2.0
// A random exploration that is killed again and again at random instants, and goes on each time: in
// the end its tables are those of one that nothing interrupted, byte for byte.
#include "tests/soak/explore_part.h"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "sim/base/files.h"
#include "sim/base/paths.h"
#include "sim/base/temporary_folder.h"
#include "tests/lockstep/isa/random.h"
#include "tests/soak/case.h"
#include "tests/soak/child.h"

namespace rc::soak {
namespace {

using lockstep::Random;

constexpr int kInterrupted = 128 + SIGINT;

// Some of the points write a file below `outputs`. A matcher that goes back would look for one of the
// patterns for ever.
std::string random_plan(const SoakCase& which, const std::string& outputs, Random& random) {
  const unsigned seeds = which.of(24);
  if (random.chance(25))
    return fmt::format(
        "command = \"run {} --ues {{ues}} -- {{seed}} 2\"\n[parameters]\nues = [1, 2, 3]\n"
        "seed = {{from = 1, to = {}, step = 1}}\n[record]\ntime = \"/simulated_ps\"\n",
        sim::base::firmware_image("soak"), 1 + seeds / 3);
  // Some points fail: a packet of nine flits fits no buffer.
  return fmt::format(
      "command = \"noc --cols {{cols}} --rows 2 --rate 0.2 --seed {{seed}} --warmup {} "
      "--measure {} --max-measure 20000 --packet-flits {{flits}}{}\"\nwhere = \"seed + cols != "
      "5\"\n"
      "[parameters]\ncols = [2, 3]\nseed = {{from = 1, to = {}, step = 1}}\nflits = {}\n[record]\n"
      "latency = \"/latency/mean\"\nline = \"{}\"\n",
      random.below(2000), 200 + random.below(5000),
      random.chance(40) ? fmt::format(" --packets {}/{{seed}}-{{cols}}-{{flits}}.csv", outputs)
                        : "",
      1 + seeds / 2, random.chance(30) ? "[1, 9]" : "[1, 3]",
      random.chance(20) ? "(?:(?:[a-z ]+)+!)?accepted +([0-9.]+)" : "accepted +([0-9.]+)");
}

std::vector<std::string> words_of(const std::string& plan, const std::string& directory,
                                  unsigned jobs) {
  return {"explore", plan, "--out", directory, "--jobs", fmt::format("{}", jobs)};
}

// Empty if it ended as one that was interrupted, or had ended before, does.
std::string interrupted_wrongly(const ChildEnd& end, int signal) {
  if (!end.exited()) return WTERMSIG(end.status) == signal ? "" : end.how();
  if (end.exit_code() == kInterrupted && signal == SIGINT) return "";
  return end.exit_code() > 1 ? end.how() + ": " + end.error : "";
}

}  // namespace

std::string difference_of_explorations(const std::string& one, const std::string& other) {
  for (const char* file : {"points.csv", "points.sqlite", "report.html"}) {
    const std::string a = one + "/" + file, b = other + "/" + file;
    if (sim::base::read_file(a) != sim::base::read_file(b)) return fmt::format("{} differs", file);
  }
  return "";
}

SoakResult soak_explore(const SoakCase& which) {
  Random random(which.seed);
  ::setenv("SOURCE_DATE_EPOCH", "0", 1);  // the date of the pages that are compared
  const sim::base::TemporaryFolder folder("rockcreek_explore_");
  const std::string plan = folder.file("plan.toml");
  const std::string whole = folder.file("whole"), killed = folder.file("killed");
  sim::base::write_file(plan, random_plan(which, folder.path(), random));
  const unsigned jobs = 1 + random.below(3);
  SoakResult result;
  result.totals.inputs = 1;
  const auto mismatch = [&](const std::string& what) {
    result.mismatch = fmt::format("{}\n{}", what, sim::base::read_file(plan));
    return result;
  };
  const ChildEnd reference = run_command_line(words_of(plan, whole, jobs));
  if (!reference.exited() || reference.exit_code() > 1)
    return mismatch("not interrupted: " + reference.how() + ": " + reference.error);
  // Commands of points take milliseconds, and no record of theirs takes for ever.
  if (sim::base::read_file(whole + "/points.csv").find("process died") != std::string::npos)
    return mismatch("a point died:\n" +
                    sim::base::read_file(whole + "/points.csv").substr(0, 2000));
  for (unsigned left = 1 + random.below(5); left > 0; --left) {
    const int signal = random.chance(50) ? SIGKILL : SIGINT;
    // Often at the start, when the directory is made.
    const std::uint32_t microseconds = random.below(random.chance(40) ? 20'000 : 400'000);
    Child child([&] { return run_words(words_of(plan, killed, jobs)); });
    ::usleep(microseconds);
    child.signal(signal);
    if (const std::string wrong = interrupted_wrongly(child.wait(), signal); !wrong.empty())
      return mismatch(fmt::format("signal {} after {} us: {}", signal, microseconds, wrong));
  }
  const ChildEnd end = run_command_line(words_of(plan, killed, jobs));
  if (end.status != reference.status)
    return mismatch(fmt::format("the last: {}: {}", end.how(), end.error));
  if (const std::string what = difference_of_explorations(whole, killed); !what.empty())
    return mismatch(what);
  return result;
}

}  // namespace rc::soak
