// SPDX-License-Identifier: Apache-2.0
#include "sim/console/run_command.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <array>

#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/text.h"
#include "sim/base/numbers.h"
#include "sim/machine/core_list.h"

namespace rc::sim::console {

using kernel::InputError;
using kernel::Picos;

namespace {

constexpr Picos kStep{1'000'000};
constexpr std::uint64_t kDeadlockSteps = 1000;  // between two looks for a deadlock

struct Unit {
  std::string_view name;
  double picos;
};
constexpr std::array<Unit, 3> kUnits{{{"us", 1e6}, {"ms", 1e9}, {"s", 1e12}}};

// "1.5ms", in whole steps. Nothing for a word that does not begin with a digit.
std::optional<Picos> duration_in(std::string_view word) {
  if (word.empty() || word[0] < '0' || word[0] > '9') return std::nullopt;
  const auto unit =
      std::ranges::find_if(kUnits, [&](const Unit& u) { return word.ends_with(u.name); });
  if (unit != kUnits.end()) {
    const auto value = base::parse_real(word.substr(0, word.size() - unit->name.size()));
    const double steps = value.value_or(0) * unit->picos / static_cast<double>(kStep.value);
    if (steps >= 1 && steps <= 1e9 && steps == static_cast<double>(std::uint64_t(steps)))
      return Picos{static_cast<std::uint64_t>(steps) * kStep.value};
  }
  throw InputError(
      fmt::format("time '{}': expected whole microseconds, 1us to 1000s, as 20us or 1.5ms",
                  kernel::shown(word)));
}

}  // namespace

std::string time_text(const scc::SccSystem& system) {
  return fmt::format("{} us", system.time().value / kStep.value);
}

struct RunCommand::Request {
  enum class Until { time, exit, output };
  Until until = Until::time;
  std::optional<Picos> limit;
  std::optional<std::vector<int>> cores;  // of exit; none: all that have been booted
  std::string text;                       // of output
};

RunCommand::Request RunCommand::parse(CommandWords& words) const {
  Request request;
  auto word = words.maybe();
  if (word && (request.limit = duration_in(*word))) word = words.maybe();
  if (!request.limit && !word) throw InputError("run needs a time, or until");
  if (word && *word != "until")
    throw InputError(fmt::format("'{}': expected a time or until", kernel::shown(*word)));
  if (word) {
    const std::string what = words.next("exit or output");
    if (what == "exit") {
      request.until = Request::Until::exit;
      if (const auto list = words.maybe())
        request.cores = machine::parse_list(*list, static_cast<int>(system_.geometry().cores()),
                                            "until", "cores");
    } else if (what == "output") {
      request.until = Request::Until::output;
      request.text = words.next("text");
    } else {
      throw InputError(fmt::format("until '{}': expected exit or output", kernel::shown(what)));
    }
  }
  words.end();
  return request;
}

void RunCommand::execute(CommandWords& words, const std::set<int>& booted) {
  using Until = Request::Until;
  if (failed_) throw InputError("the machine has failed: it can be looked at, not run");
  const Request request = parse(words);
  const auto cores = request.cores.value_or(std::vector<int>(booted.begin(), booted.end()));
  if (request.until != Until::time && booted.empty()) throw InputError("no core has been booted");
  for (const int core : cores)
    if (!booted.contains(core))
      throw InputError(fmt::format("until exit: core {} has not been booted", core));

  awaited_ = request.text;
  found_.clear();
  std::string reason;
  const auto over = [&] {
    if (request.until == Until::output) reason = found_;
    if (request.until != Until::time && reason.empty() && all_exited(cores)) reason = "exited";
    return !reason.empty();
  };
  std::uint64_t left = request.limit ? request.limit->value / kStep.value : ~0ull;
  while (left != 0 && !over()) {
    const std::uint64_t steps = std::min(left, kDeadlockSteps);
    left -= steps;
    const Picos before = system_.time();
    try {
      system_.advance(kStep, steps, over);
    } catch (const kernel::MachineError&) {
      failed_ = true;
      throw;
    }
    if (!request.limit && !over()) system_.check_deadlock_since(before);
  }
  awaited_.clear();
  fmt::print(out_, "{}: {}\n", time_text(system_), reason.empty() ? "stopped" : reason);
  if (request.until == Until::output && found_.empty())
    throw OutputMissed(fmt::format("no line with \"{}\" was printed", kernel::shown(request.text)));
}

void RunCommand::on_line(int rank, std::string_view line) {
  if (awaited_.empty() || !found_.empty() || line.find(awaited_) == std::string_view::npos) return;
  found_ = fmt::format("UE {} printed \"{}\"", rank, line);
}

bool RunCommand::all_exited(const std::vector<int>& cores) const {
  return std::ranges::all_of(cores,
                             [this](int core) { return system_.exit_status(core).has_value(); });
}

}  // namespace rc::sim::console
