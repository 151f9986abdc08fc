// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/check/polling.h"

namespace rc::sim::observe {

void Polling::loaded(unsigned core_id, scc::Place place, const cpu::CoreAccess& access) {
  Core& core = cores_[core_id];
  if (place != core.next || !access.cached) {
    core.run = 0;
    core.eips.clear();
  }
  core.run += access.bytes;
  core.next = place + access.bytes;
  if (core.eips.empty() || core.eips.back() != access.eip) core.eips.push_back(access.eip);
  if (core.run >= kCopy) {
    copies_.insert(core.eips.begin(), core.eips.end());
    core.eips.clear();
  }
  if (access.cached) return;
  const auto [before, fresh] = core.read.try_emplace(place, access.eip);
  if (!fresh && before->second == access.eip) {
    polls_.insert(access.eip);
    lines_.insert(place & ~scc::Place{SCC_LINE - 1});
  }
  before->second = access.eip;
}

}  // namespace rc::sim::observe
