// SPDX-License-Identifier: Apache-2.0
// The mesh as a SystemC module: a port for each end point, the mesh clock, and any noc::NetworkIf
// behind them. The clock only runs in the cycles in which the network has something to do:
// NetworkIf's contract lets the others be skipped.
//
// Messages stay in a pool while they are in the mesh. A network that keeps packets gets their slots
// as packet ids, any other one their flits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "hw_model/kernel/changing_clock.h"
#include "hw_model/kernel/time_queue.h"
#include "hw_model/noc/network_if.h"
#include "hw_model/scc/message/end_map.h"
#include "hw_model/scc/message/message_pool.h"
#include "hw_model/scc/message/message_port.h"
#include "hw_model/systemc/calendar_module.h"

namespace rc::scc {

class MeshModule final : public sc_core::sc_module, public systemc::CalendarAgent {
 public:
  // Called for every message at the instant it enters and at the instant it leaves the network.
  using Observer = std::function<void(kernel::Picos, const Message&, bool entering)>;

  MeshModule(sc_core::sc_module_name name, systemc::CalendarModule& calendar,
             kernel::ChangingClock clock, const EndMap& ends,
             std::unique_ptr<noc::NetworkIf> network);

  // Where the agent at end point `index` sends to. A message from there may enter the mesh after
  // its time, which is not before the last message that the agent got; an answer is sent from
  // within the agent's receive(). False if the mesh has no such destination.
  // std::logic_error for a message from the past.
  MessagePort& port(std::size_t index) { return entries_[index]; }
  // Messages for end point `index` go to `agent`, in order of arrival. Each end point needs one.
  // `prompt`: it sends one response to each request, from within receive(), and does nothing else.
  void attach(std::size_t index, MessagePort& agent, bool prompt = false) {
    agents_[index] = &agent;
    prompt_[index] = prompt;
  }
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
  // Before its counters are read: everything before `at`, the present, has happened.
  void look(kernel::Picos at);
  const kernel::ChangingClock& clock() const { return clock_; }
  std::uint64_t packets() const { return packets_; }  // injected so far

  // For a snapshot, between two runs of the calendar.
  void archive(kernel::Archive& archive);

 private:
  // An end point, as its agent sees it.
  class Entry final : public MessagePort {
   public:
    Entry(MeshModule& mesh, std::size_t index)
        : mesh_(mesh), place_(std::uint64_t{index} << kSequenceBits) {}
    bool receive(const Message& message, kernel::Picos ready) override;
    RoundTrip ask(const Message& request, kernel::Picos ready, unsigned asker, Message& response,
                  kernel::Picos& arrival) override;
    bool takes(const Message& write) const override {
      const noc::EndId to = mesh_.ends_.end_at(write.destination);
      return to != EndMap::kNowhere && mesh_.agents_[to]->takes(write);
    }

    template <class Archive>
    void archive(Archive& archive) {
      archive(sequence_);
    }

   private:
    static constexpr unsigned kSequenceBits = 48;

    MeshModule& mesh_;
    // Its messages have the order place_ | sequence_.
    std::uint64_t place_, sequence_ = 0;
  };

  void act() override;
  RoundTrip round_trip(const Message& request, kernel::Picos ready, unsigned asker,
                       Message& response, kernel::Picos& arrival);
  MessagePool::Slot keep(const Message& message);
  void show(const Message& message, bool entering) const;
  bool enter(const Message& message, kernel::Picos ready, std::uint64_t order);
  void inject(MessagePool::Slot slot);
  void inject_flits(MessagePool::Slot slot);
  void delivered(const noc::Packet& packet);
  void delivered_flits(const noc::Packet& packet);
  kernel::Cycle carry(const Message& message, kernel::Cycle cycle, kernel::Cycle latest);
  void tick();
  bool carry_the_one();
  MessagePort* receiver(MessagePool::Slot slot) const;
  void hand_over();
  kernel::Cycle reach() const;
  kernel::Picos time_of_cycle(kernel::Cycle cycle) const;
  void schedule();

  kernel::Calendar& calendar_;
  kernel::ChangingClock clock_;
  std::unique_ptr<noc::NetworkIf> network_;
  kernel::Cycle min_latency_;  // of the network
  bool keeps_packets_;
  EndMap ends_;
  std::vector<Entry> entries_;        // by end point
  std::vector<MessagePort*> agents_;  // by end point
  std::vector<bool> prompt_;          // ... whether it answers at once
  MessagePool messages_;
  // Until their mesh cycle, by slot, with the time from which that follows.
  kernel::TimeQueue<kernel::Picos, 1024> waiting_;
  std::vector<MessagePool::Slot> delivered_, handed_over_;  // by the present tick, and of these
  std::uint64_t packets_ = 0;
  noc::Packet header_;               // of the packet that is injected, if the network keeps packets
  kernel::Cycle cycle_ = 0;          // in which the mesh acts next
  bool acting_ = false;              // ... and now
  kernel::Cycle ticked_ = 0;         // in which it acted last
  kernel::Cycle next_tick_;          // of the network
  kernel::Cycle earliest_delivery_;  // of what is in the network
  Observer observer_;
};

}  // namespace rc::scc
