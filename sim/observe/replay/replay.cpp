// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/replay/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/minima.h"
#include "sim/base/numbers.h"
#include "sim/observe/replay/estimate.h"

namespace rc::sim::observe {
namespace {

constexpr std::uint64_t kNever = noc::NetworkIf::kNever;
constexpr std::uint32_t kNobody = ~std::uint32_t{0};
constexpr unsigned kCoreBits = 10;  // of a core's number
constexpr unsigned kMaxCores = 1u << kCoreBits;

class Replay {
 public:
  Replay(const Recording& recording, ReplayPlace& place)
      : recording_(recording),
        place_(place),
        network_(place.network),
        period_(place.period.value),
        due_(std::bit_ceil(static_cast<unsigned>(recording.cores.size()))) {
    for (const CoreTraffic& core : recording.cores) {
      cores_.emplace_back();
      cores_.back().effects.resize(core.operations.size());
    }
    if (place.estimated)
      estimate_.emplace(network_, recording.end_points.size());
    else
      network_.on_delivery(
          [this](const noc::Packet& packet) { delivered(network_.tag_of(packet), cycle_); });
  }

  ReplayResult run() {
    for (std::size_t core = 0; core < cores_.size(); ++core) go_on(core);
    std::uint64_t tick = kNever;
    while (true) {
      const std::uint64_t due = due_.least();
      if (estimate_) {
        if (due == kNever) break;
        step(due);
        continue;
      }
      const std::uint64_t next = std::min(tick, due == kNever ? kNever : due >> kCoreBits);
      if (next == kNever) break;
      cycle_ = next;
      while (due_.least() >> kCoreBits == cycle_) step(due_.least());
      network_.tick(cycle_);
      tick = network_.next_tick(cycle_);
    }
    if (const auto stuck = std::ranges::find(cores_, false, &Core::ended); stuck != cores_.end())
      throw kernel::MachineError(fmt::format(
          "replay: core {} waits for ever at operation {}: its recording contradicts itself",
          stuck - cores_.begin(), stuck->next));
    if (result_.packets != 0)
      result_.mean_latency = latencies_ / static_cast<double>(result_.packets);
    return result_;
  }

 private:
  // What happens next of a core's operation: its request enters the network, arrives at a memory
  // controller, or is answered.
  enum class Stage : std::uint8_t { request, arrival, answer };
  struct Effect {
    std::uint64_t time = kNever;
    std::uint32_t waiting = kNobody;  // the first core of a list
  };
  struct Core {
    std::size_t next = 0;       // operation
    std::uint64_t since = 0;    // when the operation before was done; of a wait: its begin
    std::uint64_t entered = 0;  // cycle in which its last packet was injected
    std::uint32_t next_waiting = kNobody;  // for the same effect
    Stage stage = Stage::request;
    bool ended = false;
    std::vector<Effect> effects;  // by operation
  };

  void step(std::uint64_t due) {
    cycle_ = due >> kCoreBits;
    const auto index = static_cast<std::uint32_t>(due & (kMaxCores - 1));
    if (cores_[index].stage == Stage::arrival)
      serve(index, cycle_ * period_);
    else
      enter(index);
    // Nothing was planned: the network or another core has it go on.
    if (due_.value(index) == due) due_.set(index, kNever);
  }

  void go_on(std::size_t index) {
    Core& core = cores_[index];
    const auto& operations = recording_.cores[index].operations;
    while (core.next < operations.size()) {
      const Operation& each = operations[core.next];
      if (each.asks()) {
        plan(index, Stage::request, core.since + each.delay);
        return;
      }
      core.since += each.delay;
      if (each.kind == Operation::Kind::mark) {
        happened(index, core.next++, core.since);
      } else if (Effect& effect = cores_[each.target].effects[each.operation];
                 effect.time == kNever) {
        core.next_waiting = std::exchange(effect.waiting, static_cast<std::uint32_t>(index));
        return;
      } else {
        core.since = std::max(core.since, effect.time);
        ++core.next;
      }
    }
    core.ended = true;
    const auto rest = static_cast<std::uint64_t>(recording_.cores[index].rest);  // modulo 2^64
    result_.time = std::max(result_.time, core.since + rest);
  }

  void happened(std::size_t index, std::size_t operation, std::uint64_t time) {
    Effect& effect = cores_[index].effects[operation];
    effect.time = time;
    for (std::uint32_t core = effect.waiting; core != kNobody; core = cores_[core].next_waiting)
      released_.push_back(core);
    // A core that goes on may release others, which take their turn in the outermost call.
    if (std::exchange(releasing_, true)) return;
    while (!released_.empty()) {
      const std::uint32_t core = released_.back();
      released_.pop_back();
      cores_[core].since = std::max(cores_[core].since, waited_for(core));
      ++cores_[core].next;
      go_on(core);
    }
    releasing_ = false;
  }

  std::uint64_t waited_for(std::size_t index) const {
    const Operation& wait = recording_.cores[index].operations[cores_[index].next];
    return cores_[wait.target].effects[wait.operation].time;
  }

  // In the first cycle from `ready` on that is still to come.
  void plan(std::size_t index, Stage stage, std::uint64_t ready) {
    // The network adds to the recording's times. Half as long again, the number of a cycle, of
    // 100 ps at least, still fits its 54 bits.
    if (ready > base::kMaxPicos / 2 * 3)
      throw kernel::MachineError(fmt::format("replay: core {} goes beyond {} ps", index, ready));
    const std::uint64_t cycle = std::max((ready + period_ - 1) / period_, cycle_ + 1);
    cores_[index].stage = stage;
    due_.set(static_cast<unsigned>(index), cycle << kCoreBits | index);
  }

  // A packet enters the network.
  void enter(std::uint32_t index) {
    Core& core = cores_[index];
    core.entered = cycle_;
    ++result_.packets;
    const Operation& each = recording_.cores[index].operations[core.next];
    const bool answers = core.stage == Stage::answer;
    const auto asking = static_cast<noc::EndId>(recording_.cores[index].end_point);
    const auto asked = static_cast<noc::EndId>(each.target);
    const noc::EndId from = answers ? asked : asking, to = answers ? asking : asked;
    const std::uint8_t flits = answers ? each.answer : each.flits;
    if (estimate_) {
      delivered(index, estimate_->delivery(cycle_, from, to, answers ? 1 : 0, flits));
      return;
    }
    packet_.source = from;
    packet_.destination = to;
    packet_.message_class = answers ? 1 : 0;
    packet_.flits = flits;
    noc::Network::put_tag(packet_, index);
    network_.inject(packet_);
  }

  void delivered(std::uint32_t index, std::uint64_t cycle) {
    Core& core = cores_[index];
    const std::uint64_t time = cycle * period_, latency = cycle - core.entered;
    latencies_ += static_cast<double>(latency);
    result_.highest_latency = std::max(result_.highest_latency, latency);
    if (core.stage == Stage::answer) {
      core.since = time;
      ++core.next;
      go_on(index);
      return;
    }
    // Requests must come to a controller in order.
    if (recording_.cores[index].operations[core.next].kind == Operation::Kind::memory &&
        cycle > cycle_)
      plan(index, Stage::arrival, time);
    else
      serve(index, time);
  }

  // The request was delivered at `time`, and is answered.
  void serve(std::uint32_t index, std::uint64_t time) {
    const Operation& request = recording_.cores[index].operations[cores_[index].next];
    std::uint64_t ready = time + request.service;
    if (request.kind == Operation::Kind::memory) {
      const std::uint64_t address = std::uint64_t{request.line} << kLineBits;
      // It enters at the first edge after that.
      ready = place_.controllers[request.target - place_.first_controller]
                  .serve(kernel::Picos{time}, address, request.writes())
                  .value +
              1;
    }
    plan(index, Stage::answer, ready);
    happened(index, cores_[index].next, time);
  }

  const Recording& recording_;
  ReplayPlace& place_;
  noc::Network& network_;
  std::optional<Estimate> estimate_;  // then the network itself sees no packet of the recording
  std::uint64_t period_;
  std::uint64_t cycle_ = 0;
  std::vector<Core> cores_;
  kernel::Minima due_;  // the cycle of each core's next step << kCoreBits | core
  std::vector<std::uint32_t> released_;
  bool releasing_ = false;
  noc::Packet packet_;  // reused for every injection
  double latencies_ = 0;
  ReplayResult result_;
};

}  // namespace

ReplayResult replay(const Recording& recording, ReplayPlace place) {
  for (const CoreTraffic& core : recording.cores)
    for (const Operation& each : core.operations)
      if (each.kind == Operation::Kind::memory &&
          each.target - place.first_controller >= place.controllers.size())
        throw kernel::InputError(
            fmt::format("replay: end point {} is no memory controller", each.target));
  return Replay(recording, place).run();
}

}  // namespace rc::sim::observe
