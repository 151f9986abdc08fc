// SPDX-License-Identifier: Apache-2.0
// Finds flits that wait for ever: in a deadlock, or behind an arbiter that never serves them.
//
// Far upstream of a congested link a flit may wait long while others are served. So a VC in which
// nothing moved for kStuckCycles is a fault only if nothing moved in the buffers that it could be
// waiting for.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "hw_model/noc/network/attachments.h"
#include "hw_model/noc/router/buffer_audit.h"

namespace rc::noc {

class StarvationWatch {
 public:
  static constexpr std::uint64_t kStuckCycles = 100'000;
  struct Place {
    std::uint32_t router;
    unsigned port, vc;
  };
  // The buffers of a router as they are now.
  using Buffers = std::function<BufferAudit(std::uint32_t router)>;

  StarvationWatch(const NocParams& params, const Attachments& attachments);

  // The cycle from which on look() wants to be called again.
  std::uint64_t next() const { return next_; }
  // kernel::MachineError for a VC in which nothing has moved since the call before.
  void look(std::uint64_t cycle, const Buffers& buffers);
  // Instead of look(), if the caller knows that no flit waits.
  void nothing_waits(std::uint64_t cycle) { next_ = cycle + kStuckCycles; }
  template <class Archive>
  void archive(Archive& archive) {
    archive.fixed(left_before_);
    archive(next_);
  }

 private:
  bool waits_for_movement(const Place& stuck, const std::vector<bool>& moved) const;
  bool holds_class(std::uint32_t router, unsigned port, unsigned message_class) const;
  std::size_t place_of(std::uint32_t router, unsigned port, unsigned message_class) const {
    return (router * kPorts + port) * params_.message_classes + message_class;
  }

  NocParams params_;
  const Attachments& attachments_;
  std::vector<BufferAudit> buffers_;        // at this call
  std::vector<std::uint64_t> left_before_;  // BufferAudit::left() at the call before
  std::uint64_t next_ = kStuckCycles;
};

}  // namespace rc::noc
