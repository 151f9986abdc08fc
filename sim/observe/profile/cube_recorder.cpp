// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/profile/cube_recorder.h"

#include <algorithm>
#include <cmath>

namespace rc::sim::observe {

void CubeRecorder::moved(const ipsc::Message& message, kernel::Picos time, bool leaving) {
  if (message.to_host) return;
  kernel::Picos& sent = sent_[message.source];
  if (leaving) {
    sent = time;
  } else if (messages_.size() < most_) {
    messages_.push_back({message.source, message.destination,
                         static_cast<std::uint32_t>(message.data.size()), sent, time});
  } else {
    ++lost_;
  }
}

std::map<ipsc::Link, std::uint64_t> CubeRecorder::bytes_by_channel() const {
  std::map<ipsc::Link, std::uint64_t> bytes;
  for (const Message& message : messages_) {
    for (const ipsc::Link& channel : ipsc::ecube_route(message.from, message.to))
      bytes[channel] += message.bytes;
  }
  return bytes;
}

std::vector<std::uint32_t> CubeRecorder::load(const ipsc::Link& channel, std::uint64_t bin_ps,
                                              std::size_t bins) const {
  std::vector<double> bytes(bins);
  for (const Message& message : messages_) {
    const auto route = ipsc::ecube_route(message.from, message.to);
    if (std::ranges::find(route, channel) == route.end()) continue;
    const std::uint64_t begin = message.sent.value,
                        end = std::max(message.received.value, begin + 1);
    for (std::uint64_t bin = begin / bin_ps; bin < bins && bin * bin_ps < end; ++bin) {
      const std::uint64_t from = std::max(begin, bin * bin_ps),
                          to = std::min(end, (bin + 1) * bin_ps);
      bytes[bin] += static_cast<double>(message.bytes) * static_cast<double>(to - from) /
                    static_cast<double>(end - begin);
    }
  }
  std::vector<std::uint32_t> whole(bins);
  // What rounding leaves of a bin goes to the next.
  double sum = 0, told = 0;
  for (std::size_t bin = 0; bin < bins; ++bin) {
    sum += bytes[bin];
    whole[bin] = static_cast<std::uint32_t>(std::max(0.0, std::round(sum) - told));
    told += whole[bin];
  }
  return whole;
}

}  // namespace rc::sim::observe
