// SPDX-License-Identifier: Apache-2.0
#include "hw_model/scc/systemc/tile_module.h"

#include <algorithm>

namespace rc::scc {

using kernel::Picos;

namespace {
// A tile that no message can reach stops this often, so that run limits and the deadlock watch see
// it. No effect on simulated time.
constexpr Picos kLongestLeap{50'000'000};
}  // namespace

TileModule::TileModule(sc_core::sc_module_name name, systemc::CalendarModule& calendar,
                       MessagePort& mesh, Tile& tile, const Picos& stop, bool decoupled)
    : sc_module(name),
      calendar_(calendar.calendar()),
      agent_(calendar.join(*this)),
      mesh_(mesh),
      tile_(tile),
      stop_(stop),
      decoupled_(decoupled) {
  tile_.attach(mesh, agent_);
}

bool TileModule::receive(const Message& message, Picos arrival) {
  tile_.deliver(message, arrival);
  const Picos until = tile_.undisturbed_until(arrival);
  if (until > arrival + Picos{1}) tile_.advance(until);
  hand_out();
  return true;
}

void TileModule::mesh_clock_changes(Picos lookahead) {
  tile_.mesh_clock_changes(calendar_.present(), lookahead);
  schedule();
}

void TileModule::run_to_horizon() {
  const Picos next = tile_.next_event();
  if (next == Picos::never()) return;
  const Picos horizon = std::min(calendar_.horizon(agent_), calendar_.present() + kLongestLeap);
  const Picos until = std::min(tile_.undisturbed_until(horizon - Picos{1}), stop_);
  if (next < until) tile_.advance(until);
}

void TileModule::act() {
  tile_.advance(tile_.undisturbed_until(calendar_.present()));
  const bool others_hear = !tile_.outbound().empty() || !tile_.mesh_changes().empty();
  if (decoupled_ && !others_hear) run_to_horizon();
  hand_out();
}

// What the tile has for others, and when it acts next.
void TileModule::hand_out() {
  if (!tile_.outbound().empty()) {
    for (const Outbound& each : tile_.outbound()) {
      // A lookup table entry may route anywhere.
      const Message& message = tile_.message(each);
      if (!mesh_.receive(message, each.ready)) tile_.nothing_answers(message.unit);
    }
    tile_.sent();
  }
  for (const ClockChange& written : tile_.mesh_changes()) mesh_change_(written);
  tile_.mesh_changes().clear();
  schedule();
}

}  // namespace rc::scc
