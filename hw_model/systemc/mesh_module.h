// The mesh as a SystemC module: one target and one initiator socket per end point, the mesh clock,
// and any noc::NetworkIf behind them. The clock only runs while the network has flits: NetworkIf's
// contract lets idle cycles be skipped.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <exception>
#include <functional>
#include <memory>
#include <queue>
#include <systemc>
#include <vector>

#include "hw_model/kernel/time.h"
#include "hw_model/noc/network_if.h"
#include "hw_model/systemc/message_payload.h"

namespace rc::systemc {

class MeshModule : public sc_core::sc_module {
 public:
  using Target = tlm_utils::simple_target_socket_tagged<MeshModule>;
  using Initiator = tlm_utils::simple_initiator_socket_tagged<MeshModule>;
  // Called for every message at the instant it enters and at the instant it leaves the network.
  using Observer = std::function<void(kernel::Picos, const tile::Message&, bool entering)>;

  MeshModule(sc_core::sc_module_name name, kernel::ClockDomain clock, unsigned cycles_per_hop,
             std::vector<noc::EndPoint> end_points, std::unique_ptr<noc::NetworkIf> network);

  Target& in(std::size_t index) { return *in_[index]; }
  Initiator& out(std::size_t index) { return *out_[index]; }
  void observe(Observer observer) { observer_ = std::move(observer); }

  // No message that the network has can be delivered before this time.
  kernel::Picos earliest_delivery() const;
  // A message that an agent has ready at `ready` cannot be delivered before ready + this.
  kernel::Picos lookahead() const { return {clock_.period().value * cycles_per_hop_}; }

  // SystemC would turn an exception that leaves a process into a report of its own. Every process
  // runs its body through guard(); the caller of sc_start() rethrows failure().
  template <class Body>
  void guard(Body body) {
    try {
      body();
    } catch (...) {
      failure_ = std::current_exception();
      sc_core::sc_stop();
    }
  }
  const std::exception_ptr& failure() const { return failure_; }

  const noc::NetworkIf& network() const { return *network_; }
  const kernel::ClockDomain& clock() const { return clock_; }

 private:
  struct Pending {
    kernel::Cycle cycle;
    std::uint64_t order;  // end point, then sequence: independent of the order of calls
    tile::Message message;
    bool operator>(const Pending& other) const {
      return cycle != other.cycle ? cycle > other.cycle : order > other.order;
    }
  };

  tlm::tlm_sync_enum transport(int end_point, tlm::tlm_generic_payload& payload,
                               tlm::tlm_phase& phase, sc_core::sc_time& delay);
  tlm::tlm_sync_enum backward(int end_point, tlm::tlm_generic_payload& payload,
                              tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void step() {
    guard([this] { cycle(); });
  }
  void cycle();
  void schedule(kernel::Cycle cycle);
  void delivered(const noc::Packet& packet);

  kernel::ClockDomain clock_;
  unsigned cycles_per_hop_;
  std::vector<noc::EndPoint> end_points_;
  std::unique_ptr<noc::NetworkIf> network_;
  std::vector<std::unique_ptr<Target>> in_;
  std::vector<std::unique_ptr<Initiator>> out_;
  std::priority_queue<Pending, std::vector<Pending>, std::greater<>> pending_;
  std::vector<std::uint64_t> sequence_;
  std::uint64_t packets_ = 0;
  kernel::Cycle next_cycle_ = ~kernel::Cycle{0};
  sc_core::sc_event wake_;
  MessagePayload payload_;
  Observer observer_;
  std::exception_ptr failure_;
};

}  // namespace rc::systemc
