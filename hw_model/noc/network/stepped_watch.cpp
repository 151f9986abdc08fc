// SPDX-License-Identifier: Apache-2.0
// What is asked of the stepped network from outside: counters, snapshots, and whether it still
// moves.
#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <mutex>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/network/stepped_network.h"

namespace rc::noc {
namespace {

constexpr std::uint64_t kPatience = 100'000;  // cycles between two looks for flits that wait

}  // namespace

std::vector<std::uint64_t> SteppedNetwork::slots_held() const {
  std::vector<std::uint64_t> sums = residence_;
  for (std::size_t number = 0; number < sums.size(); ++number)
    sums[number] += (vc_states_[number].count + vc_states_[number].held) * now_;
  // A flit holds its slot while it is on the last cycles of the way to it.
  const std::uint64_t most = 1 + stages_.before;
  for (std::uint64_t ahead = 1; ahead < most; ++ahead) {
    for (const Arrival& arrival : moments_[(now_ + ahead) & moment_mask_].arrivals) {
      const std::uint64_t driven = inputs_[arrival.input].driven;
      if (driven > ahead) sums[arrival.input * vcs_ + arrival.vc] += driven - ahead;
    }
  }
  return sums;
}

std::vector<std::uint64_t> SteppedNetwork::flits_sent() const {
  std::vector<std::uint64_t> sent = sent_;  // from end points, too: they follow
  // A flit has been granted the switch and is still crossing it.
  const auto not_yet = [&](std::uint32_t output, unsigned vc, std::uint64_t arrives) {
    if (arrives - outputs_[output].cycles + stages_.traverse > now_) --sent[output * vcs_ + vc];
  };
  for (std::uint64_t ahead = 1; ahead < moments_.size() && stages_.traverse != 0; ++ahead) {
    const Moment& moment = moments_[(now_ + ahead) & moment_mask_];
    for (const Arrival& arrival : moment.arrivals) {
      const std::uint32_t output = inputs_[arrival.input].upstream;
      if (output < owner_of_output_.size()) not_yet(output, arrival.vc, now_ + ahead);
    }
    for (const Ejection& ejection : moment.ejections) {
      const End& end = graph_.end(ejection.end);
      not_yet(graph_.output_base(end.out_router) + end.out_port, ejection.vc, now_ + ahead);
    }
  }
  sent.resize(graph_.all_outputs() * vcs_);
  return sent;
}

std::uint64_t SteppedNetwork::cycles_alone(const Packet& packet) const {
  SteppedNetwork network(topology_, routing_, params_, 0, class_priorities_);
  network.seed_ = seed_;
  bool delivered = false;
  network.on_delivery([&](const Packet&) { delivered = true; });
  network.inject(packet);
  constexpr std::uint64_t kFirst = 1;
  std::uint64_t cycle = kFirst;
  network.tick(cycle);
  while (!delivered) {
    cycle = network.next_tick(cycle);
    network.tick(cycle);
  }
  return cycle - kFirst;
}

// Such a way is asked for again and again.
NetworkIf::IdleCycles SteppedNetwork::idle_cycles() const {
  struct Known {
    std::mutex mutex;
    std::map<std::array<unsigned, 4>, std::uint64_t> cycles;
  };
  return [this, known = std::make_shared<Known>()](const Packet& packet) {
    const std::lock_guard lock(known->mutex);
    const std::array<unsigned, 4> way{packet.source, packet.destination, packet.message_class,
                                      packet.flits};
    const auto at = known->cycles.find(way);
    if (at != known->cycles.end()) return at->second;
    return known->cycles[way] = cycles_alone(packet);
  };
}

SteppedNetwork::InputState SteppedNetwork::input(RouterId router, unsigned port) const {
  InputState state;
  if (port >= graph_.inputs(router)) return state;
  if (by_pins()) {
    OutputState other;
    pin_routers_[router]->tell(port, state, other);
    return state;
  }
  const std::uint32_t input = routers_[router].input_base + port;
  state.filled = inputs_[input].filled;
  state.routed = inputs_[input].routed;
  for (unsigned vc = 0; vc < vcs_; ++vc) {
    const Vc& its = vc_states_[input * vcs_ + vc];
    state.held[vc] = static_cast<std::uint8_t>(its.count + its.held);
    if (its.held != 0) state.filled |= static_cast<VcMask>(1u << vc);
  }
  return state;
}

SteppedNetwork::OutputState SteppedNetwork::output(RouterId router, unsigned port) const {
  OutputState state;
  if (port >= graph_.outputs(router)) return state;
  if (by_pins()) {
    InputState other;
    pin_routers_[router]->tell(port, other, state);
    return state;
  }
  const std::uint32_t output = routers_[router].output_base + port;
  state.owned = outputs_[output].owned;
  for (unsigned vc = 0; vc < vcs_; ++vc) state.credits[vc] = credits_[output * vcs_ + vc];
  return state;
}

std::uint64_t SteppedNetwork::queued_packets() const {
  std::uint64_t queued = 0;
  for (std::size_t sender = 0; sender < sender_states_.size(); ++sender)
    queued += SteppedNetwork::queued(sender);
  return queued;
}

std::uint64_t SteppedNetwork::next_tick(std::uint64_t cycle) const {
  if (!senders_.empty() || std::ranges::any_of(next_active_, [](auto word) { return word != 0; }))
    return cycle + 1;
  if (by_pins() && credited_ == now_) return cycle + 1;
  if (pending_ == 0) return ~std::uint64_t{0};
  for (std::uint64_t next = cycle + 1;; ++next) {
    const Moment& moment = moments_[next & moment_mask_];
    if (!moment.credits.empty() || !moment.arrivals.empty() || !moment.ejections.empty())
      return next;
  }
}

unsigned SteppedNetwork::waiting(RouterId router, unsigned out_port) const {
  const std::uint32_t output = graph_.output_base(router) + out_port;
  unsigned waiting = 0;
  for (unsigned vc = 0; vc < vcs_; ++vc) {
    waiting += params_.vc_depth - credits_[output * vcs_ + vc];
    if (!shared_used_.empty()) waiting += shared_used_[output * vcs_ + vc];
  }
  return waiting;
}

void SteppedNetwork::check() const {
  std::uint64_t travelling = 0;
  for (const Moment& moment : moments_)
    travelling += moment.arrivals.size() + moment.ejections.size();
  if (injected_ + copied_ == ejected_ + inside_ + travelling) return;
  throw kernel::MachineError("noc: " + std::to_string(injected_) + " flits went in, " +
                             std::to_string(copied_) + " were copied, " + std::to_string(ejected_) +
                             " came out, " + std::to_string(inside_ + travelling) + " are inside");
}

// Nothing under way and no router awake: whatever is injected from now on, these flits only wait
// for each other. Else a flit that has waited long is looked at now and then.
void SteppedNetwork::look_for_deadlock() {
  const bool still = !by_pins() && pending_ == 0 &&
                     std::ranges::all_of(next_active_, [](auto word) { return word == 0; });
  if (still) find_stuck(0);
  if (now_ < looked_ + kPatience) return;
  if (by_pins()) {
    throw kernel::MachineError("noc: no router has sent a flit since cycle " +
                               std::to_string(looked_) + ", " + std::to_string(inside_) +
                               " are inside");
  }
  looked_ = now_;
  find_stuck(kPatience);
}

// VCs in which nothing moved for `patience` cycles are stuck if all that they wait for are.
void SteppedNetwork::find_stuck(std::uint64_t patience) {
  std::vector<bool> stuck(vc_states_.size());
  std::vector<std::uint32_t> suspects;
  for (std::uint32_t number = 0; number < vc_states_.size(); ++number) {
    const Vc& vc = vc_states_[number];
    if (vc.count == 0 || static_cast<std::uint32_t>(now_) - vc.moved < patience) continue;
    stuck[number] = true;
    suspects.push_back(number);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::uint32_t number : suspects) {
      if (!stuck[number]) continue;
      const std::vector<std::uint32_t> waits_for = awaited(number);
      if (!waits_for.empty() &&
          std::ranges::all_of(waits_for, [&](std::uint32_t other) { return stuck[other]; }))
        continue;
      stuck[number] = false;
      changed = true;
    }
  }
  for (const std::uint32_t number : suspects) {
    if (stuck[number]) report_deadlock(number, stuck);
  }
}

// VCs of which one must move before the front of this one can: those behind the VC that it owns,
// or behind every VC that it could be given. A free one that leads to an end point awaits nothing.
std::vector<std::uint32_t> SteppedNetwork::awaited(std::uint32_t number) {
  const std::uint32_t in = number / vcs_;
  const unsigned vc = number % vcs_;
  const RouterId id = router_of_[in];
  std::vector<std::uint32_t> found;
  bool open = false;
  const auto add = [&](unsigned port, VcMask vcs) {
    const Output& output = outputs_[graph_.output_base(id) + port];
    if (output.to_end) open = true;
    for (unsigned left = vcs; left != 0 && !open; left &= left - 1)
      found.push_back(output.target * vcs_ + static_cast<unsigned>(std::countr_zero(left)));
  };
  const Vc& state = vc_states_[number];
  if ((inputs_[in].routed >> vc & 1) != 0) {
    add(state.out_port, static_cast<VcMask>(1u << state.out_vc));
  } else if (state.choices == kForks) {
    for (const Branch& branch : multicast_of(front_parcel(in, vc)).branches)
      add(branch.port, branch.vcs);
  } else {
    Head head = front_parcel(in, vc).head;
    choices_.clear();
    routing_.route(id, in - graph_.input_base(id), vc, head, choices_);
    for (const Choice& choice : choices_) add(choice.port, choice.vcs);
  }
  if (open) found.clear();
  return found;
}

void SteppedNetwork::report_deadlock(std::uint32_t number, const std::vector<bool>& stuck) {
  // Each stuck VC waits for stuck ones alone: going on, one comes back.
  std::vector<std::uint32_t> way;
  while (std::ranges::find(way, number) == way.end()) {
    way.push_back(number);
    const std::vector<std::uint32_t> next = awaited(number);
    number = *std::ranges::find_if(next, [&](std::uint32_t other) { return stuck[other]; });
  }
  way.erase(way.begin(), std::ranges::find(way, number));
  constexpr std::size_t kShown = 8;
  std::string circle;
  for (std::size_t i = 0; i < std::min(way.size(), kShown); ++i) {
    const std::uint32_t in = way[i] / vcs_;
    const RouterId id = router_of_[in];
    const Head& head = front_parcel(in, way[i] % vcs_).head;
    circle += (i == 0 ? "" : "; ") + graph_.name(id) + " port " +
              std::to_string(in - graph_.input_base(id)) + " VC " + std::to_string(way[i] % vcs_) +
              " (packet " + std::to_string(head.source) + " -> " +
              std::to_string(head.destination) + ")";
  }
  if (way.size() > kShown) circle += "; and " + std::to_string(way.size() - kShown) + " more";
  throw kernel::MachineError("noc: deadlock in cycle " + std::to_string(now_) +
                             ", each waits for the next in a circle: " + circle);
}

}  // namespace rc::noc
