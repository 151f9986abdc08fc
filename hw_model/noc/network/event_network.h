// The network of MeshNetwork with model routers, computed by events instead of cycle by cycle.
// Every flit is allocated, sent and delivered in the same cycle, and every counter, credit, arbiter
// and VC has the same state after each tick(): proven by comparison with MeshNetwork
// (tests/lockstep/router/event_network.cpp, `rockcreek soak`).
//
// What makes it fast:
// - A flit is a header and the number of its packet. Between two allocations nothing happens to it
//   but the passing of time (router.h), so it goes from one VC's queue to the next router's in one
//   step, with the cycle from which it can be allocated there.
// - The flits of a packet that meets nobody at the two ports of a router pass it in consecutive
//   cycles: one event, called a train, without allocation. No other flit can come in between,
//   because what arrives within the length of a train is known when its head arrives.
// - A router is evaluated in cycles in which something new could be granted: a flit has come, a
//   credit has come for one that waits, or a flit was granted in the cycle before. In all others
//   allocation would grant nothing and change nothing.
// - No packet can be delivered before the time that it needs in an empty network, counted from the
//   place of its head. next_tick() is the earliest such time of all packets inside; cycles before
//   it are computed when tick() is called for it, in one go.
// - A packet reserves the ports of all routers on its way, each for the cycles in which it would
//   pass, if nobody else is known to come to them (an express packet). If nobody comes between, its
//   delivery is its only event. Everything that it does is in the books at once: packets pass a
//   port in the order in which they reserve it. Whoever comes between makes it an ordinary packet
//   from where it is: what it has not done yet is taken out of the books again.
//
// Errors: kernel::MachineError naming router, port and VC, as from MeshNetwork, for a packet to
// where nothing is attached and for flits that wait for ever. std::logic_error if a tick was left
// out that next_tick() named.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <deque>
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
  // Whether packets try to go express: where most succeed, or, for tests, always. Changes no
  // result.
  enum class Express : std::uint8_t { where_worth, always };

  // kernel::InputError as from MeshNetwork.
  EventNetwork(const NocParams& params, std::vector<EndPoint> end_points,
               Express express = Express::where_worth);

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
  // An express packet at one router, and what it found there.
  struct Hop {
    std::uint64_t input_until, until, back, vcs, inputs;
    std::uint32_t router;
    std::uint8_t in_port, in_vc, out_port, out_vc;
    std::uint8_t next_vc;  // of the output's round robin
    std::uint8_t under_way;
  };
  struct Journey {
    bool on = false;
    std::uint32_t place = 0;   // in express_
    std::uint64_t number = 0;  // by which they are ordered
    std::uint64_t start = 0;   // cycle in which its head was sent
    std::uint8_t vc = 0;       // there
    std::vector<Hop> way;
  };
  struct PacketState {
    EndPoint source, destination;
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
  // A port, as express packets use it: what they need together lies together.
  struct alignas(64) ExpressPort {
    std::uint64_t reserved_until = 0;  // the cycle from which on its output is free
    std::uint64_t input_until = 0;     // ... its input
    // Credits of the buffers behind it, by VC:
    std::uint64_t credits_until = 0;                // the cycle in which those of all VCs are back
    std::array<std::uint8_t, kMaxVcs> under_way{};  // of so many flits, one in each cycle
    std::array<std::uint64_t, kMaxVcs> back{};      // the cycle in which they all are back

    template <class Archive>
    void archive(Archive& archive) {
      archive(reserved_until, input_until, credits_until, under_way, back);
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
    std::uint8_t waiting = 0;   // input ports with a flit that can be allocated, as bits
    bool in_line = false;       // in line_
    bool asleep = false;        // nothing can be granted before something comes
    std::uint16_t claimed = 0;  // ports that flits are to use, as bits: input, then output ports
    std::array<std::uint8_t, kPorts> arriving{};  // arrivals planned, by input port
    // By output port, or kAnyPort where that is decided later:
    std::array<std::uint16_t, kPorts + 1> wanted{};    // by flits that can be allocated
    std::array<std::uint64_t, kPorts + 1> expected{};  // arrivals planned: a byte for each moment
    std::array<ExpressPort, kPorts> express{};         // by output port
    BufferAudit buffers;
    LinkCounters links;

    template <class Archive>
    void archive(Archive& archive) {
      archive(allocator, inputs, outputs, waiting, in_line, asleep, claimed, arriving, wanted);
      archive(expected, express, buffers, links);
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
    ExpressPort express;

    template <class Archive>
    void archive(Archive& archive) {
      archive(vcs, queue, sent, vc, planned, blocked, free, express);
    }
  };
  // A flit, or the head of a train: a whole packet whose flits follow one another in consecutive
  // cycles.
  struct Arrival {
    std::uint32_t router;
    std::uint8_t port;
    std::uint8_t wanted;  // port, or kAnyPort
    std::uint8_t flits;
    EventFlit flit;

    template <class Archive>
    void archive(Archive& archive) {
      archive(router, port, wanted, flits, flit);
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
    bool operator==(const Credit&) const = default;

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
  // For EventNetwork::worth_: whether packets go express on a network where four of five could.
  static constexpr int kFailure = 4, kMostWorth = 64;
  static constexpr unsigned kPause = 1000;  // packets
  static constexpr unsigned kAnyPort = kPorts;
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
  // In Router::expected: one arrival in each of `cycles` cycles.
  static std::uint64_t arrivals_in(std::uint64_t cycle, unsigned cycles) {
    constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101;
    return std::rotl(kOnes >> (64 - 8 * cycles), static_cast<int>(8 * (cycle % kMoments)));
  }
  // All arrivals in these cycles.
  static std::uint64_t moments_of(std::uint64_t cycle, unsigned cycles) {
    return 0xFF * arrivals_in(cycle, cycles);
  }
  void plan_sender(std::uint64_t cycle, std::uint32_t interface) {
    plan(cycle).senders.push_back(interface);
    interfaces_[interface].planned = true;
  }
  std::uint64_t next_planned() const;
  void find_due(std::uint64_t cycle);
  void go_to(std::uint64_t cycle);
  void deliver_express(std::uint64_t cycle);
  void send_injected();
  void step(std::uint64_t cycle);
  bool may_go_express(unsigned flits) const {
    return dimension_order_ && to_allocation_ != 0 && (flits == 1 || may_be_train(flits));
  }
  bool worth_trying();
  bool send_at_once(std::uint32_t index, std::uint32_t number);
  bool send_express(std::uint32_t index, std::uint32_t number);
  bool extend_way(PacketState& packet);
  std::uint32_t follow(const Hop& hop, FlitHeader& head, std::uint8_t& in_port) const {
    head.vc = hop.out_vc;
    in_port = opposite(hop.out_port);
    return static_cast<std::uint32_t>(attachments_[hop.router].neighbour[hop.out_port]);
  }
  std::uint32_t router_of(const EndPoint& at) const { return at.x + params_.cols * at.y; }
  bool reserve(PacketState& packet, std::uint32_t at, bool last, std::uint8_t in_port,
               std::uint64_t cycle, const FlitHeader& head);
  void cancel(PacketState& packet, std::size_t routers);
  std::uint32_t interface_to(const PacketState& packet) const {
    const EndPoint& to = packet.destination;
    return static_cast<std::uint32_t>(attachments_[router_of(to)].interface[to.port]);
  }
  void leave_express(std::uint32_t number);
  void plan_ejection(std::uint64_t cycle, std::uint32_t number);
  void end_express_at(std::uint32_t at, std::uint64_t cycle, unsigned in_port, unsigned out_port);
  template <class Condition>
  void end_express_if(Condition condition);
  void end_express(std::uint32_t number);
  void make_room(const PacketState& packet, std::uint32_t at, unsigned out_port,
                 std::uint64_t cycle);
  void gather(std::uint32_t number, std::vector<std::uint32_t>& packets) const;
  void put_back();
  std::size_t passed_of(const Journey& express) const;
  static bool follows(const Journey& later, const Journey& first, std::size_t passed);
  static bool share_port(const std::vector<Hop>& one, const std::vector<Hop>& other,
                         std::size_t from);
  void go_on(std::uint32_t number);
  void make_events(ExpressPort& port, Credit to);
  bool take_back(ExpressPort& port, std::uint64_t from, const Credit& credit, unsigned flits);
  // Cycles of a flit in the buffer of the router at that place of its way, until its credit.
  unsigned residence(std::size_t place) const {
    return place == 0 ? to_allocation_ : to_allocation_ + 1;
  }
  std::uint64_t grant_of(const Journey& express, std::size_t router) const {
    return express.start + to_allocation_ + router * params_.pipeline;
  }
  std::uint64_t delivery_of(const PacketState& packet) const {
    return grant_of(packet.express, packet.express.way.size() - 1) + packet.flits - 1 + to_next_;
  }
  void deliver(std::uint32_t packet);
  void settle() const;
  void eject(Moment& moment);
  std::uint64_t first_planned(std::uint32_t moments) const;
  void take_credits(std::uint64_t cycle);
  void enqueue_injected(Moment& moment);
  static EventFlit head_of(const PacketState& packet, std::uint32_t number);
  void send(std::uint32_t interface);
  void start_way(std::uint64_t cycle, std::uint32_t router, std::uint8_t port,
                 const EventFlit& flit, unsigned flits);
  static std::uint16_t claim_of(unsigned in_port, unsigned out_port) {
    return static_cast<std::uint16_t>(1u << in_port | 1u << (kPorts + out_port));
  }
  static void drop_claim(Router& router, unsigned in_port, unsigned out_port);
  static unsigned wanted_port(const Router& router, const EventFlit& flit);
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
  std::array<Moment, kMoments> moments_;
  std::uint32_t planned_ = 0, credits_planned_ = 0;  // moments, as bits
  std::vector<std::uint32_t> line_;                  // routers to evaluate in this step
  std::vector<Train> trains_;                        // the last ones, and older
  std::vector<std::uint32_t> due_;                   // express packets of this tick
  std::vector<std::uint32_t> express_;               // such packets
  std::vector<std::uint32_t> retracted_;             // of these, that have made room for another
  bool always_express_;
  int worth_ = kMostWorth;  // goes down with packets that could not go express to their end
  unsigned not_tried_ = 0;  // packets, since it was 0
  std::uint64_t express_packets_ = 0;  // so far
  std::uint64_t arrived_ = 0;          // arrivals up to this cycle have been dealt with
  unsigned blocked_ = 0;               // routers and interfaces that wait for a credit
  DueCycles bounds_;                   // of packets: not delivered before
  std::uint64_t next_due_ = kNever;    // of bounds_
  std::uint64_t cycle_ = 0;            // of the last tick
  std::uint64_t now_ = 0;              // of the last step
  std::uint64_t packets_inside_ = 0;
  std::uint64_t injected_flits_ = 0, ejected_flits_ = 0, router_ticks_ = 0;
  Packet delivered_;
  Delivery delivery_;
};

// A NetworkFactory.
std::unique_ptr<Network> make_event_network(const NocParams& params,
                                            std::vector<EndPoint> end_points);

}  // namespace rc::noc
