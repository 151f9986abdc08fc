#include "hw_model/systemc/tile_module.h"

#include <algorithm>

namespace rc::systemc {

using kernel::Picos;

namespace {
// A tile that no message can reach stops this often, so that run limits and the deadlock watch see
// it. No effect on simulated time.
constexpr Picos kLongestLeap{50'000'000};
}  // namespace

TileModule::TileModule(sc_core::sc_module_name name, CalendarModule& calendar, tile::Tile& tile,
                       Picos lookahead, const Picos& stop, bool decoupled)
    : AgentModule(name),
      calendar_(calendar.calendar()),
      agent_(calendar.join(*this)),
      tile_(tile),
      lookahead_(lookahead),
      stop_(stop),
      decoupled_(decoupled) {}

void TileModule::receive(const tile::Message& message, Picos arrival) {
  tile_.deliver(message, arrival);
  schedule();
}

void TileModule::mesh_clock_changes(Picos lookahead) {
  lookahead_ = lookahead;
  tile_.mesh_clock_changes(calendar_.present(), lookahead);
  schedule();
}

void TileModule::schedule() {
  const Picos next = tile_.next_event();
  calendar_.schedule(agent_, next, next == Picos::never() ? next : next + lookahead_);
}

Picos TileModule::safe_until() const {
  // The present instant itself is always safe: what arrives now takes effect at a later edge.
  const Picos present = calendar_.present(), least = present + Picos{1};
  if (!decoupled_) return least;
  return std::max(std::min({calendar_.horizon(agent_), present + kLongestLeap, stop_}), least);
}

void TileModule::act() {
  tile_.advance(safe_until());
  for (const tile::Outbound& each : tile_.outbound()) {
    // A lookup table entry may route anywhere.
    const tile::Message& message = tile_.message(each);
    if (!send(message, each.ready)) tile_.nothing_answers(message.unit);
  }
  tile_.sent();
  for (const tile::ClockChange& written : tile_.mesh_changes()) mesh_change_(written);
  tile_.mesh_changes().clear();
  schedule();
}

}  // namespace rc::systemc
