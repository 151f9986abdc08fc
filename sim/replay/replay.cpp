#include "sim/replay/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

#include "hw_model/kernel/error.h"

namespace rc::sim {
namespace {

constexpr std::uint64_t kNever = noc::NetworkIf::kNever;

class Replay {
 public:
  Replay(const Recording& recording, noc::Network& network, kernel::Picos period)
      : recording_(recording), network_(network), period_(period.value) {
    for (const CoreTraffic& core : recording.cores) {
      cores_.emplace_back();
      cores_.back().effects.resize(core.operations.size());
    }
    network_.on_delivery([this](const noc::Packet& packet) { delivered(packet); });
  }

  ReplayResult run() {
    for (std::size_t core = 0; core < cores_.size(); ++core) go_on(core);
    std::uint64_t tick = kNever;
    while (true) {
      const std::uint64_t next = pending_.empty() ? tick : std::min(tick, pending_.top().cycle);
      if (next == kNever) break;
      cycle_ = next;
      for (; !pending_.empty() && pending_.top().cycle == cycle_; pending_.pop())
        inject(pending_.top());
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
  struct Effect {
    std::uint64_t time = kNever;
    std::vector<std::uint32_t> waiting;  // cores
  };
  struct Core {
    std::size_t next = 0;       // operation
    std::uint64_t since = 0;    // when the operation before was done; of a wait: its begin
    std::uint64_t entered = 0;  // cycle in which its last packet was injected
    bool ended = false;
    std::vector<Effect> effects;  // by operation
  };
  // A packet of core id / 2: its request, or the answer where the id is odd.
  struct Pending {
    std::uint64_t cycle, ready;
    std::uint32_t end_point, id;
    bool operator>(const Pending& other) const {
      if (cycle != other.cycle) return cycle > other.cycle;
      if (end_point != other.end_point) return end_point > other.end_point;
      return ready != other.ready ? ready > other.ready : id > other.id;
    }
  };

  void go_on(std::size_t index) {
    Core& core = cores_[index];
    const auto& operations = recording_.cores[index].operations;
    while (core.next < operations.size()) {
      const Operation& each = operations[core.next];
      if (each.kind == Operation::Kind::send) {
        plan(core.since + each.delay, recording_.cores[index].end_point, 2 * index);
        return;
      }
      core.since += each.delay;
      if (each.kind == Operation::Kind::mark) {
        happened(index, core.next++, core.since);
      } else if (Effect& effect = cores_[each.target].effects[each.operation];
                 effect.time == kNever) {
        effect.waiting.push_back(static_cast<std::uint32_t>(index));
        return;
      } else {
        core.since = std::max(core.since, effect.time);
        ++core.next;
      }
    }
    core.ended = true;
    result_.time = std::max(result_.time, core.since + recording_.cores[index].rest);
  }

  void happened(std::size_t index, std::size_t operation, std::uint64_t time) {
    Effect& effect = cores_[index].effects[operation];
    effect.time = time;
    released_.insert(released_.end(), effect.waiting.begin(), effect.waiting.end());
    effect.waiting = {};
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

  void plan(std::uint64_t ready, std::uint32_t end_point, std::size_t id) {
    const std::uint64_t cycle = std::max((ready + period_ - 1) / period_, cycle_ + 1);
    pending_.push({cycle, ready, end_point, static_cast<std::uint32_t>(id)});
  }

  void inject(const Pending& pending) {
    const std::size_t index = pending.id / 2;
    Core& core = cores_[index];
    const Operation& send = recording_.cores[index].operations[core.next];
    const bool answers = pending.id % 2 != 0;
    const noc::EndPoint asking = recording_.end_points[recording_.cores[index].end_point];
    const noc::EndPoint asked = recording_.end_points[send.target];
    packet_.source = answers ? asked : asking;
    packet_.destination = answers ? asking : asked;
    packet_.message_class = answers ? 1 : 0;
    packet_.flits = answers ? send.answer : send.flits;
    packet_.id = pending.id;
    core.entered = cycle_;
    ++result_.packets;
    network_.inject(packet_);
  }

  void delivered(const noc::Packet& packet) {
    const std::size_t index = packet.id / 2;
    Core& core = cores_[index];
    const std::uint64_t time = cycle_ * period_, latency = cycle_ - core.entered;
    latencies_ += static_cast<double>(latency);
    result_.highest_latency = std::max(result_.highest_latency, latency);
    const Operation& send = recording_.cores[index].operations[core.next];
    if (packet.id % 2 == 0) {
      plan(time + send.service, send.target, packet.id + 1);
      happened(index, core.next, time);
    } else {
      core.since = time;
      ++core.next;
      go_on(index);
    }
  }

  const Recording& recording_;
  noc::Network& network_;
  std::uint64_t period_;
  std::uint64_t cycle_ = 0;
  std::vector<Core> cores_;
  std::priority_queue<Pending, std::vector<Pending>, std::greater<>> pending_;
  std::vector<std::uint32_t> released_;
  bool releasing_ = false;
  noc::Packet packet_;  // reused for every injection
  double latencies_ = 0;
  ReplayResult result_;
};

}  // namespace

ReplayResult replay(const Recording& recording, noc::Network& network, kernel::Picos period) {
  return Replay(recording, network, period).run();
}

}  // namespace rc::sim
