// SPDX-License-Identifier: Apache-2.0
// The project's mesh in the place of a ring: the same stops, numbered line by line, each at a
// router's local port. Addresses and acknowledgements are packets of one flit, data of five;
// acknowledgements and data travel as responses.
#pragma once

#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "hw_model/coherent/ring/params.h"
#include "hw_model/coherent/ring/transport.h"
#include "hw_model/noc/network/network.h"

namespace rc::coherent {

class MeshTransport final : public Transport {
 public:
  explicit MeshTransport(const RingParams& params);

  unsigned stops() const override { return stops_; }
  std::optional<kernel::Picos> send(kernel::Picos now, const Message& message) override;
  kernel::Picos next() const override;
  std::optional<Message> arrived() override;

 private:
  void inject(std::uint32_t id);
  kernel::Cycle next_cycle() const;

  std::uint64_t period_;
  std::uint64_t stop_;  // picoseconds into the network and out of it
  unsigned stops_;
  std::unique_ptr<noc::Network> network_;
  std::vector<Message> inside_;                                   // by packet id
  std::vector<std::uint32_t> unused_;                             // of inside_
  std::deque<std::pair<kernel::Cycle, std::uint32_t>> entering_;  // from which cycle on
  std::deque<Message> delivered_;
  kernel::Cycle cycle_ = 0, next_ = noc::NetworkIf::kNever;
};

}  // namespace rc::coherent
