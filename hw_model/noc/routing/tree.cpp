// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/routing/tree.h"

#include "hw_model/kernel/random.h"

namespace rc::noc {

Tree::Tree(const Topology& topology)
    : topology_(topology), k_(topology.shape.radix), wide_(topology.shape.sizes[1]) {
  std::uint32_t power = 1;
  for (unsigned level = 0; level < topology.shape.sizes[0]; ++level) {
    for (std::uint32_t place = 0; place < wide_; ++place) {
      subtree_.push_back(static_cast<std::uint16_t>(place / power));
      down_.push_back(static_cast<PortId>(level == 0 ? 0 : place / power_.back() % k_));
    }
    power_.push_back(power);
    power *= k_;
  }
}

void TreeAdaptive::route(RouterId at, unsigned, unsigned, Head& head, Choices& choices) const {
  if (arrived(at, head, choices)) return;
  const RouterId target = last_router(head);
  if (tree_.above(at, target)) {
    choices.add(tree_.down(at, target), all(head));
    return;
  }
  for (unsigned way = 0; way < tree_.ways(); ++way) choices.add(tree_.ways() + way, all(head));
}

void TreeOfTwo::route(RouterId at, unsigned, unsigned, Head& head, Choices& choices) const {
  if (arrived(at, head, choices)) return;
  const RouterId target = last_router(head);
  if (tree_.above(at, target)) {
    choices.add(tree_.down(at, target), all(head));
    return;
  }
  const PortId one = tree_.up(at, head.hash);
  const std::uint64_t again = kernel::splitmix64((std::uint64_t{head.hash} << 32) + at);
  const auto other = static_cast<PortId>(tree_.ways() + again % tree_.ways());
  choices.add(one, all(head));
  if (other != one) choices.add(other, all(head));
}

}  // namespace rc::noc
