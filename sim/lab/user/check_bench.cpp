// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/user/check_bench.h"

#include <fmt/format.h>

#include <algorithm>

#include "hw_model/kernel/error.h"
#include "sim/lab/user/library.h"

namespace rc::sim::lab {

namespace {

constexpr unsigned kProbeEvery = 16;       // cycles
constexpr unsigned kRoomForResponses = 4;  // packets

}  // namespace

CheckBench::CheckBench(const rc_network_api& api, const NetworkShape& shape,
                       const NetworkCheck& options)
    : options_(options),
      driver_(api, driver_setup(shape, options.seed)),
      random_(options.seed),
      inside_(shape.classes, 0) {
  driver_.set_stuck_cycles(options.stuck_cycles);
  driver_.on_delivery([this](const noc::PinDriver::Packet& packet) {
    ++delivered_;
    --inside_[packet.message_class];
    if (observer_) observer_(packet);
  });
}

void CheckBench::reset() {
  driver_.reset();
  std::ranges::fill(inside_, 0);
  take_all();
}

void CheckBench::send(std::uint32_t from, std::uint32_t to, std::uint32_t message_class,
                      std::uint32_t flits) {
  ++inside_[message_class];
  driver_.send(from, to, message_class, flits, ++sent_);
}

void CheckBench::take(std::uint32_t message_class, bool ready) {
  for (std::uint32_t e = 0; e < driver_.end_points(); ++e)
    driver_.set_ready(e, message_class, ready);
}

void CheckBench::take_all() {
  for (std::uint32_t k = 0; k < driver_.classes(); ++k) take(k, true);
}

std::uint32_t CheckBench::other(std::uint32_t end_point) {
  const std::uint32_t points = driver_.end_points();
  if (driver_.api().self) return random_.below(points);
  return (end_point + 1 + random_.below(points - 1)) % points;
}

std::uint32_t CheckBench::length() {
  const std::uint32_t most = driver_.api().max_flits;
  return random_.below(2) == 0 ? most : 1 + random_.below(most);
}

void CheckBench::send_random(const Traffic& traffic) {
  const double mean = (1 + 3.0 * driver_.api().max_flits) / 4;  // of length()
  const std::uint64_t threshold = kernel::word_threshold(traffic.rate / mean);
  for (std::uint32_t e = 0; e < driver_.end_points(); ++e) {
    if (random_.word() >= threshold) continue;
    const std::uint32_t k = traffic.only >= 0 ? static_cast<std::uint32_t>(traffic.only)
                                              : random_.below(driver_.classes());
    const std::uint32_t to = other(e), flits = length();
    if (driver_.queued(e, k) < kMaxQueued) send(e, to, k, flits);
  }
}

void CheckBench::all_by_distance(std::uint32_t distance, std::uint64_t cycles, bool stalls) {
  const std::uint32_t points = driver_.end_points();
  for (std::uint64_t i = 0; i < cycles; ++i) {
    for (std::uint32_t e = 0; e < points; ++e)
      for (std::uint32_t k = 0; k < driver_.classes(); ++k) {
        if (driver_.queued(e, k) < 2) send(e, (e + distance) % points, k, driver_.api().max_flits);
        if (stalls && random_.below(4) == 0) driver_.set_ready(e, k, random_.below(2) == 0);
      }
    step();
  }
}

void CheckBench::random(std::uint64_t cycles, const Traffic& traffic) {
  // A class that no end takes does not move, and is not stuck.
  if (traffic.only >= 0) driver_.set_stuck_cycles(~std::uint64_t{0} >> 1);
  for (std::uint64_t i = 0; i < cycles; ++i) {
    send_random(traffic);
    if (traffic.stalls && random_.below(8) == 0)
      driver_.set_ready(random_.below(driver_.end_points()), random_.below(driver_.classes()),
                        random_.below(3) != 0);
    step();
    if (traffic.probe && i % kProbeEvery == 0) driver_.probe_paths();
  }
  driver_.set_stuck_cycles(options_.stuck_cycles);
}

void CheckBench::drain(std::uint64_t most) {
  for (std::uint64_t i = 0; driver_.inside() > 0; ++i) {
    if (i == most)
      throw kernel::MachineError(
          fmt::format("packets are left after {} cycles, {}", most, driver_.oldest()));
    step();
  }
}

void CheckBench::record_latencies(std::vector<std::uint64_t>& latencies) {
  on_delivery([&latencies](const noc::PinDriver::Packet& packet) {
    latencies.push_back(packet.taken - packet.offered);
  });
}

std::uint64_t CheckBench::run_until_empty(std::uint32_t message_class) {
  driver_.set_stuck_cycles(~std::uint64_t{0} >> 1);
  std::uint64_t left = inside_[message_class], since = 0, most = most_cycles();
  while (inside_[message_class] > 0 && since < options_.stuck_cycles && most-- > 0) {
    step();
    since = inside_[message_class] < left ? 0 : since + 1;
    left = inside_[message_class];
  }
  driver_.set_stuck_cycles(options_.stuck_cycles);
  return left;
}

std::uint64_t CheckBench::requests_and_responses(std::uint64_t cycles) {
  std::uint64_t answered = 0;
  const std::uint32_t most = driver_.api().max_flits;
  on_delivery([&](const noc::PinDriver::Packet& packet) {
    if (packet.message_class == 0)
      send(packet.destination, packet.source, 1, most);
    else
      ++answered;
  });
  const auto turn = [&] {
    for (std::uint32_t e = 0; e < driver_.end_points(); ++e)
      driver_.set_ready(e, 0, driver_.queued(e, 1) < kRoomForResponses);
    step();
  };
  for (std::uint64_t i = 0; i < cycles; ++i) {
    send_random({.rate = 1.0, .only = 0});
    turn();
  }
  while (driver_.inside() > 0) turn();  // the driver's own watch ends it
  on_delivery({});
  take_all();
  return answered;
}

std::tuple<std::uint64_t, std::uint32_t, double> CheckBench::all_to_one(std::uint64_t cycles) {
  std::vector<std::uint64_t> arrived(driver_.end_points(), 0);
  std::uint64_t all = 0;
  on_delivery([&](const noc::PinDriver::Packet& packet) {
    ++arrived[packet.source];
    ++all;
  });
  const std::uint64_t enough = kEnoughPackets * (driver_.end_points() - 1);
  const std::uint64_t latest = cycles + most_cycles();
  for (std::uint64_t i = 0; i < cycles || (all < enough && i < latest); ++i) {
    for (std::uint32_t e = 1; e < driver_.end_points(); ++e)
      if (driver_.queued(e, 0) < 2) send(e, 0, 0, driver_.api().max_flits);
    step();
  }
  const std::vector<std::uint64_t> counted = arrived;
  const double mean = static_cast<double>(all) / (driver_.end_points() - 1);
  drain();
  on_delivery({});
  const auto worst = std::min_element(counted.begin() + 1, counted.end());
  return {*worst, static_cast<std::uint32_t>(worst - counted.begin()), mean};
}

void CheckBench::bursts_with_gaps(unsigned bursts) {
  for (unsigned burst = 0; burst < bursts; ++burst) {
    for (int i = 0; i < 8; ++i) {
      const std::uint32_t from = random_.below(driver_.end_points());
      const std::uint32_t to = other(from);
      // A packet of one flit meets a network that is idle until its tail is in.
      const std::uint32_t flits = i == 0 && burst % 2 == 0 ? 1 : length();
      send(from, to, random_.below(driver_.classes()), flits);
    }
    drain();
    cycle_ += random_.below(burst % 16 == 7 ? 10'000 : 100);
  }
}

}  // namespace rc::sim::lab
