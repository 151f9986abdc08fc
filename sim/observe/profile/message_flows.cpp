// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/profile/message_flows.h"

#include <algorithm>
#include <map>

namespace rc::sim::observe {

std::vector<MessageFlow> message_flows(const RunRecorder& recorder) {
  struct Access {
    std::size_t rank;
    const MpbTransfer* transfer;
    kernel::Picos begin, end;
    kernel::Picos order() const { return transfer->write ? begin : end; }
  };
  struct Written {
    std::size_t rank;
    kernel::Picos begin, end;
  };
  constexpr std::uint32_t kLine = 32;
  std::vector<Access> all;
  for (std::size_t rank = 0; rank < recorder.cores().size(); ++rank) {
    for (const MpbTransfer& each : recorder.cores()[rank]->transfers())
      all.push_back(
          {rank, &each, recorder.time_of(rank, each.begin), recorder.time_of(rank, each.end)});
  }
  std::ranges::stable_sort(all, {}, &Access::order);
  std::map<std::pair<std::uint32_t, std::uint32_t>, Written> last;  // by core and line
  std::vector<MessageFlow> flows;
  for (const Access& access : all) {
    const MpbTransfer& t = *access.transfer;
    const Written* newest = nullptr;
    for (std::uint32_t line = t.first / kLine; line <= t.last / kLine; ++line) {
      if (t.write) {
        last[{t.core, line}] = {access.rank, access.begin, access.end};
      } else if (const auto found = last.find({t.core, line});
                 found != last.end() && (!newest || found->second.end > newest->end)) {
        newest = &found->second;
      }
    }
    if (newest != nullptr && newest->rank != access.rank && newest->end <= access.end)
      flows.push_back({newest->rank, access.rank, newest->begin, newest->end, access.end,
                       t.last - t.first + 1});
  }
  return flows;
}

}  // namespace rc::sim::observe
