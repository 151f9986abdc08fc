// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/traffic/classed_traffic.h"

#include <string>

#include "hw_model/kernel/error.h"

namespace rc::noc {
ClassedTraffic::ClassedTraffic(const EndGrid& grid, const std::vector<ClassTraffic>& classes) {
  if (classes.empty() || classes.size() > kMaxTrafficClasses)
    throw kernel::InputError(std::to_string(classes.size()) + " traffic classes: expected 1 to " +
                             std::to_string(kMaxTrafficClasses));
  EndGrid of_one = grid;
  of_one.message_classes = 1;
  for (std::size_t number = 0; number < classes.size(); ++number) {
    const ClassTraffic& one = classes[number];
    if (one.message_class >= grid.message_classes)
      throw kernel::InputError("traffic class " + std::to_string(number) + ": message class " +
                               std::to_string(one.message_class) + ", expected below " +
                               std::to_string(grid.message_classes));
    SyntheticSettings settings = one.traffic;
    if (number != 0) settings.seed = kernel::splitmix64(settings.seed + number);
    parts_.push_back(
        {SyntheticTraffic(of_one, Pattern(grid, one.pattern), settings), one.message_class});
  }
  for (std::uint32_t node = 0; node < grid.nodes(); ++node) {
    double rate = 0;
    for (const Part& part : parts_) rate += part.traffic.offered(node).rate;
    if (rate > kMostOffered)
      throw kernel::InputError("node " + std::to_string(node) + " would send " +
                               std::to_string(rate) +
                               " flits a cycle in all traffic classes, expected at most 1");
  }
}

std::optional<Demand> ClassedTraffic::next(std::uint32_t sender) {
  const std::uint32_t number = sender % traffic_classes();
  std::optional<Demand> demand = parts_[number].traffic.next(sender / traffic_classes());
  if (!demand) return demand;
  demand->traffic_class = static_cast<std::uint8_t>(number);
  demand->message_class = parts_[number].message_class;
  return demand;
}

OfferedLoad ClassedTraffic::offered(std::uint32_t sender) const {
  return parts_[sender % traffic_classes()].traffic.offered(sender / traffic_classes());
}

}  // namespace rc::noc
