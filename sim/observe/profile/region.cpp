// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/profile/region.h"

#include <algorithm>
#include <utility>

#include "sim/observe/profile/mesh_recorder.h"

namespace rc::sim::observe {
namespace {

using kernel::Picos;

scc::PowerResult between(const scc::PowerResult& a, scc::PowerResult b) {
  const double seconds = b.seconds - a.seconds;
  const auto mean = [&](double before, double after) {
    return seconds == 0 ? after : (after * b.seconds - before * a.seconds) / seconds;
  };
  for (std::size_t i = 0; i < b.domains.size(); ++i) {
    b.domains[i].joules -= a.domains[i].joules;
    b.domains[i].leakage_joules -= a.domains[i].leakage_joules;
    b.domains[i].mean_volts = mean(a.domains[i].mean_volts, b.domains[i].mean_volts);
  }
  b.mesh_mean_volts = mean(a.mesh_mean_volts, b.mesh_mean_volts);
  b.mesh_leakage_joules -= a.mesh_leakage_joules;
  b.mesh_joules -= a.mesh_joules;
  b.memory_joules -= a.memory_joules;
  b.clock_joules -= a.clock_joules;
  b.seconds = seconds;
  return b;
}

}  // namespace

Region::Region(const noc::NocParams& mesh, std::size_t cores, bool links)
    : cols_(mesh.cols), links_(links), cores_(cores) {
  if (links_) traffic_.flits.resize(std::size_t{mesh.cols} * mesh.rows);
}

void Region::add(CoreRegion& core, kernel::Cycle cycle, const cpu::CoreCounters& counters) const {
  const cpu::CoreCounters more = counters - core.before;
  cpu::CoreCounters::each([&](const char*, auto member) { core.counters.*member += more.*member; });
  core.cycles += cycle - core.cycle;
}

bool Region::reached(std::size_t rank, const run::MarkReached& mark) {
  CoreRegion& core = cores_[rank];
  const bool begin = mark.mark.kind == machine::ProgramMark::Kind::begin;
  if (begin ? core.depth++ != 0 : core.depth == 0 || --core.depth != 0) return false;
  if (begin) {
    core.came = true;
    core.cycle = mark.cycle;
    core.before = mark.counters;
    from_ = std::min(from_, mark.time);
  } else {
    add(core, mark.cycle, mark.counters);
    to_ = std::max(to_, mark.time);
  }
  ahead_.push_back(mark.time);
  unasked_.push_back(mark.time);
  return true;
}

// Messages are observed in order of time. What enters at the instant of a mark is behind it.
void Region::entered(Picos time, const scc::Message& message) {
  if (time != present_) {
    count_present();
    present_ = time;
  }
  messages_.push_back(message);
}

void Region::count_present() {
  pass(present_);
  for (const scc::Message& each : messages_) {
    ++traffic_.packets;
    if (!links_) continue;
    each_hop(each, [&](unsigned x, unsigned y, unsigned port) {
      traffic_.flits[x + cols_ * y][port] += scc::flit_count(each);
    });
  }
  messages_.clear();
}

// All marks up to `time` are known.
void Region::pass(Picos time) {
  const auto later =
      std::partition(ahead_.begin(), ahead_.end(), [&](Picos at) { return at <= time; });
  for (auto at = ahead_.begin(); at != later; ++at) {
    if (!std::exchange(begin_passed_, true)) begin_.traffic = traffic_;
    end_.traffic = traffic_;
  }
  ahead_.erase(ahead_.begin(), later);
}

std::vector<Picos> Region::instants(Picos until) {
  std::ranges::sort(unasked_);
  const auto later = std::ranges::upper_bound(unasked_, until);
  std::vector<Picos> due(unasked_.begin(), later);
  unasked_.erase(unasked_.begin(), later);
  // A program that reads the supplies may have let the energy pass a mark by less than the time that
  // its request takes.
  for (Picos& at : due) at = std::max(at, asked_);
  asked_ = std::max(asked_, until);
  return due;
}

void Region::drawn(Picos, const scc::PowerResult& power, double mesh_cycles) {
  end_.power = power;
  end_.mesh_cycles = mesh_cycles;
  if (std::exchange(begin_drawn_, true)) return;
  begin_.power = power;
  begin_.mesh_cycles = mesh_cycles;
}

void Region::cut(run::FirmwareRun& run) {
  count_present();
  pass(Picos::never());
  scc::SccResult& result = run.result;
  run::RegionRun region;
  bool within = false;
  for (std::size_t rank = 0; rank < result.cores.size(); ++rank) {
    CoreRegion& core = cores_[rank];
    systemc::CoreResult& whole = result.cores[rank];
    if (core.depth != 0) add(core, whole.cycles, whole.counters);
    within |= core.depth != 0;
    region.cores += core.came;
    whole.cycles = core.cycles;
    whole.counters = core.counters;
  }
  if (within) {
    to_ = result.time;
    end_ = {traffic_, result.power, result.mesh_cycles};
  }
  if (begun()) {
    region.from = from_;
    region.to = to_;
  }
  const auto from = begin_.traffic.flits.begin();
  region.flits = end_.traffic.flits;
  for (std::size_t router = 0; router < region.flits.size(); ++router)
    for (unsigned port = 0; port < noc::kPorts; ++port)
      region.flits[router][port] -= from[static_cast<std::ptrdiff_t>(router)][port];
  result.packets = end_.traffic.packets - begin_.traffic.packets;
  region.mesh_cycles = end_.mesh_cycles - begin_.mesh_cycles;
  result.power = between(begin_.power, end_.power);
  run.region = region;
}

}  // namespace rc::sim::observe
