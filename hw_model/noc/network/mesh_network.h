// SPDX-License-Identifier: Apache-2.0
// A k x m mesh or torus of routers with a network interface at every end point.
//
// Two-phase: in each cycle all routers sample what their neighbours drove in the cycle before, so
// the order of evaluation does not matter. Only routers with a flit inside or something at their
// pins are ticked; skipping the others changes nothing.
//
// Zero-load latency of a packet of n flits over k routers (k = hops + 1): injected before tick(c),
// it is delivered in tick(c + k * pipeline + n - 1).
//
// Router implementations are made by the caller and may be mixed. The network watches their pins in
// every build: no buffer overflows, no credit without a flit, no flit or credit missing when the
// network is idle. In builds without NDEBUG every tick also counts all flits, as check() does on
// demand. A flit that waits kStuckCycles in one VC ends the run, unless a flit moved that it could
// be waiting for. All of these are kernel::MachineError, naming router, port and VC.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "hw_model/noc/network/attachments.h"
#include "hw_model/noc/network/network.h"
#include "hw_model/noc/network/network_interface.h"
#include "hw_model/noc/network/starvation_watch.h"
#include "hw_model/noc/router/router_if.h"

namespace rc::noc {

using RouterFactory =
    std::function<std::unique_ptr<RouterIf>(const NocParams& params, unsigned x, unsigned y)>;

// The C++ cycle model everywhere.
std::unique_ptr<RouterIf> make_model_router(const NocParams& params, unsigned x, unsigned y);

// Makes a MeshNetwork with these routers.
NetworkFactory stepped(RouterFactory routers = make_model_router);

class MeshNetwork final : public Network {
 public:
  // kernel::InputError for parameters that no network can have, and for end points outside the
  // network or on inner ports.
  MeshNetwork(const NocParams& params, std::vector<EndPoint> end_points,
              const RouterFactory& factory = make_model_router);

  void inject(const Packet& packet) override;
  void on_delivery(Delivery delivery) override { delivery_ = std::move(delivery); }
  void tick(std::uint64_t cycle) override;
  bool idle() const override { return awake_ == 0 && senders_.empty(); }
  std::uint64_t min_latency() const override { return params_.pipeline; }

  std::uint64_t cycle() const { return cycle_; }  // of the tick under way, or else the last
  const RouterIf& router(unsigned x, unsigned y) const { return *node(x, y).router; }
  LinkCounters links(unsigned x, unsigned y) const override { return node(x, y).links; }
  BufferAudit buffers(unsigned x, unsigned y) const override { return node(x, y).buffers; }
  std::uint64_t injected_flits() const override { return injected_flits_; }
  std::uint64_t ejected_flits() const override { return ejected_flits_; }
  std::size_t queued(std::size_t end_point) const override {
    return interfaces_[end_point].queued();
  }
  std::uint64_t queued_packets() const override;
  std::uint64_t router_ticks() const override { return router_ticks_; }
  void check() const override;
  void archive(kernel::Archive& archive) override;

  // For tests: evaluates routers in this order (a permutation of x + cols * y) instead of
  // ascending. The results are the same.
  void set_evaluation_order(std::vector<std::uint32_t> order);

 private:
  struct Node {
    std::unique_ptr<RouterIf> router;
    std::array<RouterPins, 2> in;  // this cycle's and the next's
    std::int32_t flits = 0;        // inside the router
    BufferAudit buffers;
    LinkCounters links;
  };
  struct Arrival {
    std::uint32_t interface;
    Flit flit;

    template <class Archive>
    void archive(Archive& archive) {
      archive(interface, flit);
    }
  };

  const Node& node(unsigned x, unsigned y) const { return nodes_[x + params_.cols * y]; }
  static std::vector<Node> make_nodes(const NocParams& params, const RouterFactory& factory);
  void eject_arrivals();
  void send_queued();
  void evaluate(std::uint32_t index);
  void scatter_flits(std::uint32_t index, const RouterPins& out);
  void scatter_credits(std::uint32_t index, const RouterPins& out);
  void drive(std::uint32_t index, unsigned port, const Flit& flit, unsigned phase);
  void wake(std::uint32_t index);
  void expect_places(const kernel::Archive& archive) const;
  NocParams params_;
  std::vector<Node> nodes_;  // made first: errors of their routers come first
  Attachments attachments_;
  StarvationWatch starvation_;
  std::vector<NetworkInterface> interfaces_;
  std::vector<std::uint64_t> active_, next_active_;  // nodes to evaluate, as bits
  std::vector<std::uint32_t> order_;                 // of evaluation; empty: ascending
  std::vector<std::uint32_t> senders_;               // interfaces with a queue
  std::vector<Arrival> arrivals_, next_arrivals_;
  std::uint64_t cycle_ = 0;
  unsigned phase_ = 0;
  std::uint64_t awake_ = 0;  // nodes in next_active_
  std::uint64_t held_ = 0;   // flits in input buffers, by the pins
  std::uint64_t injected_flits_ = 0, ejected_flits_ = 0, router_ticks_ = 0;
  Delivery delivery_;
};

}  // namespace rc::noc
