// A k x m mesh of routers with a network interface at every end point.
//
// Two-phase: in each cycle all routers sample what their neighbours drove in the cycle before, so
// the order of evaluation does not matter. Only routers with a flit inside or something at their
// pins are ticked; skipping the others changes nothing.
//
// Zero-load latency of a packet of n flits over k routers (k = hops + 1): injected before tick(c),
// it is delivered in tick(c + k * pipeline + n - 1).
//
// Network interface: unbounded queue, one flit per cycle, output VC chosen as a router would (round
// robin among the class's free VCs that can hold the whole packet); ejection always accepts and
// returns the credit at once. Router implementations are made by the caller and may be mixed.
//
// Checks: in builds without NDEBUG every tick proves that no flit or credit was lost; check() does
// it on demand. A packet that does not move for kStuckCycles ends the run with a MachineError.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "hw_model/noc/network_if.h"
#include "hw_model/noc/params.h"
#include "hw_model/noc/router_if.h"

namespace rc::noc {

using RouterFactory =
    std::function<std::unique_ptr<RouterIf>(const NocParams& params, unsigned x, unsigned y)>;

// The C++ cycle model everywhere.
std::unique_ptr<RouterIf> make_model_router(const NocParams& params, unsigned x, unsigned y);

struct LinkCounters {
  std::array<std::array<std::uint64_t, kMaxVcs>, kPorts> flits{};  // sent, by output port and VC
};

class MeshNetwork final : public NetworkIf {
 public:
  static constexpr std::uint64_t kStuckCycles = 100'000;

  // kernel::InputError for a topology that cannot be (end points outside it or on inner ports).
  MeshNetwork(const NocParams& params, std::vector<EndPoint> end_points,
              const RouterFactory& factory = make_model_router);

  void inject(const Packet& packet) override;
  void on_delivery(Delivery delivery) override { delivery_ = std::move(delivery); }
  void tick(std::uint64_t cycle) override;
  bool idle() const override { return next_active_.empty() && queued_ == 0; }
  std::uint64_t next_busy_cycle(std::uint64_t cycle) const override { return cycle + 1; }

  const RouterIf& router(unsigned x, unsigned y) const {
    return *nodes_[y * params_.cols + x].router;
  }
  const LinkCounters& links(unsigned x, unsigned y) const {
    return nodes_[y * params_.cols + x].links;
  }
  std::uint64_t injected_flits() const { return injected_flits_; }
  std::uint64_t ejected_flits() const { return ejected_flits_; }
  // Flit conservation: what went in and did not come out is in the routers or on a link.
  // kernel::MachineError if not.
  void check() const;

 private:
  struct Interface {
    EndPoint at;
    std::uint32_t node = 0;
    std::deque<Packet> queue;
    std::uint8_t sent = 0;  // flits of queue.front() already sent
    std::uint8_t vc = 0;
    std::array<std::uint8_t, kMaxVcs> credits{};
    std::array<std::uint8_t, 2> next_vc{};
    std::array<Packet, kMaxVcs> incoming;  // by VC: a packet being put together
    std::array<std::uint8_t, kMaxVcs> received{};
  };
  struct Node {
    std::unique_ptr<RouterIf> router;
    std::array<RouterPins, 2> in;                   // this cycle's and the next's
    std::array<std::int32_t, kPorts> neighbour{};   // node, or -1
    std::array<std::int32_t, kPorts> interface {};  // end point, or -1
    bool listed = false;
    std::uint64_t last_tick = 0;
    LinkCounters links;
  };

  void activate(std::uint32_t node);
  void send_from(Interface& interface);
  void eject(std::uint32_t interface, const Flit& flit);
  void scatter(std::uint32_t node, const RouterPins& out);

  NocParams params_;
  unsigned class_vcs_;
  std::vector<Node> nodes_;
  std::vector<Interface> interfaces_;
  std::vector<std::int32_t> interface_of_;  // node * kPorts + port
  std::vector<std::uint32_t> active_, next_active_;
  std::vector<std::uint32_t> senders_;  // interfaces with a queue
  struct Arrival {
    std::uint32_t interface;
    Flit flit;
  };
  std::vector<Arrival> arrivals_, next_arrivals_;
  std::size_t queued_ = 0;  // packets not completely sent
  unsigned phase_ = 0;
  std::uint64_t injected_flits_ = 0, ejected_flits_ = 0;
  std::uint64_t idle_cycles_ = 0;  // cycles in a row without any flit moving
  Delivery delivery_;
};

}  // namespace rc::noc
