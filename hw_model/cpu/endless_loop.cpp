// SPDX-License-Identifier: Apache-2.0
#include "hw_model/cpu/endless_loop.h"

#include <algorithm>

#include "hw_model/kernel/archive.h"
#include "hw_model/kernel/error.h"

namespace rc::cpu {
namespace {

// Of any loop that waits for something. The copy is looked at after each instruction, so that this
// many take less than a tenth of a second of the host.
constexpr std::uint64_t kMostInstructions = 200'000;

constexpr kernel::Cycle kLatency = 100;  // of the bus, whatever it is: it only has to be the same

class Loads : public CoreAccessObserver {
 public:
  void accessed(unsigned, const CoreAccess& access) override {
    if (!access.store && std::ranges::find(all, access.paddr, &CoreAccess::paddr) == all.end())
      all.push_back(access);
  }

  std::vector<CoreAccess> all;
};

// One instruction, or what the core waits for. False if that is not known.
bool step(Core& core, const KnownRead& known) {
  const Stop stop = core.run(core.now() + 1, false);
  if (stop == Stop::limit) return true;
  BusReply reply;
  if ((stop != Stop::request && stop != Stop::wait_bus) || !known(core.request(), reply))
    return false;
  core.complete(std::max(core.now(), core.request_cycle() + kLatency), reply);
  return true;
}

}  // namespace

std::optional<EndlessLoop> endless_loop(Core& core, const CoreParams& params, std::uint32_t from,
                                        const KnownRead& known) {
  kernel::Archive saved;
  core.archive(saved);
  saved.finish();
  Core copy(params, core.id());
  kernel::Archive loaded(saved.bytes());
  copy.archive(loaded);

  Loads loads;
  copy.observe_accesses(&loads, 0, from);
  try {
    if (!step(copy, known)) return std::nullopt;  // from here on no other latency counts
    const kernel::Cycle begin = copy.now();
    const std::uint64_t last = copy.counters().instructions + kMostInstructions;
    kernel::StateImage image;
    copy.fingerprint(begin, image);
    copy.watch_stores(true);
    while (copy.counters().instructions < last) {
      if (!step(copy, known)) return std::nullopt;
      image.compare();
      copy.fingerprint(copy.now(), image);
      if (image.same() && copy.now() != begin && copy.stores_neutral())
        return EndlessLoop{copy.now() - begin, loads.all};
    }
  } catch (const kernel::MachineError&) {
    // It fails sooner or later, and says so itself.
  }
  return std::nullopt;
}

}  // namespace rc::cpu
