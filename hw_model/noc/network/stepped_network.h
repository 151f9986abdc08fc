// SPDX-License-Identifier: Apache-2.0
// Any network, cycle by cycle: routers of router_params.h on a graph, under a routing relation.
//
// In each cycle first what comes from elsewhere arrives (credits, flits, each as an event of that
// cycle), then end points send, then every router with something to do allocates. A router sees its
// own state alone and acts on others by events of later cycles, so the order of evaluation does not
// matter. A router whose allocation granted nothing sleeps until something comes: no arbiter
// changes without a grant.
//
// Zero load: T = (routers on the way) x hop() + wires + sum of (cycles_per_flit - 1) + inject_step +
// flits - 1 where no channel is narrow and a VC covers the credit loop. VCs of D slots send D flits
// in RouterParams::credit_loop() cycles.
//
// A multicast is one packet until its ways part; there the router copies it (stepped_forks.cpp).
//
// Errors: kernel::MachineError if nothing can move any more, or a flit has waited 100,000 cycles
// and so has all that it could wait for: with the circle of routers, ports and VCs.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "hw_model/noc/network/flit_observer.h"
#include "hw_model/noc/network/network.h"
#include "hw_model/noc/network/parcel.h"
#include "hw_model/noc/router/arbiters.h"
#include "hw_model/noc/router/matching.h"
#include "hw_model/noc/router/pin_router.h"
#include "hw_model/noc/router/router_params.h"
#include "hw_model/noc/routing/routing.h"

namespace rc::noc {

class SteppedNetwork final : public Network, private Congestion {
 public:
  static constexpr unsigned kMaxFlits = 256;  // of a packet under wormhole

  // `topology` and `routing` must outlive the network, as what is given to keep() does.
  // kernel::InputError as check_router().
  // `class_priorities`: of each traffic class, which has a queue of its own at every end point; the
  // greatest goes first, with Priority::by_class. An end point sends a flit a cycle: of the classes
  // that can, the one whose front packet goes first, else in turn.
  SteppedNetwork(const Topology& topology, const Routing& routing, const RouterParams& router,
                 std::uint64_t seed = 1, std::vector<std::uint8_t> class_priorities = {0});
  void keep(std::shared_ptr<const void> owner) { owner_ = std::move(owner); }

  // kernel::InputError for end points, classes and lengths that the network does not have.
  void inject(const Packet& packet) override;
  // Of the choices that the relation has for a destination the first one counts, so the ways of a
  // packet are a tree. kernel::InputError as inject() and check_forks().
  void multicast(const Packet& packet, std::span<const EndId> destinations) override;
  void on_delivery(Delivery delivery) override { delivery_ = std::move(delivery); }
  void tick(std::uint64_t cycle) override;
  bool idle() const override {
    return inside_ == 0 && pending_ == 0 && senders_.empty() && (!by_pins() || credited_ != now_);
  }
  std::uint64_t next_tick(std::uint64_t cycle) const override;
  std::uint64_t min_latency() const override { return params_.hop(); }
  // By the packet's way through a network of its own, in which the relation draws what it draws for
  // the first packet of an end point.
  IdleCycles idle_cycles() const override;
  bool keeps_packets() const override { return true; }

  std::size_t queued(std::size_t sender) const override {
    return sender_states_[sender].queue.size() - sender_states_[sender].first;
  }
  std::uint64_t queued_packets() const override;
  std::uint64_t injected_flits() const override { return injected_; }
  std::uint64_t ejected_flits() const override { return ejected_; }
  // That routers made of others: injected + copied = ejected + inside.
  std::uint64_t copied_flits() const { return copied_; }
  std::uint64_t router_ticks() const override { return router_ticks_; }
  // Grants of the switch that could not be used: a speculative head got no VC, or two outputs of a
  // faster crossbar the same shared slot.
  std::uint64_t wasted_grants() const { return wasted_; }
  std::vector<std::uint64_t> flits_sent() const override;
  std::vector<std::uint64_t> slots_held() const override;
  const Topology& topology() const { return topology_; }
  const RouterParams& router() const { return params_; }
  // `observer` must outlive the network's last tick.
  void observe(FlitObserver& observer) { observer_ = &observer; }
  // Routers by their pins in the place of this network's own; before the first tick. They must be
  // routers of router(): private buffers, credit at most 1, no ranks. Such a network has no snapshot
  // and finds a deadlock by its stillness alone.
  void replace_routers(const MakePinRouter& make);
  // The two sides of a port after the last tick.
  using InputState = PortInput;
  using OutputState = PortOutput;
  InputState input(RouterId router, unsigned port) const;
  OutputState output(RouterId router, unsigned port) const;
  // Flit conservation. kernel::MachineError if violated.
  void check() const override;
  void archive(kernel::Archive& archive) override;

  // For tests: routers are evaluated from the highest number down.
  void evaluate_backwards() { backwards_ = true; }

 private:
  struct Flit {
    std::uint32_t packet = 0;   // in parcels_
    std::uint32_t written = 0;  // the cycle in which it came into its VC, modulo 2^32
    std::uint16_t index = 0;    // in its packet
    bool head = false, tail = false;

    template <class Archive>
    void archive(Archive& archive) {
      archive(packet, written, index, head, tail);
    }
  };
  // A VC of an input port. Its front packet has been granted `out_port` and `out_vc`, or, where
  // routed is not set in Input, may go where the choices say.
  struct Vc {
    std::uint8_t first = 0, count = 0;
    std::uint8_t out_port = 0, out_vc = 0;
    std::uint8_t choices = 0;  // 1: out_port and mask are the only choice; kForks: see there
    std::uint8_t held = 0;     // of a packet that forks: flits before `first` that are still needed
    VcMask mask = 0;
    std::uint32_t ready = 0;  // modulo 2^32: the cycle from which on it may ask
    std::uint32_t moved = 0;  // modulo 2^32: in which its front was last another flit

    template <class Archive>
    void archive(Archive& archive) {
      archive(first, count, out_port, out_vc, choices, held, mask, ready, moved);
    }
  };
  // In Vc::choices: the front packet's destinations are on several ways, and it leaves a copy on all
  // but the last.
  static constexpr std::uint8_t kForks = 0;
  struct Branch {
    std::uint8_t port = 0;
    VcMask vcs = 0;
    std::vector<EndId> destinations;

    template <class Archive>
    void archive(Archive& archive) {
      archive(port, vcs, destinations);
    }
  };
  struct Multicast {
    std::vector<EndId> destinations;  // that have no copy yet
    std::vector<Branch> branches;     // of these, where its packet forks
    std::uint32_t copy = 0;           // the parcel on the branch that it goes now

    template <class Archive>
    void archive(Archive& archive) {
      archive(destinations, branches, copy);
    }
  };
  struct Input {
    VcMask filled = 0;           // VCs that hold a flit
    VcMask routed = 0;           // VCs whose packet owns a VC of an output
    std::uint32_t upstream = 0;  // output that credits go to
    std::uint16_t credit_cycles = 0;
    std::uint8_t driven = 0;  // cycles between the sending of a flit and its coming into the VC

    template <class Archive>
    void archive(Archive& archive) {
      archive(filled, routed);
    }
  };
  // An output port of a router, or the way out of an end point.
  struct Output {
    VcMask with_credit = 0, owned = 0;
    VcMask draining = 0;                    // owned until all credits are back
    std::array<std::uint8_t, 2> next_vc{};  // by class
    std::uint8_t shared_left = 0;
    std::uint8_t cycles_per_flit = 1;
    bool to_end = false, leads = false;
    std::uint16_t cycles = 0;  // from a grant to the input's VC, or to the end point
    std::uint32_t target = 0;  // input or end point
    std::uint64_t link_free = 0;

    template <class Archive>
    void archive(Archive& archive) {
      archive(with_credit, owned, draining, next_vc, shared_left, link_free);
    }
  };
  struct Router {
    std::uint32_t input_base = 0, output_base = 0;
    std::uint64_t filled = 0;  // input ports that hold a flit
  };
  // Of an end point and a traffic class.
  struct SenderState {
    std::vector<std::uint32_t> queue;  // of parcels
    std::size_t first = 0;
    std::uint16_t sent = 0;     // flits of the front packet
    std::uint8_t vc = 0;        // of that packet
    std::uint32_t packets = 0;  // sent so far

    template <class Archive>
    void archive(Archive& archive) {
      archive(queue, first, sent, vc, packets);
    }
  };
  struct Arrival {
    std::uint32_t input;
    std::uint8_t vc;
    Flit flit;
    template <class Archive>
    void archive(Archive& archive) {
      archive(input, vc, flit);
    }
  };
  struct Credit {
    std::uint32_t output;
    std::uint8_t vc;
    template <class Archive>
    void archive(Archive& archive) {
      archive(output, vc);
    }
  };
  struct Ejection {
    EndId end;
    std::uint8_t vc;
    std::uint32_t packet;
    bool tail;
    template <class Archive>
    void archive(Archive& archive) {
      archive(end, vc, packet, tail);
    }
  };
  // What arrives in one cycle.
  struct Moment {
    std::vector<Credit> credits;
    std::vector<Arrival> arrivals;
    std::vector<Ejection> ejections;
    template <class Archive>
    void archive(Archive& archive) {
      archive(credits, arrivals, ejections);
    }
  };
  // Where a head wants to go in this cycle.
  struct Wish {
    std::uint8_t port = 0;
    VcMask vcs = 0;  // that it could be granted; 0: none
  };
  struct Offer {
    std::uint8_t vc = 0, out_port = 0, out_vc = 0;
    bool head = false;
  };
  // The packet that keeps a crossbar input (stepped_hold.cpp).
  struct Held {
    static constexpr std::uint8_t kNone = 0xFF;
    std::uint8_t vc = kNone, output = 0;  // the crossbar's

    template <class Archive>
    void archive(Archive& archive) {
      archive(vc, output);
    }
  };
  // Of a router's crossbar: inputs and outputs, as bits.
  struct Crossbar {
    std::uint64_t inputs = 0, outputs = 0;
  };

  // Stages that lie between the events of a network: none of those inside a router by its pins.
  struct Stages {
    unsigned before, traverse, credit;
  };
  void wire_up();
  void connect();
  void write_pins(std::uint32_t input, unsigned vc, const Flit& flit);
  void tick_pins(RouterId id);
  void send_on(RouterId id, unsigned port, const PinFlit& flit);
  bool by_pins() const { return !pin_routers_.empty(); }
  Moment& at(std::uint64_t cycle) { return moments_[cycle & moment_mask_]; }
  void wake(RouterId router) { active_[router / 64] |= std::uint64_t{1} << router % 64; }
  void take_credit(const Credit& credit);
  void write(std::uint32_t input, unsigned vc, const Flit& flit);
  void expose(std::uint32_t input, unsigned vc);
  [[noreturn]] void no_way(RouterId router, const Head& head) const;
  [[noreturn]] void overflow(std::uint32_t input, unsigned vc) const;
  Multicast& multicast_of(const Parcel& parcel);
  std::uint32_t new_parcel();
  void give_destinations(Parcel& parcel, std::vector<EndId> destinations);
  void expose_fork(std::uint32_t input, unsigned vc);
  Choice first_choice(std::uint32_t input, unsigned vc, Head head);
  std::uint32_t copy_for(Vc& state, const Flit& flit);
  void put_back(Vc& state, unsigned flits);
  void eject(std::vector<Ejection>& ejections);
  void send();
  bool send_flit(std::uint32_t sender);
  bool send_any(EndId end);
  bool nothing_queued(EndId end) const;
  std::uint64_t rank(const Parcel& parcel, std::uint64_t created) const;
  void evaluate(RouterId router);
  bool combined(RouterId router);
  bool offer(RouterId router, unsigned port, Offer& offer, bool& early);
  bool two_stages(RouterId router);
  bool allocate_vcs(RouterId router, bool& early);
  bool allocate_switch(RouterId router, bool& early);
  bool speculate(RouterId router, Crossbar used);
  Crossbar use_held(RouterId router);
  void hold(RouterId router, unsigned number, unsigned vc, unsigned output);
  void ask_for_switch(std::size_t first, unsigned port, std::uint32_t in, unsigned vc,
                      std::uint64_t wants);
  // Those of an output port, as bits.
  std::uint64_t crossbar_outputs(unsigned out_port) const {
    const unsigned speed = params_.output_speedup;
    return ((std::uint64_t{1} << speed) - 1) << out_port * speed;
  }
  unsigned ready_vc(RouterId router, unsigned port, unsigned crossbar, unsigned out_port,
                    VcMask vcs);
  VcMask most_urgent(std::uint32_t input, unsigned vcs) const;
  Wish wish(RouterId router, unsigned port, unsigned vc, const Parcel& parcel);
  Wish wish_of_fork(RouterId router, const Parcel& parcel);
  void own(std::uint32_t output, unsigned vc, unsigned message_class);
  void move(RouterId router, unsigned port, unsigned vc);
  unsigned room(std::uint32_t output, unsigned vc) const {
    if (params_.shared_slots == 0) return credits_[output * vcs_ + vc];
    return credits_[output * vcs_ + vc] + outputs_[output].shared_left;
  }
  // A whole packet must fit the VC's own slots: another one may take the shared ones meanwhile.
  unsigned room_for_packet(std::uint32_t output, unsigned vc) const {
    return params_.flow == FlowControl::cut_through ? credits_[output * vcs_ + vc]
                                                    : room(output, vc);
  }
  bool has_credit(std::uint32_t output, unsigned vc) const {
    return (outputs_[output].with_credit >> vc & 1) != 0 || outputs_[output].shared_left != 0;
  }
  void spend(std::uint32_t output, unsigned vc);
  VcMask with_room(std::uint32_t output, VcMask vcs, unsigned flits) const;
  bool link_ready(const Output& output) const {
    return output.link_free <= now_ + waiting_flits_ * output.cycles_per_flit;
  }
  // Flits that a packet needs room for before its head may go.
  unsigned needed(const Parcel& parcel) const {
    return params_.flow == FlowControl::cut_through ? parcel.flits : 1;
  }
  const Flit& front(std::uint32_t input, unsigned vc) const {
    const std::uint32_t number = input * vcs_ + vc;
    return slots_[number * capacity_ + vc_states_[number].first];
  }
  const Parcel& front_parcel(std::uint32_t input, unsigned vc) const {
    return parcels_[front(input, vc).packet];
  }
  bool before_ready(const Vc& vc) const {
    return static_cast<std::int32_t>(vc.ready - static_cast<std::uint32_t>(now_)) > 0;
  }
  unsigned waiting(RouterId router, unsigned out_port) const override;
  void look_for_deadlock();
  void find_stuck(std::uint64_t patience);
  std::uint64_t cycles_alone(const Packet& packet) const;
  void expect_places(const kernel::Archive& archive) const;
  [[noreturn]] void report_deadlock(std::uint32_t number, const std::vector<bool>& stuck);
  std::vector<std::uint32_t> awaited(std::uint32_t number);

  std::shared_ptr<const void> owner_;  // of topology and routing
  const Topology& topology_;
  const Graph& graph_;
  const Routing& routing_;
  RouterParams params_;
  Stages stages_;
  std::uint64_t seed_;
  unsigned vcs_, capacity_;     // VCs a port, slots of one
  unsigned waiting_flits_ = 0;  // that an output with speed-up may hold for its link
  bool ranks_matter_ = false;   // some packets go before others
  std::vector<Router> routers_;
  std::vector<std::unique_ptr<PinRouter>> pin_routers_;  // in their place, or none
  std::vector<std::uint32_t> router_of_;                 // by input
  std::vector<Input> inputs_;
  std::vector<Vc> vc_states_;              // by input * vcs_ + vc
  std::vector<Flit> slots_;                // by (input * vcs_ + vc) * capacity_
  std::vector<Output> outputs_;            // by output; those of end points follow
  std::vector<std::uint8_t> credits_;      // by output * vcs_ + vc; shared slots apart
  std::vector<std::uint8_t> shared_used_;  // of them, by output * vcs_ + vc; empty: none are shared
  std::vector<RouterId> owner_of_output_;
  std::vector<std::uint8_t> class_priorities_;
  std::vector<SenderState> sender_states_;  // by end point and traffic class
  std::vector<std::uint8_t> last_class_;    // by end point: of the flit that it sent last
  std::vector<EndId> senders_;              // end points with a queue
  std::vector<Parcel> parcels_;
  std::vector<std::uint32_t> free_parcels_;
  std::vector<Multicast> multicasts_;
  std::vector<std::uint32_t> free_multicasts_;
  std::vector<Moment> moments_;
  std::uint64_t moment_mask_ = 0;
  std::uint64_t pending_ = 0;                        // events in moments_
  std::vector<std::uint64_t> active_, next_active_;  // routers, as bits
  Arbiters vc_arbiters_, output_arbiters_;           // combined: by input, over VCs; by output
  Matching vc_matching_, switch_matching_;
  std::vector<std::uint8_t> next_ready_vc_;  // by input: round robin among VCs for one output
  std::vector<Held> held_;                   // by input and crossbar input; empty: none can be
  std::vector<std::uint64_t> sent_;          // by output * vcs_ + vc
  std::vector<std::uint64_t> residence_;     // by input * vcs_ + vc, modulo 2^64
  std::uint64_t now_ = 0, looked_ = 0;
  std::uint64_t credited_ =
      0;  // by pins: when a router last got a credit, which counts a cycle later
  std::uint64_t inside_ = 0;  // flits in VCs
  std::uint64_t injected_ = 0, copied_ = 0, ejected_ = 0, router_ticks_ = 0, wasted_ = 0;
  bool backwards_ = false;
  FlitObserver* observer_ = nullptr;
  Delivery delivery_;
  Packet delivered_;  // reused: nothing fills in its payload
  // Reused by one evaluation.
  std::vector<Ask> asks_, port_asks_;
  std::vector<std::uint64_t> ranks_;  // of what asks for the switch; empty: all are equal
  Choices choices_;
  std::array<VcMask, kMaxRadix> eligible_{}, asked_{};  // by input port
  std::array<Wish, kMaxRadix * kMaxVcs> wishes_{};
};

}  // namespace rc::noc
