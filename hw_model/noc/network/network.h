// SPDX-License-Identifier: Apache-2.0
// A network with its statistics: what MeshNetwork, cycle by cycle, EventNetwork, event by event,
// and PinNetwork, from elsewhere, have in common. All statistics are those after the last tick().
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "hw_model/noc/network_if.h"
#include "hw_model/noc/params.h"
#include "hw_model/noc/pin_statistics.h"
#include "hw_model/noc/router/buffer_audit.h"

namespace rc::noc {

struct LinkCounters {
  std::array<std::array<std::uint64_t, kMaxVcs>, kPorts> flits{};  // sent, by output port and VC
  bool operator==(const LinkCounters&) const = default;
  template <class Archive>
  void archive(Archive& archive) {
    archive(flits);
  }
};

class Network : public NetworkIf {
 public:
  // Queues one packet for several end points, each once: where their ways part, routers copy it.
  // Each copy is delivered as a packet of its own. kernel::InputError from a network that copies
  // none.
  virtual void multicast(const Packet& packet, std::span<const EndId> destinations);
  // Whether it computes every cycle. Its saved state is of another kind than that of one by events.
  virtual bool stepped() const { return true; }
  // Whether it has routers of ours: those whose links and buffers are known.
  virtual bool has_routers() const { return true; }
  // Of a mesh or torus of five-port routers; nothing from any other network.
  virtual LinkCounters links(unsigned, unsigned) const { return {}; }
  virtual BufferAudit buffers(unsigned, unsigned) const { return {}; }
  // Of a network on a graph; nothing from any other. By (Graph::output_base + port) * VCs + VC of
  // the next buffer: flits that have left the router.
  virtual std::vector<std::uint64_t> flits_sent() const { return {}; }
  // By (Graph::input_base + port) * VCs + VC: the sum over all flits, up to the last tick, of the
  // cycles for which each held a slot (docs/noc.md, "buffers").
  virtual std::vector<std::uint64_t> slots_held() const { return {}; }
  // Of a network that is known by its pins only; nothing from any other.
  virtual std::optional<PinStatistics> pin_statistics() const { return {}; }
  virtual std::uint64_t injected_flits() const = 0;
  virtual std::uint64_t ejected_flits() const = 0;
  // Packets not completely sent: of one sender, and in total. Senders are end points, in the order of
  // the constructor's list; or, where a network has several traffic classes, those of each end point
  // in a row.
  virtual std::size_t queued(std::size_t sender) const = 0;
  virtual std::uint64_t queued_packets() const = 0;
  // Router evaluations so far, without those left out for idle routers.
  virtual std::uint64_t router_ticks() const = 0;
  // Flit conservation over the whole network. kernel::MachineError if violated.
  virtual void check() const = 0;

 protected:
  static void check_conservation(std::uint64_t injected, std::uint64_t ejected,
                                 std::uint64_t inside);
};

// Makes a network with these end points.
using NetworkFactory = std::function<std::unique_ptr<Network>(const NocParams& params,
                                                              std::vector<EndPoint> end_points)>;

}  // namespace rc::noc
