// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/traffic/arrivals.h"

#include <algorithm>
#include <cmath>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"

namespace rc::noc {
namespace {

constexpr const char* kProcesses[] = {"bernoulli", "periodic", "bursts"};

double checked_change(double probability) {
  if (probability >= ArrivalGaps::kLeast && probability <= 1) return probability;
  throw kernel::InputError("bursts: a probability of " + std::to_string(probability) +
                           " that one begins or ends, expected above 0 to 1");
}

// BookSim's r1 = rate (1 + beta / alpha).
double checked_while_on(const ArrivalSettings& settings, double probability) {
  if (settings.process != ArrivalSettings::Process::bursts) return probability;
  const double while_on =
      probability * (1 + checked_change(settings.end) / checked_change(settings.begin));
  if (while_on <= 1) return while_on;
  throw kernel::InputError("bursts: " + std::to_string(while_on) +
                           " packets a cycle while a node is on, expected at most 1: a lower rate, "
                           "or more of the time on");
}

}  // namespace

ArrivalSettings::Process arrival_process(const std::string& name) {
  for (unsigned i = 0; i < std::size(kProcesses); ++i)
    if (name == kProcesses[i]) return static_cast<ArrivalSettings::Process>(i);
  throw kernel::InputError("arrivals '" + kernel::shown(name) +
                           "': expected bernoulli, periodic or bursts");
}

const char* name_of(ArrivalSettings::Process process) {
  return kProcesses[static_cast<unsigned>(process)];
}

Arrivals::Arrivals(const ArrivalSettings& settings, double probability)
    : settings_(settings),
      probability_(probability),
      while_on_(checked_while_on(settings, probability)),
      gaps_(while_on_),
      off_(settings.begin),
      on_(settings.end) {}

Arrivals::State Arrivals::start(kernel::Random& random) const {
  State state;
  if (settings_.process == ArrivalSettings::Process::periodic) state.phase = random.word();
  return state;
}

void Arrivals::advance(State& state, kernel::Random& random) const {
  switch (settings_.process) {
    case ArrivalSettings::Process::bernoulli:
      state.cycle += 1 + gaps_(random);
      break;
    case ArrivalSettings::Process::periodic: {
      const double periods =
          static_cast<double>(state.count++) + static_cast<double>(state.phase) / 4294967296.0;
      state.cycle = 1 + static_cast<std::uint64_t>(periods / probability_);
      break;
    }
    case ArrivalSettings::Process::bursts:
      advance_burst(state, random);
  }
}

// Off for at least a cycle, on for at least a cycle; the process has no memory, so that an arrival
// beyond the end of a burst is drawn again in the next one.
void Arrivals::advance_burst(State& state, kernel::Random& random) const {
  std::uint64_t next = std::max(state.cycle + 1, state.on_from) + gaps_(random);
  while (next >= state.on_until) {
    state.on_from = state.on_until + 1 + off_(random);
    state.on_until = state.on_from + 1 + on_(random);
    next = state.on_from + gaps_(random);
  }
  state.cycle = next;
}

double Arrivals::dispersion() const {
  switch (settings_.process) {
    case ArrivalSettings::Process::bernoulli:
      return 1 - probability_;
    case ArrivalSettings::Process::periodic:
      return 0;
    default: {
      // Whether a node is on stays so from cycle to cycle with correlation `kept`.
      const double on = settings_.begin / (settings_.begin + settings_.end);
      const double kept = 1 - settings_.begin - settings_.end;
      return 1 - probability_ +
             2 * while_on_ * while_on_ * on * (1 - on) * kept / (1 - kept) / probability_;
    }
  }
}

double Arrivals::period() const {
  if (settings_.process != ArrivalSettings::Process::bursts) return 1;
  return 1 / settings_.begin + 1 / settings_.end;
}

}  // namespace rc::noc
