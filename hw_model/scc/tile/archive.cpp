// SPDX-License-Identifier: Apache-2.0
// A tile in a snapshot.
#include "hw_model/kernel/archive.h"

#include <stdexcept>
#include <string>

#include "hw_model/scc/tile/tile.h"

namespace rc::scc {

void Tile::archive(kernel::Archive& archive) {
  if (!shortcuts_.nothing_hidden())
    throw std::logic_error("tile: saved while a shortcut has a part of its state");
  const std::string name =
      "tile (" + std::to_string(place_.x) + "," + std::to_string(place_.y) + ")";
  for (unsigned z = 0; z < ports_.size(); ++z) {
    CorePort& port = ports_[z];
    if (!port.present()) continue;
    archive.section("core " + std::to_string(port.core->id()));
    archive(port);
    archive.expect(port.state <= CoreState::halted);
    enter(z, port.state);
  }
  archive.section(name);
  archive(clock_, counters_, messages_, events_);
  events_.each([&](const Event& event) {
    archive.expect(event.kind <= EventKind::clock && event.path <= Path::mesh);
    const bool own = event.kind == EventKind::accept || event.path != Path::mesh;
    if (event.kind != EventKind::clock)
      archive.expect(event.unit < ports_.size() && (!own || has_core(event.unit)));
    archive.expect(event.kind != EventKind::serve || messages_.holds(event.message));
    archive.expect(event.kind != EventKind::clock || event.unit != 0);
    archive.expect(event.time == clock_.time_of(event.cycle));
  });
  archive(registers_, register_port_, mpb_, miu_, queue_);
  archive(delivered_, until_, reached_, clock_changes_, mesh_changes_);
  shortcuts_.find_early();
}

}  // namespace rc::scc
