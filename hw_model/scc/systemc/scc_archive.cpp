// SPDX-License-Identifier: Apache-2.0
// The SCC in a snapshot.
#include "hw_model/kernel/archive.h"
#include "hw_model/kernel/error.h"
#include "hw_model/scc/systemc/scc_impl.h"

namespace rc::scc {

void MeshModule::archive(kernel::Archive& archive) {
  network_->archive(archive);
  archive.section("mesh");
  archive(clock_, messages_, waiting_);
  archive.fixed(entries_);
  archive(packets_, next_tick_, earliest_delivery_);
  if (!archive.loading()) return;
  calendar_.set_lookahead(lookahead());
  schedule();
}

void SccSystem::archive(kernel::Archive& archive) {
  Impl& s = *impl_;
  if (s.parts.tile || s.parts.controller)
    throw kernel::InputError("a chip with modules of the user's cannot be saved");
  archive.section("run");
  kernel::Picos time = systemc::now();
  archive(time, s.entries, s.programs, s.mesh_pieces);
  // Nothing is in the calendar yet, so that time just passes.
  if (archive.loading() && time > systemc::now()) s.loop->simulate(time - systemc::now());
  s.mesh->archive(archive);
  for (auto& each : s.tiles) each->archive(archive);
  if (archive.loading()) {
    for (auto& module : s.tile_modules) module->mesh_clock_changes(s.mesh->lookahead());
  }
  for (std::size_t i = 0; i < s.controllers.size(); ++i) {
    archive.section("memory " + std::to_string(i));
    archive(*s.controllers[i]);
  }
  archive.section("system interface");
  archive(*s.system_interface, s.voltage_controller->vrc(), s.power);
}

}  // namespace rc::scc
