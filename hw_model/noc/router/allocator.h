// SPDX-License-Identifier: Apache-2.0
// VC and switch allocation in one step, separable, input first.
//
// Each input port offers one of its VCs that could move; each output port grants one of its offers.
// Both choose the candidate that was served longest ago. A head could move if at an admissible
// output port some VC of its class is free and has room for the whole packet. If two output ports
// are admissible, the offer is for the one with more credits in its admissible VCs, or the first if
// equal. A body or tail flit could move if its output VC has a credit. All decisions use the state
// before this cycle; only the two arbiters are in series.
//
// Only a grant of the output port counts as served: an input whose offer was not granted offers the
// same VC again in the next cycle, unless it can no longer move. An idle router's state is
// constant.
#pragma once

#include <array>
#include <cstdint>

#include "hw_model/noc/router/input_unit.h"
#include "hw_model/noc/router/least_recently_served.h"
#include "hw_model/noc/router/output_unit.h"
#include "hw_model/noc/router/route_computation.h"

namespace rc::noc {

struct Grant {
  std::uint8_t in_port, in_vc, out_port, out_vc;
};

class Allocator {
 public:
  Allocator(const NocParams& params, unsigned x, unsigned y) : route_(params, x, y) {
    vcs_.fill(LeastRecentlyServed(params.vcs));
    inputs_.fill(LeastRecentlyServed(kPorts));
  }

  void reset() {
    for (LeastRecentlyServed& vcs : vcs_) vcs.reset();
    for (LeastRecentlyServed& inputs : inputs_) inputs.reset();
  }

  // One input VC alone asked for an output port, and its whole packet has passed.
  void served_alone(unsigned in_port, unsigned in_vc, unsigned out_port) {
    inputs_[out_port].served(in_port);
    vcs_[in_port].served(in_vc);
  }
  // What that changes: the arbiters of an input and of an output port.
  LeastRecentlyServed& vcs(unsigned in_port) { return vcs_[in_port]; }
  LeastRecentlyServed& inputs(unsigned out_port) { return inputs_[out_port]; }
  const RouteComputation& route() const { return route_; }
  template <class Archive>
  void archive(Archive& archive) {
    archive(vcs_, inputs_);
  }

  // Decides for the input ports in `waiting` (as bits), then calls commit(Grant) for each granted
  // flit, in order of output ports. commit() may change the units.
  template <class Input, class Commit>
  void allocate(const std::array<Input, kPorts>& inputs,
                const std::array<OutputUnit, kPorts>& outputs, unsigned waiting, Commit commit) {
    std::array<Grant, kPorts> offers;
    std::array<std::uint8_t, kPorts> offered_by{};  // per output port: inputs, as bits
    unsigned wanted = 0;
    for_each_bit(waiting, [&](unsigned port) {
      if (!offer(port, inputs[port], outputs, offers[port])) return;
      offered_by[offers[port].out_port] |= static_cast<std::uint8_t>(1u << port);
      wanted |= 1u << offers[port].out_port;
    });
    for_each_bit(wanted, [&](unsigned out_port) {
      const unsigned winner = inputs_[out_port].first(offered_by[out_port]);
      const Grant& grant = offers[winner];
      inputs_[out_port].served(winner);
      vcs_[winner].served(grant.in_vc);
      commit(grant);
    });
  }

 private:
  template <class Input>
  bool offer(unsigned port, const Input& input, const std::array<OutputUnit, kPorts>& outputs,
             Grant& offer) const {
    for (unsigned left = input.waiting(); left != 0;) {
      const unsigned vc = vcs_[port].first(left);
      const typename Input::Vc& state = input.vc(vc);
      if (state.routed) {
        if (outputs[state.out_port].has_credit(state.out_vc)) {
          offer = make_grant(port, vc, state.out_port, state.out_vc);
          return true;
        }
      } else if (const auto& head = input.front(vc);
                 offer_head(port, vc, head, only_port(head), outputs, offer)) {
        return true;
      }
      left &= ~(1u << vc);
    }
    return false;
  }

  // A flit may know it.
  template <class FlitType>
  int only_port(const FlitType& head) const {
    if constexpr (requires { head.only_port; }) {
      return head.only_port;
    } else {
      return route_.only_port(head);
    }
  }

  bool offer_head(unsigned in_port, unsigned vc, const FlitHeader& head, int port,
                  const std::array<OutputUnit, kPorts>& outputs, Grant& offer) const {
    if (port >= 0) {
      const auto out_port = static_cast<unsigned>(port);
      const int out_vc = outputs[out_port].free_vc(route_.class_vcs(head.message_class),
                                                   head.message_class, head.length);
      if (out_vc < 0) return false;
      offer = make_grant(in_port, vc, out_port, static_cast<unsigned>(out_vc));
      return true;
    }
    return offer_adaptive(in_port, vc, head, outputs, offer);
  }

  // Of several admissible ports. Not inline, for the sake of the above.
  [[gnu::noinline]] bool offer_adaptive(unsigned in_port, unsigned vc, const FlitHeader& head,
                                        const std::array<OutputUnit, kPorts>& outputs,
                                        Grant& offer) const {
    const Routes routes = route_(in_port, vc, head);
    bool found = false;
    unsigned most_credits = 0;
    for (unsigned i = 0; i < routes.count; ++i) {
      const OutputUnit& output = outputs[routes.port[i]];
      const int out_vc = output.free_vc(routes.vcs, head.message_class, head.length);
      if (out_vc < 0) continue;
      const unsigned credits = routes.count == 1 ? 0 : output.total_credits(routes.vcs);
      if (found && credits <= most_credits) continue;
      found = true;
      most_credits = credits;
      offer = make_grant(in_port, vc, routes.port[i], static_cast<unsigned>(out_vc));
    }
    return found;
  }

  static Grant make_grant(unsigned in_port, unsigned in_vc, unsigned out_port, unsigned out_vc) {
    return {static_cast<std::uint8_t>(in_port), static_cast<std::uint8_t>(in_vc),
            static_cast<std::uint8_t>(out_port), static_cast<std::uint8_t>(out_vc)};
  }

  RouteComputation route_;
  std::array<LeastRecentlyServed, kPorts> vcs_;     // per input port
  std::array<LeastRecentlyServed, kPorts> inputs_;  // per output port
};

}  // namespace rc::noc
