// SPDX-License-Identifier: Apache-2.0
// The network of MeshNetwork with model routers, computed by events instead of cycle by cycle.
// Every flit is allocated, sent and delivered in the same cycle, and every counter, credit, arbiter
// and VC has the same state after each tick(): proven by comparison with MeshNetwork
// (tests/lockstep/router/event_network.cpp, `rockcreek soak`).
//
// What makes it fast:
// - A flit is a header and the number of its packet. Between two allocations nothing happens to it
//   but the passing of time (router.h), so it goes from one VC's queue to the next router's in one
//   step, with the cycle from which it can be allocated there.
// - The flits of a packet that meets no other at the two ports of a router pass it in consecutive
//   cycles: one event, called a train, without allocation. No other flit can come in between,
//   because what arrives within the length of a train is known when its head arrives.
// - A router is evaluated in cycles in which something new could be granted: a flit has come, a
//   credit has come for one that waits, or a flit was granted in the cycle before. In all others
//   allocation would grant nothing and change nothing.
// - No packet can be delivered before the time that it needs in an empty network, counted from the
//   place of its head. next_tick() is the earliest such time of all packets inside; cycles before
//   it are computed when tick() is called for it, in one go.
// - A packet reserves the ports of all routers on its path, each for the cycles in which it would
//   pass, if no other is known to come to them (an express packet). If no packet comes between, its
//   delivery is its only event. Everything that it does is in the books at once: packets pass a
//   port in the order in which they reserve it. One that comes between makes it an ordinary packet
//   from where it is: what it has not done yet is taken out of the books again.
//
// Errors: kernel::MachineError naming router, port and VC, as from MeshNetwork, for flits that wait
// for ever. std::logic_error if a tick was left out that next_tick() named.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <deque>
#include <vector>

#include "hw_model/kernel/time_queue.h"
#include "hw_model/noc/network/attachments.h"
#include "hw_model/noc/network/express_path.h"
#include "hw_model/noc/network/injection_vcs.h"
#include "hw_model/noc/network/network.h"
#include "hw_model/noc/network/starvation_watch.h"
#include "hw_model/noc/router/allocator.h"
#include "hw_model/noc/router/per_port.h"

namespace rc::noc {

class EventNetwork final : public Network {
 public:
  // Whether packets try to go express: where most succeed, or, for tests, always. Changes no
  // result.
  enum class Express : std::uint8_t { where_worth, always };

  // kernel::InputError as from MeshNetwork.
  EventNetwork(const NocParams& params, std::vector<EndPoint> end_points,
               Express express = Express::where_worth);

  void inject(const Packet& packet) override;
  void on_delivery(Delivery delivery) override { delivery_ = std::move(delivery); }
  void tick(std::uint64_t cycle) override;
  std::uint64_t carry(const Packet& packet, std::uint64_t cycle, std::uint64_t latest) override;
  bool idle() const override { return packets_inside_ == 0; }
  std::uint64_t min_latency() const override { return params_.pipeline; }
  std::uint64_t next_tick(std::uint64_t cycle) const override;
  bool keeps_packets() const override { return true; }
  bool stepped() const override { return false; }

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
    // At the router where it is, or which it reaches next: RouteComputation::only_port().
    std::int8_t only_port = -1;

    template <class Archive>
    void archive(Archive& archive) {
      FlitHeader::archive(archive);
      archive(packet, only_port);
    }
  };
  struct PacketState {
    EndId source = 0, destination = 0;
    std::uint64_t id = 0;
    std::uint64_t head_at = 0;       // the first cycle in which its head can be granted next
    std::uint16_t routers_left = 0;  // that have not granted its head yet
    std::uint8_t message_class = 0, flits = 0;
    bool delivered = false;
    Journey express;

    template <class Archive>
    void archive(Archive& archive) {
      archive(source, destination, id, head_at, routers_left, message_class, flits, delivered);
    }
  };
  // Flits that no express packet counts, and the sum of the cycles in which they were granted or,
  // at an interface, sent.
  struct Passed {
    std::uint64_t flits = 0, cycles = 0;  // modulo 2^64

    // The first in `cycle`, each in a cycle.
    void add(std::uint64_t cycle, unsigned more) {
      flits += more;
      cycles += more * cycle + more * (more - 1) / 2;
    }
    void operator+=(const Passed& more) {
      flits += more.flits;
      cycles += more.cycles;
    }
    template <class Archive>
    void archive(Archive& archive) {
      archive(flits, cycles);
    }
  };
  // Who sends to an input port, and when a credit for it counts there.
  struct Upstream {
    std::uint32_t sender = 0;  // Credit::to
    std::uint8_t port = 0;     // Credit::port
    std::uint8_t credit_cycles = 0;
  };
  struct Router {
    Router(const NocParams& params, unsigned x, unsigned y)
        : allocator(params, x, y),
          inputs(one_per_port<BasicInputUnit<EventFlit>>(params)),
          outputs(one_per_port<OutputUnit>(params)) {}

    Allocator allocator;
    std::array<BasicInputUnit<EventFlit>, kPorts> inputs;
    std::array<OutputUnit, kPorts> outputs;
    std::uint8_t waiting = 0;  // input ports with a flit that can be allocated, as bits
    bool in_line = false;      // in line_
    bool asleep = false;       // nothing can be granted before something comes
    std::array<Upstream, kPorts> upstream;
    std::array<std::uint8_t, kPorts> arriving{};  // arrivals planned, by input port
    // By output port, or kAnyPort where that is decided later: flits that can be allocated, each
    // kWaits, and arrivals planned, four bits for each moment.
    std::array<std::uint64_t, kPorts + 1> asked{};
    std::array<ExpressPort, kPorts> express{};               // by output port
    std::array<std::array<Passed, kMaxVcs>, kPorts> sent{};  // by output port, and VC there
    std::array<std::array<Passed, kMaxVcs>, kPorts> left{};  // by input port, and VC there

    template <class Archive>
    void archive(Archive& archive) {
      archive(allocator, inputs, outputs, waiting, in_line, asleep, arriving, asked);
      archive(express, sent, left);
    }
  };
  struct Interface {
    explicit Interface(const NocParams& params) : vcs(params) {}

    InjectionVcs vcs;
    std::deque<std::uint32_t> queue;  // packets
    std::uint8_t sent = 0;            // flits of queue.front() already sent
    std::uint8_t vc = 0;              // of that packet
    std::uint32_t injected = 0;       // of its packets in injected_
    bool planned = false;             // it is among the senders of some moment, or blocked
    bool blocked = false;             // no VC has room for queue.front()
    std::uint64_t free = 0;           // the cycle from which on its link is free
    ExpressPort express;
    std::array<Passed, kMaxVcs> entered{};  // flits, by VC

    template <class Archive>
    void archive(Archive& archive) {
      archive(vcs, queue, sent, vc, planned, blocked, free, express, entered);
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
    std::uint32_t to;   // router or interface
    std::uint8_t port;  // of the router; kPorts: it is an interface
    std::uint8_t vc;
    bool operator==(const Credit&) const = default;

    template <class Archive>
    void archive(Archive& archive) {
      archive(to, port, vc);
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
  // Routers that an express packet passes straight on, or the one that it leaves the mesh at.
  struct Leg {
    std::uint8_t port = 0, next_port = 0;  // out of a router, into the next
    std::uint32_t stride = 0;              // from one to the next
    unsigned to_credits = 0;               // cycles until the credits of a buffer are back
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
  // For EventNetwork::worth_: whether packets go express on a network where four of five could.
  static constexpr int kFailure = 4, kMaxWorth = 64;
  static constexpr unsigned kPause = 1000;  // packets
  static constexpr unsigned kAnyPort = kPorts;
  static constexpr std::uint8_t kToInterface = kPorts;  // Credit::port
  static constexpr std::uint64_t kWaits = std::uint64_t{1} << 32;
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
                    const EventFlit& flit, std::uint8_t vc);
  // The same without a call, for leave(), which plans one for each flit at each router.
  void plan_arrival_inline(std::uint64_t cycle, std::uint32_t router, std::uint8_t port,
                           unsigned flits, const EventFlit& flit, std::uint8_t vc);
  // In Router::asked: an arrival.
  static std::uint64_t arrival_in(std::uint64_t cycle) {
    return std::uint64_t{1} << 4 * (cycle % kMoments);
  }
  // All that waits, and all arrivals in these cycles.
  static std::uint64_t others_in(std::uint64_t cycle, unsigned cycles) {
    const std::uint32_t arrivals = 0xFFFF'FFFF >> (32 - 4 * cycles);
    return ~(kWaits - 1) | std::rotl(arrivals, static_cast<int>(4 * (cycle % kMoments)));
  }
  void plan_sender(std::uint64_t cycle, std::uint32_t interface) {
    plan(cycle).senders.push_back(interface);
    interfaces_[interface].planned = true;
  }
  std::uint64_t next_planned() const;
  void watch(std::uint32_t number, std::uint64_t bound) { bounds_.push(number, bound, 0, {}); }
  [[noreturn]] void left_out() const;
  void find_due(std::uint64_t cycle);
  void sort_due();
  void go_to(std::uint64_t cycle);
  void deliver_express(std::uint64_t cycle);
  void send_injected();
  void step(std::uint64_t cycle);
  bool worth_trying();
  std::uint32_t keep(const Packet& packet);
  bool begin_journey(const Interface& interface, PacketState& packet);
  void leave_interface(Interface& interface, PacketState& packet);
  bool send_express(std::uint32_t index, std::uint32_t number, bool queued);
  bool extend_way(PacketState& packet);
  std::uint32_t router_of(const EndPoint& at) const { return at.x + params_.cols * at.y; }
  std::size_t most_routers() const { return params_.cols + params_.rows - 1; }  // on a path
  bool reserve(PacketState& packet, Crossing& at, unsigned flits, unsigned message_class,
               unsigned out_port, unsigned to_credits);
  void cancel(PacketState& packet, std::size_t routers);
  unsigned routers_on_way(const PacketState& packet) const {
    return 1 +
           hops_(attachments_.place_of(packet.source), attachments_.place_of(packet.destination));
  }
  void leave_express(std::uint32_t number);
  void plan_ejection(std::uint64_t cycle, std::uint32_t number);
  void end_express_at(std::uint32_t at, std::uint64_t cycle, unsigned in_port, unsigned out_port);
  template <class Condition>
  void end_express_if(Condition condition);
  void end_express(std::uint32_t number);
  void make_room(const PacketState& packet, std::uint32_t at, unsigned out_port,
                 std::uint64_t cycle);
  bool rests_on_others(const ExpressPath& path) const;
  void gather(std::uint32_t number, std::vector<std::uint32_t>& packets) const;
  void put_back();
  std::size_t passed_of(const Journey& express) const;
  static bool follows(const Journey& later, const Journey& first, std::size_t passed);
  static bool share_port(const ExpressPath& one, const ExpressPath& other, std::size_t from);
  void go_on(std::uint32_t number);
  void make_events(ExpressPort& port, Credit to);
  bool take_back(ExpressPort& port, std::uint64_t from, const Credit& credit, unsigned flits);
  std::uint64_t grant_of(const Journey& express, std::size_t router) const {
    return express.start + to_allocation_ + router * params_.pipeline;
  }
  void deliver(std::uint32_t packet);
  void settle() const;
  void eject(Moment& moment);
  std::uint64_t first_planned(std::uint32_t moments) const;
  void take_credits(std::uint64_t cycle);
  void enqueue_injected(Moment& moment);
  EventFlit head_of(const PacketState& packet, std::uint32_t number) const;
  void send(std::uint32_t interface);
  void start_way(std::uint64_t cycle, std::uint32_t interface, const EventFlit& flit,
                 unsigned flits);
  static unsigned wanted_port(const EventFlit& flit) {
    return flit.only_port < 0 ? kAnyPort : static_cast<unsigned>(flit.only_port);
  }
  void arrive(const Arrival& arrival);
  bool pass(Router& router, const Arrival& arrival);
  void evaluate(std::uint32_t router);
  void grant(std::uint32_t index, Router& router, const Grant& grant);
  void leave(std::uint32_t index, Router& router, const Grant& grant, const EventFlit& flit,
             unsigned flits);
  void remember(const Train& train);
  // Such packets are sent as trains.
  bool may_be_train(unsigned flits) const { return flits > 1 && flits <= to_allocation_ + 1; }
  void put_in_line(std::uint32_t router);
  void expect_places(const kernel::Archive& archive) const;
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
  HopCount hops_;
  unsigned to_allocation_;       // cycles from a router's sampling of a flit to its allocation
  unsigned to_next_;             // cycles from there to the next router's or interface's sampling
  bool y_first_;                 // where packets go express: routing yx, not xy
  unsigned most_express_flits_;  // 0 where packets never go express
  std::array<Leg, kPorts> onward_, out_;  // by output port: to the next router, to an interface
  std::vector<Router> routers_;
  std::vector<Interface> interfaces_;
  std::vector<PacketState> packets_;
  std::vector<std::uint32_t> free_packets_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> injected_;  // interface, packet: next tick's
  std::array<Moment, kMoments> moments_;
  std::uint32_t planned_ = 0, credits_planned_ = 0;  // moments, as bits
  std::vector<std::uint32_t> line_;                  // routers to evaluate in this step
  std::vector<Train> trains_;                        // the last ones, and older
  std::vector<std::uint32_t> due_;                   // express packets of this tick
  std::vector<std::uint32_t> express_;               // such packets
  std::vector<std::uint32_t> retracted_;             // of these, that have made room for another
  bool always_express_;
  int worth_ = kMaxWorth;   // goes down with packets that could not go express to their end
  unsigned not_tried_ = 0;  // packets, since it was 0
  std::uint64_t express_credits_until_ = 0;  // none are under way from this cycle on
  std::uint64_t express_packets_ = 0;        // so far
  std::uint64_t arrived_ = 0;                // arrivals up to this cycle have been dealt with
  unsigned blocked_ = 0;                     // routers and interfaces that wait for a credit
  // Of packets, by cycle: not delivered before.
  kernel::TimeQueue<kernel::NoValue, 256> bounds_;
  std::uint64_t cycle_ = 0;  // of the last tick
  std::uint64_t now_ = 0;    // of the last step
  std::uint64_t packets_inside_ = 0;
  std::uint64_t injected_flits_ = 0, ejected_flits_ = 0, router_ticks_ = 0;
  Packet delivered_;
  Delivery delivery_;
};

// A NetworkFactory.
std::unique_ptr<Network> make_event_network(const NocParams& params,
                                            std::vector<EndPoint> end_points);

}  // namespace rc::noc
