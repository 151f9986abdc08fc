#include "hw_model/systemc/tile_module.h"

#include <algorithm>

namespace rc::systemc {

using kernel::Picos;

namespace {
// A tile that no message can reach stops this often, so that run limits and the deadlock watch see
// it. No effect on simulated time.
constexpr Picos kLongestLeap{50'000'000};
}  // namespace

TileModule::TileModule(sc_core::sc_module_name name, std::size_t index, tile::Tile& tile,
                       MeshModule& mesh, Horizon& horizon, bool decoupled)
    : AgentModule(name),
      index_(index),
      tile_(tile),
      mesh_(mesh),
      horizon_(horizon),
      decoupled_(decoupled) {
  SC_HAS_PROCESS(TileModule);
  SC_METHOD(step);
  sensitive << wake_;
  dont_initialize();
}

void TileModule::receive(const tile::Message& message) {
  tile_.deliver(message, now());
  schedule();
}

void TileModule::schedule() {
  const Picos next = tile_.next_event();
  horizon_.next[index_] = next;
  wake_.cancel();
  if (next == Picos::never()) return;
  wake_.notify(to_sc(std::max(next, now()) - now()));
}

Picos TileModule::safe_until() const {
  const Picos present = now();
  Picos until = std::min(mesh_.earliest_delivery(), present + kLongestLeap);
  for (std::size_t i = 0; i < horizon_.next.size(); ++i) {
    if (i == index_ || horizon_.next[i] == Picos::never()) continue;
    until = std::min(until, horizon_.next[i] + mesh_.lookahead());
  }
  until = std::min(until, horizon_.stop);
  // The present instant itself is always safe: what arrives now takes effect at a later edge.
  until = std::max(until, present + Picos{1});
  return decoupled_ ? until : present + Picos{1};
}

void TileModule::step() {
  mesh_.guard([this] {
    tile_.advance(safe_until());
    for (const tile::Outbound& message : tile_.outbound()) {
      send(message.message, message.ready);
    }
    tile_.outbound().clear();
    schedule();
  });
}

}  // namespace rc::systemc
