// The mesh as a SystemC module: one target and one initiator socket per end point, the mesh clock,
// and any noc::NetworkIf behind them. The clock only runs in the cycles in which the network has
// something to do: NetworkIf's contract lets the others be skipped.
//
// Messages stay in a pool while they are in the mesh. A network that keeps packets gets their slots
// as packet ids, any other one their flits.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "hw_model/kernel/changing_clock.h"
#include "hw_model/noc/network_if.h"
#include "hw_model/systemc/agent_module.h"
#include "hw_model/systemc/calendar_module.h"
#include "hw_model/systemc/message_payload.h"
#include "hw_model/systemc/waiting_messages.h"
#include "hw_model/transaction/message_pool.h"

namespace rc::systemc {

class MeshModule : public sc_core::sc_module, public CalendarAgent, private MessageEntry {
 public:
  using Target = tlm_utils::simple_target_socket_tagged<MeshModule>;
  using Initiator = tlm_utils::simple_initiator_socket_tagged<MeshModule>;
  // Called for every message at the instant it enters and at the instant it leaves the network.
  using Observer = std::function<void(kernel::Picos, const tile::Message&, bool entering)>;

  MeshModule(sc_core::sc_module_name name, CalendarModule& calendar, kernel::ChangingClock clock,
             std::vector<noc::EndPoint> end_points, std::unique_ptr<noc::NetworkIf> network);

  Target& in(std::size_t index) { return *in_[index]; }
  Initiator& out(std::size_t index) { return *out_[index]; }
  // Binds the agent's sockets to those of end point `index`. `direct`: messages go to and from the
  // agent's receive() and send() without a payload; for agents whose sockets have no other user.
  void attach(AgentModule& agent, std::size_t index, bool direct);
  void observe(Observer observer) { observer_ = std::move(observer); }

  // A message that an agent has ready at `ready` cannot be delivered before ready + this, as long
  // as the clock gets no change.
  kernel::Picos lookahead() const {
    return {clock_.least_period(calendar_.present()).value * min_latency_};
  }
  // ChangingClock::change(), at an instant that no agent has simulated. Messages that wait for a
  // mesh cycle get that of the new clock.
  void change_clock(kernel::Picos asked, unsigned number, kernel::Picos period);

  const noc::NetworkIf& network() const { return *network_; }
  const kernel::ChangingClock& clock() const { return clock_; }
  std::uint64_t packets() const { return packets_; }  // injected so far

  // For a snapshot, between two runs of the calendar.
  void archive(kernel::Archive& archive);

 private:
  tlm::tlm_sync_enum transport(int end_point, tlm::tlm_generic_payload& payload,
                               tlm::tlm_phase& phase, sc_core::sc_time& delay);
  tlm::tlm_sync_enum backward(int end_point, tlm::tlm_generic_payload& payload,
                              tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void act() override;
  bool enter(std::size_t end_point, const tile::Message& message, kernel::Picos ready) override;
  void inject(tile::MessagePool::Slot slot);
  void inject_flits(tile::MessagePool::Slot slot);
  void delivered(const noc::Packet& packet);
  void hand_over(const tile::Message& message);
  kernel::Picos time_of_cycle(kernel::Cycle cycle) const;
  void schedule();

  kernel::Calendar& calendar_;
  kernel::ChangingClock clock_;
  std::unique_ptr<noc::NetworkIf> network_;
  kernel::Cycle min_latency_;  // of the network
  bool keeps_packets_;
  std::vector<std::uint16_t> end_point_at_;  // by place(); kNowhere
  std::vector<std::unique_ptr<Target>> in_;
  std::vector<std::unique_ptr<Initiator>> out_;
  std::vector<AgentModule::Receiver> direct_;  // by end point; none: by its socket
  tile::MessagePool messages_;
  WaitingMessages waiting_;
  std::vector<std::uint64_t> sequence_;
  std::uint64_t packets_ = 0;
  noc::Packet header_;               // of the packet that is injected, if the network keeps packets
  kernel::Cycle cycle_ = 0;          // in which the mesh acts next
  bool acting_ = false;              // ... and now
  kernel::Cycle next_tick_;          // of the network
  kernel::Cycle earliest_delivery_;  // of what is in the network
  MessagePayload payload_;
  Observer observer_;
};

}  // namespace rc::systemc
