// SPDX-License-Identifier: Apache-2.0
// The SCC in a snapshot.
#include "hw_model/kernel/archive.h"
#include "hw_model/kernel/error.h"
#include "hw_model/scc/systemc/scc_impl.h"

namespace rc::scc {

void MeshModule::archive(kernel::Archive& archive) {
  network_->archive(archive);
  archive.section("mesh");
  archive(clock_, messages_);
  waiting_.archive(archive, messages_.size());
  archive.fixed(entries_);
  archive(packets_, next_tick_, earliest_delivery_);
  if (!archive.loading()) return;
  for (const auto& each : waiting_.all()) {
    archive.expect(messages_.holds(each.number));
    archive.expect(ends_.end_at(messages_[each.number].destination) != EndMap::kNowhere);
  }
  calendar_.set_lookahead(lookahead());
  schedule();
}

// The programs run on the cores that the chip was built for.
void SccSystem::Impl::expect_loaded(const kernel::Archive& archive, kernel::Picos time) const {
  constexpr std::uint64_t kLongest = std::uint64_t{1} << 53;  // that a calendar can tell
  archive.expect(time.value < kLongest);
  archive.expect(options.cores.empty() || options.cores.size() == programs.count());
  for (std::size_t rank = 0; rank < programs.count(); ++rank) {
    const int core_id = programs.core_of(rank);
    archive.expect(core_id >= 0 && static_cast<std::uint32_t>(core_id) < geometry.cores());
    archive.expect(tile_of(core_id).has_core(unit_of(core_id)));
    archive.expect(options.cores.empty() || options.cores[rank] == core_id);
  }
}

void SccSystem::archive(kernel::Archive& archive) {
  Impl& s = *impl_;
  if (s.parts.tile || s.parts.controller)
    throw kernel::InputError("a chip with modules of the user's cannot be saved");
  archive.section("run");
  kernel::Picos time = systemc::now();
  archive(time, s.programs, s.mesh_pieces);
  if (archive.loading()) s.expect_loaded(archive, time);
  // Nothing is in the calendar yet, so that time just passes.
  if (archive.loading() && time > systemc::now()) s.loop->simulate(time - systemc::now());
  s.mesh->archive(archive);
  for (auto& each : s.tiles) {
    each->archive(archive);
    archive.expect(each->next_event() >= time);
  }
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
