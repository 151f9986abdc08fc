// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/network/paired_network.h"

#include <algorithm>

#include "hw_model/kernel/error.h"

namespace rc::noc {
namespace {

constexpr std::uint64_t kCyclesPerLook = 7;

std::string registers_text(const PortInput& input, const PortOutput& output) {
  std::string text = "filled " + std::to_string(input.filled) + ", routed " +
                     std::to_string(input.routed) + ", owned " + std::to_string(output.owned);
  for (const auto& [name, values] :
       {std::pair{", held", input.held}, {", credits", output.credits}}) {
    text += name;
    for (const std::uint8_t value : values) text.append(" ").append(std::to_string(value));
  }
  return text;
}

}  // namespace

PairedNetwork::PairedNetwork(std::unique_ptr<SteppedNetwork> model,
                             std::unique_ptr<SteppedNetwork> pins)
    : model_(std::move(model)), pins_(std::move(pins)) {
  model_side_.pair = pins_side_.pair = this;
  model_side_.model = true;
  model_side_.crossing = model_->router().traverse;
  model_->observe(model_side_);
  pins_->observe(pins_side_);
  model_->on_delivery([this](const Packet& packet) {
    delivered_.push_back({packet.id, {}});
    delivering_ = true;
    if (delivery_) delivery_(packet);
    delivering_ = false;
  });
  pins_->on_delivery([this](const Packet& packet) {
    if (repeated_ == delivered_.size() || delivered_[repeated_].id != packet.id) {
      throw kernel::MachineError("noc: the routers by their pins deliver packet " +
                                 std::to_string(packet.id) + " in cycle " + std::to_string(now_) +
                                 ", the model does not");
    }
    for (const Packet& injected : delivered_[repeated_].injected) pins_->inject(injected);
    ++repeated_;
  });
}

void PairedNetwork::inject(const Packet& packet) {
  model_->inject(packet);
  if (delivering_) {
    delivered_.back().injected.push_back(packet);
  } else {
    pins_->inject(packet);
  }
}

void PairedNetwork::tick(std::uint64_t cycle) {
  now_ = cycle;
  delivered_.clear();
  repeated_ = 0;
  model_->tick(cycle);
  pins_->tick(cycle);
  compare_pins(cycle);
  if (repeated_ != delivered_.size()) {
    throw kernel::MachineError("noc: the model delivers packet " +
                               std::to_string(delivered_[repeated_].id) + " in cycle " +
                               std::to_string(cycle) + ", the routers by their pins do not");
  }
}

void PairedNetwork::check() const {
  model_->check();
  pins_->check();
  if (model_->flits_sent() != pins_->flits_sent() || model_->slots_held() != pins_->slots_held())
    throw kernel::MachineError("noc: counters of links or buffers differ in cycle " +
                               std::to_string(now_));
}

void PairedNetwork::Side::left(const PassingFlit& flit) {
  driven[flit.cycle + crossing].push_back(
      {flit.router, flit.port, flit.vc, true, flit.head, flit.tail, flit.packet.id});
}

void PairedNetwork::Side::freed(RouterId router, unsigned port, unsigned vc) {
  driven[pair->now_].push_back({router, port, vc, false, false, false, 0});
}

// The model's routers hold then what the others held after the cycle before.
void PairedNetwork::Side::arrived(std::uint64_t cycle) {
  if (model && cycle % kCyclesPerLook == 0) pair->compare_registers(cycle);
}

void PairedNetwork::compare_registers(std::uint64_t cycle) const {
  const Graph& graph = model_->topology().graph;
  for (RouterId router = 0; router < graph.routers(); ++router) {
    for (unsigned port = 0; port < std::max(graph.inputs(router), graph.outputs(router)); ++port) {
      PortInput in = model_->input(router, port), pins_in = pins_->input(router, port);
      // A flit that is written and read at the same edge is in the model's VC already.
      if (model_->router().before == 0) in = pins_in;
      PortOutput out = model_->output(router, port);
      const PortOutput pins_out = pins_->output(router, port);
      // So has a credit that counts when it comes.
      if (model_->router().credit == 0) out.credits = pins_out.credits;
      if (in == pins_in && out == pins_out) continue;
      throw kernel::MachineError("noc: " + graph.name(router) + ", port " + std::to_string(port) +
                                 ", before cycle " + std::to_string(cycle) + ": the model holds " +
                                 registers_text(in, out) + "; by its pins the router holds " +
                                 registers_text(pins_in, pins_out));
    }
  }
}

std::string PairedNetwork::text(const Driven* driven) const {
  if (driven == nullptr) return "nothing more";
  std::string text = model_->topology().graph.name(driven->router) + ", " +
                     (driven->is_flit ? "output " : "input ") + std::to_string(driven->port) +
                     ", VC " + std::to_string(driven->vc);
  if (!driven->is_flit) return text + ": a credit";
  return text + ": a flit of packet " + std::to_string(driven->packet) +
         (driven->head ? ", head" : "") + (driven->tail ? ", tail" : "");
}

void PairedNetwork::compare_pins(std::uint64_t cycle) {
  while (true) {
    ByCycle& model = model_side_.driven;
    ByCycle& pins = pins_side_.driven;
    const std::uint64_t first = std::min(model.empty() ? ~std::uint64_t{0} : model.begin()->first,
                                         pins.empty() ? ~std::uint64_t{0} : pins.begin()->first);
    if (first > cycle) return;
    std::vector<Driven>& ours = model[first];
    std::vector<Driven>& theirs = pins[first];
    std::ranges::sort(ours);
    std::ranges::sort(theirs);
    const auto [a, b] = std::ranges::mismatch(ours, theirs);
    if (a != ours.end() || b != theirs.end()) {
      throw kernel::MachineError("noc: pins differ in cycle " + std::to_string(first) +
                                 ": the model drives " + text(a == ours.end() ? nullptr : &*a) +
                                 "; by its pins the router drives " +
                                 text(b == theirs.end() ? nullptr : &*b));
    }
    compared_ += ours.size();
    model.erase(first);
    pins.erase(first);
  }
}

}  // namespace rc::noc
