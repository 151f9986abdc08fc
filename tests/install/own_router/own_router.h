// SPDX-License-Identifier: Apache-2.0
// A mesh router as docs/router.md describes it, in plain C++ behind SystemC's pins: four stages, XY
// routing, virtual cut-through, arbiters that grant whoever was served longest ago.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <numeric>
#include <optional>
#include <vector>

#include "hw_model/noc/params.h"
#include "hw_model/noc/systemc/router_ports.h"

class OwnRouter : public rc::noc::RouterPorts {
 public:
  OwnRouter(const sc_core::sc_module_name& name, const rc::noc::NocParams& params, unsigned x,
            unsigned y)
      : RouterPorts(name), x_(x), y_(y), class_vcs_(params.vcs / params.message_classes) {
    for (unsigned port = 0; port < rc::noc::kPorts; ++port) {
      inputs_[port].vcs.resize(params.vcs);
      inputs_[port].order = Order(params.vcs);
      outputs_[port].vcs.assign(params.vcs, {params.vc_depth});
      for (unsigned c = 0; c < params.message_classes; ++c)
        outputs_[port].next.push_back(c * class_vcs_);
    }
    SC_HAS_PROCESS(OwnRouter);
    SC_METHOD(edge);
    sensitive << clock.pos();
    dont_initialize();
  }

 private:
  using Flit = rc::noc::Flit;
  template <class T>
  using PerPort = std::array<T, rc::noc::kPorts>;

  // Requesters, the one that was served longest ago first.
  class Order {
   public:
    explicit Order(unsigned count) : all_(count) { std::iota(all_.begin(), all_.end(), 0u); }
    void served(unsigned who) {
      all_.erase(std::ranges::find(all_, who));
      all_.push_back(who);
    }
    const std::vector<unsigned>& all() const { return all_; }

   private:
    std::vector<unsigned> all_;
  };

  // A FIFO of an input, and where the packet at its front goes once its head was granted.
  struct Queue {
    std::deque<Flit> flits;
    bool routed = false;
    unsigned out_port = 0, out_vc = 0;
  };
  struct Input {
    std::vector<Queue> vcs;
    Order order{1};
  };
  // A VC of the buffer downstream.
  struct Downstream {
    unsigned credits = 0;
    bool owned = false;
  };
  struct Output {
    std::vector<Downstream> vcs;
    std::vector<unsigned> next;  // by class: where the search for a free VC begins
    Order order{rc::noc::kPorts};
  };
  struct Offer {
    unsigned vc, out_port, out_vc;
  };

  // The stages from the last to the first: each takes what the one before it held before this edge.
  void edge() {
    for (unsigned port = 0; port < rc::noc::kPorts; ++port)
      flit_out[port].write(crossing_[port] ? rc::noc::LinkFlit{true, *crossing_[port]}
                                           : rc::noc::LinkFlit());
    crossing_ = {};
    allocate();
    for (unsigned port = 0; port < rc::noc::kPorts; ++port) {
      if (arrived_[port]) inputs_[port].vcs[arrived_[port]->vc].flits.push_back(*arrived_[port]);
      const rc::noc::LinkFlit& link = flit_in[port].read();
      arrived_[port] = link.valid ? std::optional(link.flit) : std::nullopt;
      for (unsigned vc = 0; vc < outputs_[port].vcs.size(); ++vc)
        outputs_[port].vcs[vc].credits += credit_in[port].read() >> vc & 1u;
    }
  }

  void allocate() {
    PerPort<std::optional<Offer>> offers;
    for (unsigned port = 0; port < rc::noc::kPorts; ++port) offers[port] = offer_of(inputs_[port]);
    PerPort<rc::noc::LinkCredits> credits{};
    for (unsigned out = 0; out < rc::noc::kPorts; ++out) {
      const auto wants = [&](unsigned port) {
        return offers[port] && offers[port]->out_port == out;
      };
      const auto winner = std::ranges::find_if(outputs_[out].order.all(), wants);
      if (winner == outputs_[out].order.all().end()) continue;
      const unsigned port = *winner, vc = offers[port]->vc;
      credits[port] = static_cast<rc::noc::LinkCredits>(1u << vc);
      outputs_[out].order.served(port);
      inputs_[port].order.served(vc);
      crossing_[out] = send(inputs_[port].vcs[vc], *offers[port]);
    }
    for (unsigned port = 0; port < rc::noc::kPorts; ++port) credit_out[port].write(credits[port]);
  }

  // The first VC whose flit could move.
  std::optional<Offer> offer_of(const Input& input) const {
    for (const unsigned vc : input.order.all()) {
      const Queue& queue = input.vcs[vc];
      if (queue.flits.empty()) continue;
      if (queue.routed) {
        if (outputs_[queue.out_port].vcs[queue.out_vc].credits > 0)
          return Offer{vc, queue.out_port, queue.out_vc};
        continue;
      }
      const Flit& head = queue.flits.front();
      const unsigned port = route(head);
      if (const auto out_vc = free_vc(outputs_[port], head)) return Offer{vc, port, *out_vc};
    }
    return std::nullopt;
  }

  unsigned route(const Flit& head) const {
    if (head.dst_x != x_) return head.dst_x > x_ ? rc::noc::kEast : rc::noc::kWest;
    if (head.dst_y != y_) return head.dst_y > y_ ? rc::noc::kNorth : rc::noc::kSouth;
    return head.dst_port;
  }

  // Of the class of the packet, with room for all of it; from the one behind the last that was taken.
  std::optional<unsigned> free_vc(const Output& output, const Flit& head) const {
    const unsigned first = head.message_class * class_vcs_;
    for (unsigned i = 0; i < class_vcs_; ++i) {
      const unsigned vc = first + (output.next[head.message_class] - first + i) % class_vcs_;
      if (!output.vcs[vc].owned && output.vcs[vc].credits >= head.length) return vc;
    }
    return std::nullopt;
  }

  Flit send(Queue& queue, const Offer& offer) {
    Flit flit = queue.flits.front();
    queue.flits.pop_front();
    queue.routed = !flit.tail;
    queue.out_port = offer.out_port;
    queue.out_vc = offer.out_vc;
    Output& output = outputs_[offer.out_port];
    Downstream& downstream = output.vcs[offer.out_vc];
    --downstream.credits;
    downstream.owned = !flit.tail;
    if (flit.head) {
      const unsigned first = flit.message_class * class_vcs_;
      output.next[flit.message_class] = first + (offer.out_vc - first + 1) % class_vcs_;
    }
    flit.vc = static_cast<std::uint8_t>(offer.out_vc);
    return flit;
  }

  unsigned x_, y_, class_vcs_;
  PerPort<std::optional<Flit>> arrived_, crossing_;  // input and switch register
  PerPort<Input> inputs_;
  PerPort<Output> outputs_;
};
