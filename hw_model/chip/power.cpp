#include "hw_model/chip/power.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <tuple>

#include "hw_model/kernel/error.h"

namespace rc::chip {
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

double PowerResult::joules() const {
  return core_joules() + mesh_joules + memory_joules + clock_joules;
}

Power::Power(const SccParams& params)
    : global_mhz_(params.clocks.global_mhz),
      mesh_mhz_(params.clocks.global_mhz / params.clocks.mesh_divider),
      default_volts_(vrc::Vrc(params.vrc).default_volts()),
      laws_(params.power) {
  dividers_.fill(params.clocks.tile_divider);
  for (Island& island : domains_) {
    island.ramp.from = island.ramp.to = default_volts_;
    island.tile_mhz = SCC_TILES_PER_VOLTAGE_DOMAIN * mhz(params.clocks.tile_divider);
  }
  const double cap = vrc::frequency_cap(default_volts_);
  if (mhz(params.clocks.tile_divider) > cap) {
    throw kernel::InputError("clocks.tile_divider = " + std::to_string(params.clocks.tile_divider) +
                             text(": %g MHz, but", mhz(params.clocks.tile_divider)) +
                             text(" %g V (vrc.default_vid) carry at most", default_volts_) +
                             text(" %g MHz", cap));
  }
}

unsigned Power::domain_of(unsigned tile) {
  return SCC_VOLTAGE_DOMAIN(tile % SCC_COLS, tile / SCC_COLS);
}

void Power::push(const Event& event) {
  // At equal times voltages come before clocks, each by number.
  const auto earlier = [](const Event& a, const Event& b) {
    return std::tuple(a.at, a.tile != SCC_TILES, a.tile, a.ramp.island) <
           std::tuple(b.at, b.tile != SCC_TILES, b.tile, b.ramp.island);
  };
  events_.insert(std::upper_bound(events_.begin(), events_.end(), event, earlier), event);
}

void Power::clock_changed(unsigned tile, Picos at, unsigned divider) {
  push({at, tile, divider, {}});
}

void Power::ramp_commanded(const vrc::Ramp& ramp) { push({ramp.begin, SCC_TILES, 0, ramp}); }

void Power::advance(Picos until) {
  while (!events_.empty() && events_.front().at < until) {
    const Event event = events_.front();
    events_.erase(events_.begin());
    apply(event);
  }
}

void Power::apply(const Event& event) {
  if (event.tile != SCC_TILES) {
    Island& island = domains_[domain_of(event.tile)];
    count(island, event.at);
    island.tile_mhz += mhz(event.divider) - mhz(dividers_[event.tile]);
    dividers_[event.tile] = event.divider;
    check(event.tile, event.at, "its clock went to");
    return;
  }
  const auto place = std::find(std::begin(kIslands), std::end(kIslands), event.ramp.island);
  const auto domain = static_cast<unsigned>(place - std::begin(kIslands));
  Island& island = domains_[domain];
  count(island, event.at);
  island.ramp = event.ramp;
  for (unsigned tile = 0; tile < SCC_TILES; ++tile) {
    if (domain_of(tile) == domain) check(tile, event.at, "its voltage was lowered at");
  }
}

void Power::check(unsigned tile, Picos at, const char* cause) const {
  const vrc::Ramp& ramp = domains_[domain_of(tile)].ramp;
  const double volts = at < ramp.end ? std::min(ramp.from, ramp.to) : ramp.to;
  const double cap = vrc::frequency_cap(volts);
  const double now = mhz(dividers_[tile]);
  if (now <= cap) return;
  throw kernel::MachineError("tile (" + std::to_string(tile % SCC_COLS) + "," +
                             std::to_string(tile / SCC_COLS) + "): " + cause +
                             text(" %.4g MHz, but", now) + text(" %.5g V carry at most", volts) +
                             text(" %.4g MHz", cap) + text(" (at %.6f ms)", seconds(at) * 1e3));
}

// Energy from where `island` was counted last to `to`: exact for voltages that are constant or on a
// straight line in between.
void Power::count(Island& island, Picos to) const {
  const auto piece = [&](Picos begin, Picos end) {
    const double a = island.ramp.volts(begin), b = island.ramp.volts(end);
    const double time = seconds(end - begin);
    island.joules +=
        laws_.cores.dynamic / SCC_TILES * island.tile_mhz * (a * a + a * b + b * b) / 3 * time;
    island.joules +=
        laws_.cores.leakage / SCC_TILES * SCC_TILES_PER_VOLTAGE_DOMAIN * (a + b) / 2 * time;
  };
  const Picos bend = std::clamp(island.ramp.end, island.counted, to);
  piece(island.counted, bend);
  piece(bend, to);
  island.counted = to;
}

PowerResult Power::result(Picos at) {
  advance(at);
  PowerResult result;
  result.seconds = seconds(at);
  for (unsigned domain = 0; domain < SCC_VOLTAGE_DOMAINS; ++domain) {
    count(domains_[domain], at);
    result.domains[domain] = {domains_[domain].ramp.volts(at), domains_[domain].joules};
  }
  result.dividers = dividers_;
  result.mesh_joules = laws_.mesh.watts(mesh_mhz_, default_volts_) * result.seconds;
  result.memory_joules = laws_.memory.watts(mesh_mhz_, default_volts_) * result.seconds;
  result.clock_joules = laws_.clock.watts(mesh_mhz_, default_volts_) * result.seconds;
  return result;
}

}  // namespace rc::chip
