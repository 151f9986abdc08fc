// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/profile/page_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "sim/report/page.h"

namespace rc::sim::observe {

report::RunNumbers page_numbers(const run::FirmwareJob& job, const RunRecorder& recorder,
                                const MeshRecorder* mesh, const CubeRecorder* cube,
                                const run::FirmwareRun* run) {
  const report::Origin from = report::origin();
  report::RunNumbers numbers;
  numbers.command = from.command;
  numbers.date = from.date;
  numbers.version = from.version;
  numbers.commit = from.commit;
  numbers.machine = job.machine.name;
  numbers.kinds.assign(kKindNames.begin(), kKindNames.end());
  for (std::size_t rank = 0; rank < recorder.cores().size(); ++rank) {
    const CoreTimes& times = recorder.cores()[rank]->times();
    numbers.cores.push_back(
        {recorder.core_name(rank), {times.kinds().begin(), times.kinds().end()}});
  }
  const kernel::Picos end = run != nullptr ? run->result.time : recorder.end();
  numbers.us = static_cast<double>(end.value) * 1e-6;
  for (const FunctionTime& each : recorder.functions())
    numbers.functions.push_back({each.name, each.self[kCycles], each.self[kInstructions],
                                 each.self[kFetchStall] + each.self[kL2Stall] +
                                     each.self[kReadStall] + each.self[kWriteStall]});
  if (mesh != nullptr && mesh->with_links()) {
    numbers.link_unit = "flits";
    mesh->each_link([&](unsigned x, unsigned y, unsigned port, const auto& flits) {
      numbers.links.push_back({fmt::format("({},{}) {}", x, y, "NESWL"[port]),
                               std::accumulate(flits.begin(), flits.end(), std::uint64_t{0})});
    });
  }
  if (cube != nullptr) {
    numbers.link_unit = "bytes";
    for (const auto& [channel, bytes] : cube->bytes_by_channel())
      numbers.links.push_back({fmt::format("{} to {}", channel.node, channel.neighbour()), bytes});
  }
  return numbers;
}

}  // namespace rc::sim::observe
