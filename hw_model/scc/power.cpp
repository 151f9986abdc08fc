// SPDX-License-Identifier: Apache-2.0
#include "hw_model/scc/power.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <tuple>

#include "hw_model/kernel/error.h"
#include "hw_model/scc/layout.h"

namespace rc::scc {
namespace {

using kernel::Picos;

constexpr unsigned kIslands[SCC_VOLTAGE_DOMAINS] = SCC_ISLAND_OF_VOLTAGE_DOMAIN;

double seconds(Picos time) { return static_cast<double>(time.value) * 1e-12; }

// k and s of  k dynamic + s still = watts  at both points.
std::pair<double, double> solve(double dynamic_high, double still_high, double watts_high,
                                double dynamic_low, double still_low, double watts_low) {
  const double determinant = dynamic_high * still_low - dynamic_low * still_high;
  const double k = (watts_high * still_low - watts_low * still_high) / determinant;
  const double s = (dynamic_high * watts_low - dynamic_low * watts_high) / determinant;
  if (!std::isfinite(k) || !std::isfinite(s) || k < 0 || s < 0) {
    throw kernel::InputError(
        "power.high and power.low: no law of non-negative coefficients goes through both points");
  }
  return {k, s};
}

std::string text(const char* format, double value) {
  char buffer[48];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

}  // namespace

PowerLaws::PowerLaws(const PowerParams& params) {
  const PowerPoint& high = params.high;
  const PowerPoint& low = params.low;
  const auto square = [](double volts) { return volts * volts; };
  const double mesh_high = high.mesh_mhz * square(high.volts);
  const double mesh_low = low.mesh_mhz * square(low.volts);
  std::tie(cores.dynamic, cores.leakage) =
      solve(high.core_mhz * square(high.volts), high.volts, high.cores_w,
            low.core_mhz * square(low.volts), low.volts, low.cores_w);
  std::tie(mesh.dynamic, mesh.leakage) =
      solve(mesh_high, high.volts, high.mesh_w, mesh_low, low.volts, low.mesh_w);
  std::tie(memory.dynamic, memory.constant) =
      solve(mesh_high, 1, high.memory_w, mesh_low, 1, low.memory_w);
  std::tie(clock.dynamic, clock.constant) =
      solve(mesh_high, 1, high.clock_w, mesh_low, 1, low.clock_w);
}

double PowerResult::core_joules() const {
  double sum = 0;
  for (const Domain& domain : domains) sum += domain.joules;
  return sum;
}

double PowerResult::core_leakage_joules() const {
  double sum = 0;
  for (const Domain& domain : domains) sum += domain.leakage_joules;
  return sum;
}

double PowerResult::mean_tile_volts() const {
  double sum = 0;
  for (const Domain& domain : domains) sum += domain.mean_volts;
  return sum / static_cast<double>(domains.size());
}

double PowerResult::joules() const {
  return core_joules() + mesh_joules + memory_joules + clock_joules;
}

unsigned voltage_domain(const Geometry& geometry, unsigned tile) {
  return geometry.x_of(tile) * 3 / geometry.cols + 3 * (geometry.y_of(tile) * 2 / geometry.rows);
}

Power::Power(const SccParams& params) : global_mhz_(params.clocks.global_mhz), laws_(params.power) {
  const Layout layout(params);
  geometry_ = layout.geometry();
  controllers_ = layout.controllers().size();
  const double default_volts = Vrc(params.vrc).default_volts();
  dividers_.assign(geometry_.tiles(), params.clocks.tile_divider);
  for (unsigned tile = 0; tile < geometry_.tiles(); ++tile)
    ++tiles_in_[voltage_domain(geometry_, tile)];
  for (unsigned number = 0; number < SCC_VOLTAGE_ISLANDS; ++number) {
    Island& island = island_of(number);
    island.ramp.from = island.ramp.to = default_volts;
  }
  for (unsigned domain = 0; domain < SCC_VOLTAGE_DOMAINS; ++domain)
    domains_[domain].mhz = tiles_in_[domain] * mhz(params.clocks.tile_divider);
  mesh_.mhz = periphery_.mhz = global_mhz_ / params.clocks.mesh_divider;
  const double cap = frequency_cap(default_volts);
  if (mhz(params.clocks.tile_divider) > cap) {
    throw kernel::InputError("clocks.tile_divider = " + std::to_string(params.clocks.tile_divider) +
                             text(": %g MHz, but", mhz(params.clocks.tile_divider)) +
                             text(" %g V (vrc.default_vid) carry at most", default_volts) +
                             text(" %g MHz", cap));
  }
}

Power::Island& Power::island_of(unsigned number) {
  if (number == SCC_MESH_ISLAND) return mesh_;
  if (number == SCC_PERIPHERY_ISLAND) return periphery_;
  return domains_[static_cast<std::size_t>(
      std::find(std::begin(kIslands), std::end(kIslands), number) - std::begin(kIslands))];
}

void Power::push(const Event& event) {
  // At equal times voltages come before clocks, each by number.
  const auto earlier = [](const Event& a, const Event& b) {
    return std::tuple(a.at, a.tile != kRamp, a.tile, a.ramp.island) <
           std::tuple(b.at, b.tile != kRamp, b.tile, b.ramp.island);
  };
  events_.insert(std::upper_bound(events_.begin(), events_.end(), event, earlier), event);
}

void Power::clock_changed(unsigned tile, Picos at, unsigned divider) {
  push({at, tile, divider, {}});
}

void Power::ramp_commanded(const Ramp& ramp) { push({ramp.begin, kRamp, 0, ramp}); }

void Power::mesh_clock_changed(Picos at, unsigned divider) { push({at, kMesh, divider, {}}); }

void Power::advance(Picos until) {
  while (!events_.empty() && events_.front().at < until) {
    const Event event = events_.front();
    events_.erase(events_.begin());
    apply(event);
  }
}

void Power::apply(const Event& event) {
  if (event.tile == kMesh) {
    for (Island* island : {&mesh_, &periphery_}) {
      count(*island, event.at);
      island->mhz = mhz(event.divider);
    }
    return;
  }
  if (event.tile != kRamp) {
    Island& island = domains_[voltage_domain(geometry_, event.tile)];
    count(island, event.at);
    island.mhz += mhz(event.divider) - mhz(dividers_[event.tile]);
    dividers_[event.tile] = event.divider;
    check(event.tile, event.at, "its clock went to");
    return;
  }
  Island& island = island_of(event.ramp.island);
  count(island, event.at);
  island.ramp = event.ramp;
  for (unsigned tile = 0; tile < geometry_.tiles(); ++tile) {
    if (&domains_[voltage_domain(geometry_, tile)] == &island)
      check(tile, event.at, "its voltage was lowered at");
  }
}

void Power::check(unsigned tile, Picos at, const char* cause) const {
  const Ramp& ramp = domains_[voltage_domain(geometry_, tile)].ramp;
  const double volts = at < ramp.end ? std::min(ramp.from, ramp.to) : ramp.to;
  const double cap = frequency_cap(volts);
  const double now = mhz(dividers_[tile]);
  if (now <= cap) return;
  throw kernel::MachineError("tile (" + std::to_string(geometry_.x_of(tile)) + "," +
                                 std::to_string(geometry_.y_of(tile)) + "): " + cause +
                                 text(" %.4g MHz, but", now) +
                                 text(" %.5g V carry at most", volts) + text(" %.4g MHz", cap),
                             at);
}

// From where `island` was counted last to `to`: exact for voltages that are constant or on a
// straight line in between.
void Power::count(Island& island, Picos to) {
  const auto piece = [&](Picos begin, Picos end) {
    const double a = island.ramp.volts(begin), b = island.ramp.volts(end);
    const double time = seconds(end - begin);
    island.dynamic += island.mhz * (a * a + a * b + b * b) / 3 * time;
    island.still += (a + b) / 2 * time;
  };
  const Picos bend = std::clamp(island.ramp.end, island.counted, to);
  piece(island.counted, bend);
  piece(bend, to);
  island.counted = to;
}

Supplies Power::supplies(Picos at) const {
  Supplies now;
  for (unsigned number = 0; number < SCC_VOLTAGE_ISLANDS; ++number)
    now.volts[number] = island_of(number).ramp.volts(at);
  const double tiles = static_cast<double>(geometry_.tiles()) / SCC_TILES;
  const double controllers = static_cast<double>(controllers_) / SCC_CONTROLLERS;
  for (unsigned domain = 0; domain < SCC_VOLTAGE_DOMAINS; ++domain) {
    const Island& island = domains_[domain];
    const double volts = island.ramp.volts(at);
    now.watts += (laws_.cores.dynamic * island.mhz * volts * volts +
                  laws_.cores.leakage * tiles_in_[domain] * volts) /
                 SCC_TILES;
  }
  const double mesh = mesh_.ramp.volts(at), periphery = periphery_.ramp.volts(at);
  now.watts += laws_.mesh.watts(mesh_.mhz, mesh) * tiles +
               laws_.memory.watts(periphery_.mhz, periphery) * controllers +
               laws_.clock.watts(periphery_.mhz, periphery) * tiles;
  return now;
}

PowerResult Power::result(Picos at) {
  advance(at);
  PowerResult result;
  result.seconds = seconds(at);
  const auto mean_volts = [&](const Island& island) {
    return result.seconds == 0 ? island.ramp.volts(at) : island.still / result.seconds;
  };
  for (unsigned domain = 0; domain < SCC_VOLTAGE_DOMAINS; ++domain) {
    count(domains_[domain], at);
    const Island& island = domains_[domain];
    const double leakage = laws_.cores.leakage * tiles_in_[domain] * island.still / SCC_TILES;
    result.domains[domain] = {island.ramp.volts(at),
                              (laws_.cores.dynamic * island.dynamic +
                               laws_.cores.leakage * tiles_in_[domain] * island.still) /
                                  SCC_TILES,
                              leakage, mean_volts(island)};
  }
  result.dividers = dividers_;
  const auto joules = [&](const PowerLaw& law, const Island& island, double share) {
    return (law.dynamic * island.dynamic + law.leakage * island.still +
            law.constant * result.seconds) *
           share;
  };
  // Of what the SCC has.
  const double tiles = static_cast<double>(geometry_.tiles()) / SCC_TILES;
  const double controllers = static_cast<double>(controllers_) / SCC_CONTROLLERS;
  count(mesh_, at);
  count(periphery_, at);
  result.mesh_volts = mesh_.ramp.volts(at);
  result.mesh_mhz = mesh_.mhz;
  result.mesh_mean_volts = mean_volts(mesh_);
  result.mesh_leakage_joules = laws_.mesh.leakage * mesh_.still * tiles;
  result.mesh_joules = joules(laws_.mesh, mesh_, tiles);
  result.memory_joules = joules(laws_.memory, periphery_, controllers);
  result.clock_joules = joules(laws_.clock, periphery_, tiles);
  return result;
}

}  // namespace rc::scc
