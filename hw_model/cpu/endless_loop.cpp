// SPDX-License-Identifier: Apache-2.0
#include "hw_model/cpu/endless_loop.h"

#include <algorithm>

#include "hw_model/kernel/archive.h"
#include "hw_model/kernel/error.h"

namespace rc::cpu {
namespace {

// Of a loop that needs no bus, in which each instruction may be the first: less than a tenth of a
// second of the host. And of one that asks the bus: it is only looked at where it does.
constexpr std::uint64_t kMostAlone = 200'000, kMostAsking = 4'000'000;
constexpr kernel::Cycle kLatency = 100;  // of the bus, whatever it is: it only has to be the same

class Loads : public CoreAccessObserver {
 public:
  void accessed(unsigned, const CoreAccess& access) override {
    if (!access.store && std::ranges::find(all, access.paddr, &CoreAccess::paddr) == all.end())
      all.push_back(access);
  }

  std::vector<CoreAccess> all;
};

enum class Went { on, asked, astray };

// For `cycles`, or up to an answer of the bus, or to where the core enables interrupts. Astray: to
// what is not known.
Went go(Core& core, kernel::Cycle cycles, const Surroundings& around) {
  if (around.interrupt_comes && core.interrupts_enabled()) return Went::astray;
  const Stop stop = core.run(core.now() + cycles, false);
  if (stop == Stop::limit) return Went::on;
  BusReply reply;
  if ((stop != Stop::request && stop != Stop::wait_bus) || !around.known(core.request(), reply))
    return Went::astray;
  core.complete(std::max(core.now(), core.request_cycle() + kLatency), reply);
  return Went::asked;
}

// Up to its first answer, if it asks within kMostAlone instructions.
Went go_to_answer(Core& core, const Surroundings& around) {
  const std::uint64_t last = core.counters().instructions + kMostAlone;
  Went went = Went::on;
  while (went == Went::on && core.counters().instructions < last) went = go(core, 1000, around);
  return went;
}

// From where it is to where it is so again.
std::optional<kernel::Cycle> cycles_of_a_pass(Core& core, const Surroundings& around) {
  const Went begins = go_to_answer(core, around);
  if (begins == Went::astray) return std::nullopt;
  const bool asks = begins == Went::asked;
  const kernel::Cycle begin = core.now(), cycles = asks ? 1000 : 1;
  const std::uint64_t last = core.counters().instructions + (asks ? kMostAsking : kMostAlone);
  kernel::StateImage image;
  core.fingerprint(begin, image);
  core.watch_stores(true);
  while (core.counters().instructions < last) {
    const Went went = go(core, cycles, around);
    if (went == Went::astray) return std::nullopt;
    if (asks && went != Went::asked) continue;
    image.compare();
    core.fingerprint(core.now(), image);
    if (image.same() && core.now() != begin && core.stores_neutral()) return core.now() - begin;
  }
  return std::nullopt;
}

}  // namespace

std::string words_of(const EndlessLoop& loop) {
  return ", in a loop without an end, of " + std::to_string(loop.cycles) + " cycles a pass";
}

std::optional<EndlessLoop> endless_loop(Core& core, const CoreParams& params, std::uint32_t from,
                                        const Surroundings& around) {
  kernel::Archive saved;
  core.archive(saved);
  saved.finish();
  Core copy(params, core.id());
  kernel::Archive loaded(saved.bytes());
  copy.archive(loaded);

  Loads loads;
  copy.observe_accesses(&loads, 0, from);
  try {
    if (const auto cycles = cycles_of_a_pass(copy, around)) return EndlessLoop{*cycles, loads.all};
  } catch (const kernel::MachineError&) {
    // It fails sooner or later, and says so itself.
  }
  return std::nullopt;
}

}  // namespace rc::cpu
