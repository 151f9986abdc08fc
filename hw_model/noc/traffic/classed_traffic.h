// SPDX-License-Identifier: Apache-2.0
// Several kinds of traffic at once: each class has its own pattern, rate, sizes and arrivals, and at
// every node a queue of its own.
#pragma once

#include <memory>
#include <vector>

#include "hw_model/noc/traffic/synthetic_traffic.h"

namespace rc::noc {

inline constexpr unsigned kMaxTrafficClasses = 8;

// `traffic.sizes` is one mix, `traffic.rate` that of this class.
struct ClassTraffic {
  PatternSettings pattern;
  SyntheticSettings traffic;
  std::uint8_t message_class = 0;  // whose VCs its packets use
};

class ClassedTraffic final : public TrafficSource {
 public:
  // Streams of random numbers are drawn from `traffic.seed` and the class; those of class 0 are those
  // of SyntheticTraffic. kernel::InputError, one line, as there, and for a node of more than a flit
  // a cycle in all classes together, a message class that is not there, no class or too many.
  ClassedTraffic(const EndGrid& grid, const std::vector<ClassTraffic>& classes);

  unsigned traffic_classes() const override { return static_cast<unsigned>(parts_.size()); }
  std::optional<Demand> next(std::uint32_t sender) override;
  OfferedLoad offered(std::uint32_t sender) const override;

 private:
  struct Part {
    SyntheticTraffic traffic;
    std::uint8_t message_class;
  };
  std::vector<Part> parts_;
};

}  // namespace rc::noc
