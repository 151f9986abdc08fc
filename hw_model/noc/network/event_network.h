// The network of MeshNetwork with model routers, computed by events instead of cycle by cycle.
// Every flit is allocated, sent and delivered in the same cycle, and every counter, credit, arbiter
// and VC has the same state after each tick(): proven by comparison with MeshNetwork
// (tests/lockstep/router/event_network.cpp, `rockcreek soak`).
//
// What makes it fast:
// - A flit is a header and the number of its packet. Between two allocations nothing happens to it
//   but the passing of time (router.h), so it goes from one VC's queue to the next router's in one
//   step, with the cycle from which it can be allocated there.
// - The flits of a packet that meets nobody at a router pass it in consecutive cycles: one event,
//   called a train, without allocation. No other flit can come in between, because what arrives
//   within the length of a train is known when its head arrives.
// - A router is evaluated in cycles in which something new could be granted: a flit has come, a
//   credit has come for one that waits, or a flit was granted in the cycle before. In all others
//   allocation would grant nothing and change nothing.
// - No packet can be delivered before the time that it needs in an empty network, counted from the
//   place of its head. next_tick() is the earliest such time of all packets inside; cycles before
//   it are computed when tick() is called for it, in one go.
// - A packet that enters an empty network waits for the next tick. If that is the one of its
//   delivery, the packet was alone all the way: one pass over its routers, without events.
//
// Errors: kernel::MachineError naming router, port and VC, as from MeshNetwork, for a packet to
// where nothing is attached and for flits that wait for ever. std::logic_error if a tick was left
// out that next_tick() named.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "hw_model/noc/network/attachments.h"
#include "hw_model/noc/network/due_cycles.h"
#include "hw_model/noc/network/injection_vcs.h"
#include "hw_model/noc/network/network.h"
#include "hw_model/noc/network/starvation_watch.h"
#include "hw_model/noc/router/allocator.h"
#include "hw_model/noc/router/per_port.h"

namespace rc::noc {

class EventNetwork final : public Network {
 public:
  // kernel::InputError as from MeshNetwork.
  EventNetwork(const NocParams& params, std::vector<EndPoint> end_points);

  void inject(const Packet& packet) override;
  void on_delivery(Delivery delivery) override { delivery_ = std::move(delivery); }
  void tick(std::uint64_t cycle) override;
  bool idle() const override { return packets_inside_ == 0; }
  std::uint64_t min_latency() const override { return params_.pipeline; }
  std::uint64_t next_tick(std::uint64_t cycle) const override;
  bool keeps_packets() const override { return true; }

  LinkCounters links(unsigned x, unsigned y) const override;
  BufferAudit buffers(unsigned x, unsigned y) const override {
    return buffers_of(x + params_.cols * y);
  }
  std::uint64_t injected_flits() const override;
  std::uint64_t ejected_flits() const override;
  std::size_t queued(std::size_t end_point) const override;
  std::uint64_t queued_packets() const override;
  std::uint64_t router_ticks() const override { return router_ticks_; }
  void check() const override;
  void archive(kernel::Archive& archive) override;

 private:
  struct EventFlit : FlitHeader {
    std::uint32_t packet = 0;  // in packets_

    template <class Archive>
    void archive(Archive& archive) {
      FlitHeader::archive(archive);
      archive(packet);
    }
  };
  struct PacketState {
    EndPoint source, destination;
    std::uint64_t id = 0;
    std::uint64_t head_at = 0;       // the first cycle in which its head can be granted next
    std::uint16_t routers_left = 0;  // that have not granted its head yet
    std::uint8_t message_class = 0, flits = 0;
    bool delivered = false;

    template <class Archive>
    void archive(Archive& archive) {
      archive(source, destination, id, head_at, routers_left, message_class, flits, delivered);
    }
  };
  struct Router {
    Router(const NocParams& params, unsigned x, unsigned y)
        : allocator(params, x, y),
          inputs(one_per_port<BasicInputUnit<EventFlit>>(params)),
          outputs(one_per_port<OutputUnit>(params)) {}

    Allocator allocator;
    std::array<BasicInputUnit<EventFlit>, kPorts> inputs;
    std::array<OutputUnit, kPorts> outputs;
    std::uint8_t waiting = 0;    // input ports with a flit that can be allocated, as bits
    std::uint64_t expected = 0;  // arrivals planned here: a byte for each moment
    bool in_line = false;        // in line_
    bool asleep = false;         // nothing can be granted before something comes
    BufferAudit buffers;
    LinkCounters links;

    template <class Archive>
    void archive(Archive& archive) {
      archive(allocator, inputs, outputs, waiting, expected, in_line, asleep, buffers, links);
    }
  };
  struct Interface {
    explicit Interface(const NocParams& params) : vcs(params) {}

    InjectionVcs vcs;
    std::deque<std::uint32_t> queue;  // packets
    std::uint8_t sent = 0;            // flits of queue.front() already sent
    std::uint8_t vc = 0;              // of that packet
    bool planned = false;             // it is among the senders of some moment, or blocked
    bool blocked = false;             // no VC has room for queue.front()
    std::uint64_t free = 0;           // the cycle from which on its link is free

    template <class Archive>
    void archive(Archive& archive) {
      archive(vcs, queue, sent, vc, planned, blocked, free);
    }
  };
  // A flit, or the head of a train: a whole packet whose flits follow one another in consecutive
  // cycles.
  struct Arrival {
    std::uint32_t router;
    std::uint8_t port;
    std::uint8_t flits;
    EventFlit flit;

    template <class Archive>
    void archive(Archive& archive) {
      archive(router, port, flits, flit);
    }
  };
  struct Ejection {
    std::uint32_t interface;
    std::uint8_t flits;
    EventFlit flit;  // in the cycle of the last one

    template <class Archive>
    void archive(Archive& archive) {
      archive(interface, flits, flit);
    }
  };
  struct Credit {
    std::int32_t router;     // or kNoNode:
    std::int32_t interface;  // to this network interface
    std::uint8_t port, vc;

    template <class Archive>
    void archive(Archive& archive) {
      archive(router, interface, port, vc);
    }
  };
  // A train that has been sent, at once in the books: for looks at a time when it was half sent.
  struct Train {
    std::uint64_t from;           // the cycle of its first grant or, from an interface, sending
    std::int32_t router;          // or kNoNode
    std::int32_t next;            // router, or kNoNode
    std::uint8_t in_port, in_vc;  // of router
    std::uint8_t out_port, out_vc;
    std::uint8_t next_port;
    std::uint8_t flits;

    template <class Archive>
    void archive(Archive& archive) {
      archive(from, router, next, in_port, in_vc, out_port, out_vc, next_port, flits);
    }
  };
  // What happens in one cycle, in this order.
  struct Moment {
    std::vector<Ejection> ejections;
    std::vector<Credit> credits;  // count from this cycle on
    std::vector<std::uint32_t> senders;
    std::vector<Arrival> arrivals;         // can be allocated from this cycle on
    std::vector<std::uint32_t> evaluated;  // routers to evaluate again

    template <class Archive>
    void archive(Archive& archive) {
      archive(ejections, credits, senders, arrivals, evaluated);
    }
  };
  static constexpr unsigned kMoments = 8;       // nothing is planned further ahead
  static constexpr std::size_t kTrains = 1024;  // in the list before old ones are dropped

  Moment& plan(std::uint64_t cycle) {
    planned_ |= 1u << cycle % kMoments;
    return moments_[cycle % kMoments];
  }
  void plan_credit(std::uint64_t cycle, const Credit& credit) {
    credits_planned_ |= 1u << cycle % kMoments;
    moments_[cycle % kMoments].credits.push_back(credit);
  }
  void plan_arrival(std::uint64_t cycle, std::uint32_t router, std::uint8_t port, unsigned flits,
                    const EventFlit& flit, std::uint8_t vc) {
    routers_[router].expected += arrivals_in(cycle, 1);
    auto& arrivals = plan(cycle).arrivals;
    arrivals.push_back({router, port, static_cast<std::uint8_t>(flits), flit});
    arrivals.back().flit.vc = vc;
  }
  // In Router::expected: one arrival in each of `cycles` cycles.
  static std::uint64_t arrivals_in(std::uint64_t cycle, unsigned cycles) {
    constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101;
    return std::rotl(kOnes >> (64 - 8 * cycles), static_cast<int>(8 * (cycle % kMoments)));
  }
  void plan_sender(std::uint64_t cycle, std::uint32_t interface) {
    plan(cycle).senders.push_back(interface);
    interfaces_[interface].planned = true;
  }
  std::uint64_t next_planned() const;
  void run_to(std::uint64_t cycle);
  void step(std::uint64_t cycle);
  bool may_be_lone(std::uint64_t cycle);
  void let_lone_go();
  void deliver_lone();
  void deliver(std::uint32_t packet);
  void settle() const;
  void eject(Moment& moment);
  std::uint64_t first_planned(std::uint32_t moments) const;
  void take_credits(std::uint64_t cycle);
  void enqueue_injected(Moment& moment);
  static EventFlit head_of(const PacketState& packet, std::uint32_t number);
  void send(std::uint32_t interface);
  void arrive(const Arrival& arrival);
  bool pass(const Arrival& arrival);
  void evaluate(std::uint32_t router);
  void grant(std::uint32_t index, const Grant& grant);
  void leave(std::uint32_t router, const Grant& grant, const EventFlit& flit, unsigned flits);
  void remember(const Train& train);
  // Such packets are sent as trains.
  bool may_be_train(unsigned flits) const { return flits > 1 && flits <= to_allocation_ + 1; }
  void put_in_line(std::uint32_t router);
  void update_bounds(std::uint64_t cycle);
  std::uint64_t bound(const PacketState& packet, std::uint64_t cycle) const;
  template <class F>
  void for_each_in_switch(F f) const;
  // Of a train's flits, the first in cycle `from`: how many come after the last tick.
  unsigned to_come(std::uint64_t from, unsigned flits) const {
    return from + flits <= cycle_ + 1 ? 0
           : from > cycle_            ? flits
                                      : static_cast<unsigned>(from + flits - 1 - cycle_);
  }
  BufferAudit buffers_of(std::uint32_t router) const;

  NocParams params_;
  Attachments attachments_;
  StarvationWatch starvation_;
  unsigned to_allocation_;  // cycles from a router's sampling of a flit to its allocation
  unsigned to_next_;        // cycles from there to the next router's or interface's sampling
  bool dimension_order_;    // on a mesh: RouteComputation::only_port() always answers
  std::vector<Router> routers_;
  std::vector<Interface> interfaces_;
  std::vector<PacketState> packets_;
  std::vector<std::uint32_t> free_packets_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> injected_;  // interface, packet: next tick's
  // A packet that was injected in cycle now_ into an empty network; nothing has been done with it.
  std::optional<std::uint32_t> lone_;
  std::uint32_t lone_interface_ = 0;
  std::array<Moment, kMoments> moments_;
  std::uint32_t planned_ = 0, credits_planned_ = 0;  // moments, as bits
  std::vector<std::uint32_t> line_;                  // routers to evaluate in this step
  std::vector<Train> trains_;                        // the last ones, and older
  unsigned blocked_ = 0;             // routers and interfaces that wait for a credit
  DueCycles bounds_;                 // of packets: not delivered before
  std::uint64_t next_due_ = kNever;  // of bounds_
  std::uint64_t cycle_ = 0;          // of the last tick
  std::uint64_t now_ = 0;            // of the last step
  std::uint64_t packets_inside_ = 0;
  std::uint64_t injected_flits_ = 0, ejected_flits_ = 0, router_ticks_ = 0;
  Packet delivered_;
  Delivery delivery_;
};

// A NetworkFactory.
std::unique_ptr<Network> make_event_network(const NocParams& params,
                                            std::vector<EndPoint> end_points);

}  // namespace rc::noc
