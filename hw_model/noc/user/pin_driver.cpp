// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/user/pin_driver.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <utility>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "hw_model/noc/user/network_call.h"

namespace rc::noc {

using std::to_string;

namespace {

// What a network writes there may lack its end, and hold anything.
using Error = std::array<char, 512>;

std::string text_of(const Error& error) {
  const std::string_view all(error.data(), ::strnlen(error.data(), error.size()));
  return all.empty() ? "it gave no reason" : kernel::shown(all, kernel::kMaxPathShown);
}

void expect_success(int status, const Error& error) {
  if (status != 0) throw kernel::MachineError("network: " + text_of(error));
}

constexpr std::uint32_t kMaxStatistics = 1000;
constexpr std::uint32_t kMaxIdleCycles = 1'000'000;  // as in network.toml

// A name that the network gave, as far as it is shown.
std::string name_at(const char* text) {
  return kernel::shown(std::string_view(text, ::strnlen(text, kernel::kMaxWordShown)));
}

std::string title_of(const rc_network_api& api) {
  return api.name == nullptr ? "the network" : name_at(api.name);
}

// All functions of the table but those of counters that it has not.
void check_functions(const rc_network_api& api) {
  const std::pair<const char*, bool> functions[] = {
      {"create", api.create != nullptr},     {"reset", api.reset != nullptr},
      {"evaluate", api.evaluate != nullptr}, {"edge", api.edge != nullptr},
      {"destroy", api.destroy != nullptr},   {"statistic", api.statistic || api.statistics == 0}};
  for (const auto& [name, there] : functions)
    if (!there) throw kernel::InputError(title_of(api) + ": " + name + " is NULL");
  for (std::uint32_t i = 0; i < api.statistics; ++i)
    if (i >= kMaxStatistics || api.statistic_names == nullptr || api.statistic_names[i] == nullptr)
      throw kernel::InputError(title_of(api) + ": statistic_names: expected at most " +
                               to_string(kMaxStatistics) + " names, none of them NULL");
}

}  // namespace

PinDriver::PinDriver(const rc_network_api& api, Setup setup) : api_(api), setup_(std::move(setup)) {
  if (api.abi != RC_NETWORK_ABI)
    throw kernel::InputError("a network of interface version " + to_string(api.abi) +
                             ": expected version " + to_string(RC_NETWORK_ABI));
  check_functions(api);
  const std::string name = title_of(api);
  const auto expect = [&](const char* what, std::uint32_t value, std::uint32_t from,
                          std::uint32_t to) {
    if (value < from || value > to)
      throw kernel::InputError(name + ": " + what + " = " + to_string(value) + ": expected " +
                               to_string(from) + " to " + to_string(to));
  };
  expect("flit_bits", api.flit_bits, 8, 8 * RC_NETWORK_FLIT_BYTES);
  expect("max_flits", api.max_flits, 1, 128);
  expect("min_latency", api.min_latency, 1, 1000);
  expect("quiet_cycles", api.quiet_cycles, 0, kMaxIdleCycles);
  expect("drain_cycles", api.drain_cycles, 0, kMaxIdleCycles);
  expect("order", api.order, 0, RC_ORDER_NONE);
  expect("interleave", api.interleave, 0, RC_INTERLEAVE_SOURCE);
  if (api.max_end_points != 0 && end_points() > api.max_end_points)
    throw kernel::InputError(name + ": max_end_points = " + to_string(api.max_end_points) +
                             ", and the machine has " + to_string(end_points()));
  drain_ = api.free_running ? ~std::uint64_t{0} : api.drain_cycles;
  const std::size_t ports = static_cast<std::size_t>(end_points()) * setup_.classes;
  in_valid_.assign(ports, 0);
  in_ready_.assign(ports, 0);
  out_valid_.assign(ports, 0);
  ready_.assign(ports, 1);
  in_flit_.assign(ports, {});
  out_flit_.assign(ports, {});
  ports_.assign(ports, {});
  pairs_.assign(static_cast<std::size_t>(end_points()) * end_points(), {});
  rc_network_setup given{end_points(), setup_.classes,       setup_.cols,
                         setup_.rows,  setup_.places.data(), setup_.seed};
  Error error{};
  network_ =
      network_call("create", [&] { return api_.create(&given, error.data(), error.size()); });
  if (network_ == nullptr) throw kernel::InputError(name + ": " + text_of(error));
  forget();
  quiet();
}

PinDriver::~PinDriver() {
  if (network_ == nullptr) return;
  try {
    network_call("destroy", [&] { api_.destroy(network_); });
  } catch (const kernel::MachineError&) {  // its results are there
  }
}

void PinDriver::forget() {
  const std::size_t ports = ready_.size();
  std::ranges::fill(in_valid_, std::uint8_t{0});
  queues_.assign(ports, {});
  open_.assign(ports, kNone);
  streams_.assign(ports * end_points(), {});
  packets_.clear();
  free_.clear();
  packets_inside_ = queued_ = flits_in_ = flits_out_ = 0;
  empty_for_ = 0;
}

void PinDriver::quiet() {
  for (std::uint32_t i = 0; i < api_.quiet_cycles; ++i) {
    evaluate();
    edge();
  }
  last_move_ = cycle_;
}

void PinDriver::reset() {
  forget();
  Error error{};
  expect_success(
      network_call("reset", [&] { return api_.reset(network_, error.data(), error.size()); }),
      error);
  quiet();
}

void PinDriver::send(std::uint32_t source, std::uint32_t destination, std::uint32_t message_class,
                     std::uint32_t flits, std::uint64_t id) {
  if (flits > api_.max_flits)
    throw kernel::InputError("network: a packet of " + to_string(flits) + " flits of " +
                             to_string(api_.flit_bits) + " bits: max_flits is " +
                             to_string(api_.max_flits));
  if (source == destination && !api_.self)
    throw kernel::InputError("network: end point " + to_string(source) +
                             " sends to itself, and the network has self = false");
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(packets_.size()));
    packets_.emplace_back();
  }
  const std::uint32_t slot = free_.back();
  free_.pop_back();
  Stream& all = streams_[stream(source, destination, message_class)];
  packets_[slot] = {};
  packets_[slot].source = source;
  packets_[slot].destination = destination;
  packets_[slot].message_class = message_class;
  packets_[slot].flits = flits;
  packets_[slot].id = id;
  packets_[slot].sequence = all.next_sequence++ % RC_NETWORK_SEQUENCES;
  packets_[slot].offered = ~std::uint64_t{0};
  all.packets.push_back(slot);
  if (packets_inside_++ == 0) last_move_ = cycle_;
  ++queued_;
  queues_[port(source, message_class)].push_back(slot);
}

void PinDriver::offer(std::size_t at) {
  if (queues_[at].empty()) {
    in_valid_[at] = 0;
    return;
  }
  Packet& packet = packets_[queues_[at].front()];
  rc_flit& flit = in_flit_[at];
  flit.destination = static_cast<std::uint16_t>(packet.destination);
  flit.source = static_cast<std::uint16_t>(packet.source);
  flit.length = static_cast<std::uint16_t>(packet.flits);
  flit.index = static_cast<std::uint16_t>(packet.entered);
  flit.sequence = packet.sequence;
  flit.head = packet.entered == 0;
  flit.tail = packet.entered + 1 == packet.flits;
  make_data(packet, packet.entered, flit.data);
  in_valid_[at] = 1;
}

void PinDriver::evaluate() {
  const rc_network_pins pins{in_valid_.data(), in_flit_.data(),   ready_.data(),
                             in_ready_.data(), out_valid_.data(), out_flit_.data()};
  Error error{};
  expect_success(
      network_call("evaluate",
                   [&] { return api_.evaluate(network_, &pins, error.data(), error.size()); }),
      error);
}

void PinDriver::edge() {
  Error error{};
  expect_success(
      network_call("edge", [&] { return api_.edge(network_, error.data(), error.size()); }), error);
  ++clocked_;
}

void PinDriver::cycle(std::uint64_t cycle) {
  const std::uint64_t skipped = cycle > cycle_ ? cycle - cycle_ - 1 : 0;
  const std::uint64_t owed = drain_ > empty_for_ ? drain_ - empty_for_ : 0;
  if (skipped > 0 && owed > 0) {
    // Nothing is offered, and nothing may come out.
    for (std::uint64_t i = std::min(skipped, owed); i > 0; --i) {
      evaluate();
      for (std::size_t at = 0; at < out_valid_.size(); ++at)
        if (out_valid_[at] != 0 && ready_[at] != 0) take(at);
      edge();
      ++empty_for_;
    }
  }
  cycle_ = cycle;
  step();
}

void PinDriver::step() {
  for (std::size_t at = 0; at < queues_.size(); ++at) {
    if (queues_[at].empty()) continue;
    Packet& packet = packets_[queues_[at].front()];
    if (packet.offered != ~std::uint64_t{0}) continue;
    packet.offered = cycle_;
    packet.ahead = flits_inside();
    offer(at);
  }
  evaluate();
  bool moved = false;
  for (std::size_t at = 0; at < in_valid_.size(); ++at) {
    if (in_valid_[at] == 0) continue;
    if (in_ready_[at] == 0) {
      ++ports_[at].stalls;
      continue;
    }
    Packet& packet = packets_[queues_[at].front()];
    if (packet.entered++ == 0) packet.begun = cycle_;
    ++flits_in_;
    ++ports_[at].flits_in;
    moved = true;
  }
  for (std::size_t at = 0; at < out_valid_.size(); ++at) {
    if (out_valid_[at] == 0 || ready_[at] == 0) continue;
    moved = true;
    take(at);
  }
  edge();
  // Only now: the pins keep their values until the edge.
  for (std::size_t at = 0; at < in_valid_.size(); ++at) {
    if (in_valid_[at] == 0 || in_ready_[at] == 0) continue;
    if (const Packet& packet = packets_[queues_[at].front()]; packet.entered == packet.flits) {
      queues_[at].pop_front();
      --queued_;
      in_valid_[at] = 0;  // the next one is offered in the next cycle
    } else {
      offer(at);
    }
  }
  residence_ += flits_inside();
  most_inside_ = std::max(most_inside_, flits_inside());
  empty_for_ = packets_inside_ == 0 ? empty_for_ + 1 : 0;
  if (moved) last_move_ = cycle_;
  if (packets_inside_ > 0 && cycle_ - last_move_ > stuck_cycles_)
    throw kernel::MachineError("network: deadlock: nothing has moved for " +
                               to_string(stuck_cycles_) + " cycles, " + oldest());
  watch();
}

void PinDriver::take(std::size_t at) {
  const rc_flit& flit = out_flit_[at];
  std::uint32_t slot = open_[at];
  if (slot == kNone || api_.interleave == RC_INTERLEAVE_SOURCE) {
    slot = packet_of(flit, at);
  } else if (flit.head != 0) {
    wrong(at, "a head flit inside " + name_of(packets_[slot]) + ", after " +
                  to_string(packets_[slot].arrived) + " of its " + to_string(packets_[slot].flits) +
                  " flits (interleave is \"none\")");
  }
  Packet& packet = packets_[slot];
  check_data(flit, packet, at);
  if ((flit.head != 0) != (packet.arrived == 0) ||
      (flit.tail != 0) != (packet.arrived + 1 == packet.flits))
    wrong(at, "an altered flit: head or tail of flit " + to_string(packet.arrived) + ", " +
                  name_of(packet));
  if (flit.head != 0 && flit.length != packet.flits)
    wrong(at, "an altered flit: length " + to_string(flit.length) + " instead of " +
                  to_string(packet.flits) + ", " + name_of(packet));
  if (packet.arrived >= packet.entered)
    wrong(at,
          "flit " + to_string(packet.arrived) + " came out before it went in, " + name_of(packet));
  ++packet.arrived;
  ++flits_out_;
  ++ports_[at].flits_out;
  open_[at] = packet.arrived < packet.flits ? slot : kNone;
  if (packet.arrived == packet.flits) finish(slot);
}

void PinDriver::finish(std::uint32_t slot) {
  Packet& packet = packets_[slot];
  packet.taken = cycle_;
  const std::uint64_t latency = cycle_ - packet.offered;
  if (latency < api_.min_latency)
    wrong(port(packet.destination, packet.message_class),
          "an early delivery: " + name_of(packet) + " took " + to_string(latency) +
              " cycles, and min_latency is " + to_string(api_.min_latency));
  PairLatency& pair =
      pairs_[static_cast<std::size_t>(packet.source) * end_points() + packet.destination];
  ++pair.packets;
  pair.sum += latency;
  pair.min = std::min(pair.min, latency);
  pair.max = std::max(pair.max, latency);
  Stream& all = streams_[stream(packet.source, packet.destination, packet.message_class)];
  if (api_.order != RC_ORDER_NONE || api_.reorder_packets == 0) {
    deliver(all, slot);
    return;
  }
  const auto complete = [this](std::uint32_t s) {
    return packets_[s].arrived == packets_[s].flits;
  };
  while (!all.packets.empty() && complete(all.packets.front())) deliver(all, all.packets.front());
  if (std::ranges::count_if(all.packets, complete) > api_.reorder_packets)
    wrong(port(packet.destination, packet.message_class),
          "more than reorder_packets = " + to_string(api_.reorder_packets) + " packets wait for " +
              name_of(packets_[all.packets.front()]));
}

void PinDriver::deliver(Stream& all, std::uint32_t slot) {
  const Packet packet = packets_[slot];
  all.packets.erase(std::ranges::find(all.packets, slot));
  free_.push_back(slot);
  --packets_inside_;
  if (delivery_) delivery_(packet);
}

PinStatistics PinDriver::statistics() const {
  PinStatistics all;
  all.clocked = clocked_;
  all.residence = residence_;
  all.most_inside = most_inside_;
  all.pairs = pairs_;
  all.ports = ports_;
  for (std::uint32_t i = 0; i < api_.statistics; ++i)
    all.own.emplace_back(name_at(api_.statistic_names[i]),
                         network_call("statistic", [&] { return api_.statistic(network_, i); }));
  return all;
}

}  // namespace rc::noc
