// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/waves/tile_waves.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/numbers.h"

namespace rc::sim::observe {
TileWaves::TileWaves(FstFile& file, const scc::Layout& layout, const std::vector<bool>& routers)
    : layout_(layout),
      tiles_(layout.geometry().tiles()),
      controllers_(layout.controllers().size()) {
  const scc::Geometry& geometry = layout.geometry();
  {
    const FstFile::Scope tiles(file, "tiles");
    for (unsigned i = 0; i < tiles_.size(); ++i)
      if (routers[i]) tiles_[i] = declare_tile(file, geometry.x_of(i), geometry.y_of(i));
  }
  const FstFile::Scope memory(file, "memory");
  for (unsigned i = 0; i < controllers_.size(); ++i) {
    const noc::EndPoint& place = layout.controllers()[i];
    if (routers[geometry.tile_at(place.x, place.y)]) controllers_[i] = declare_controller(file, i);
  }
}

std::string TileWaves::command_names() {
  using scc::Command;
  std::string text;
  for (const auto& [command, name] : {std::pair{Command::read_line, "read_line"},
                                      {Command::read, "read"},
                                      {Command::read_port, "read_port"},
                                      {Command::write, "write"},
                                      {Command::write_port, "write_port"},
                                      {Command::write_line, "write_line"},
                                      {Command::write_combined, "write_combined"},
                                      {Command::data_line, "data_line"},
                                      {Command::data, "data"},
                                      {Command::acknowledge, "acknowledge"},
                                      {Command::abort, "abort"}})
    text += fmt::format("{:03X} {}\n", static_cast<unsigned>(command), name);
  return text;
}

TileWaves::Tile TileWaves::declare_tile(FstFile& file, unsigned x, unsigned y) const {
  const scc::Geometry& geometry = layout_.geometry();
  Tile tile;
  tile.cores.resize(geometry.cores_per_tile);
  tile.chosen = true;
  const FstFile::Scope scope(file, fmt::format("tile_{}_{}", x, y));
  for (unsigned z = 0; z < geometry.cores_per_tile; ++z) {
    Core& core = tile.cores[z];
    const FstFile::Scope miu(file, fmt::format("miu_core_{}", geometry.core_at(x, y, z)));
    core.under_way = file.declare("under_way", 1);
    core.request_valid = file.declare("request_valid", 1);
    core.request_command = file.declare("request_command", 12);
    core.request_dst_x = file.declare("request_dst_x", 4);
    core.request_dst_y = file.declare("request_dst_y", 4);
    core.request_subdestination = file.declare("request_subdestination", 3);
    core.request_address = file.declare("request_address", 34);
    core.response_valid = file.declare("response_valid", 1);
    core.response_command = file.declare("response_command", 12);
  }
  const FstFile::Scope mpb(file, "mpb");
  tile.busy = file.declare("busy", 1);
  tile.write = file.declare("write", 1);
  tile.address = file.declare("address", base::bits_for(geometry.mpb_bytes));
  tile.core = file.declare("core", base::bits_for(geometry.cores()));
  return tile;
}

TileWaves::Controller TileWaves::declare_controller(FstFile& file, unsigned number) {
  Controller controller;
  controller.chosen = true;
  const FstFile::Scope scope(file, fmt::format("controller_{}", number));
  controller.queue = file.declare("queue", 8);
  controller.activate = file.declare("activate", 1);
  controller.write = file.declare("write", 1);
  controller.bank = file.declare("bank", 8);
  controller.row = file.declare("row", 29);
  controller.burst = file.declare("burst", 1);
  return controller;
}

void TileWaves::start(WaveLog& log) {
  log_ = &log;
  for (const Tile& tile : tiles_) {
    if (!tile.chosen) continue;
    for (const Core& core : tile.cores)
      log.rest({core.under_way, core.request_valid, core.response_valid});
    log.rest({tile.busy});
  }
  for (const Controller& each : controllers_)
    if (each.chosen) log.rest({each.queue, each.activate, each.burst});
}

void TileWaves::requested(const noc::EndPoint& tile, const scc::Message& request,
                          kernel::Picos arrival, scc::TimeSpan leaving) {
  if (!at(tile).chosen) return;
  const Core& core = at(tile).cores[request.unit];
  log_->set(arrival.value, core.under_way, 1);
  log_->pulse(leaving.from.value, leaving.to.value, core.request_valid);
  log_->set(leaving.from.value, core.request_command, static_cast<unsigned>(request.command));
  log_->set(leaving.from.value, core.request_dst_x, request.destination.x);
  log_->set(leaving.from.value, core.request_dst_y, request.destination.y);
  log_->set(leaving.from.value, core.request_subdestination, request.subdestination);
  log_->set(leaving.from.value, core.request_address, request.address);
}

void TileWaves::answered(const noc::EndPoint& tile, unsigned unit, const scc::Message& response,
                         scc::TimeSpan arriving) {
  if (!at(tile).chosen) return;
  const Core& core = at(tile).cores[unit];
  log_->set(arriving.from.value, core.under_way, 0);
  log_->pulse(arriving.from.value, arriving.to.value, core.response_valid);
  log_->set(arriving.from.value, core.response_command, static_cast<unsigned>(response.command));
}

void TileWaves::mpb_used(const noc::EndPoint& place, const scc::Message& request,
                         scc::TimeSpan use) {
  const Tile& tile = at(place);
  if (!tile.chosen) return;
  log_->pulse(use.from.value, use.to.value, tile.busy);
  log_->set(use.from.value, tile.write, scc::is_write(request.command));
  log_->set(use.from.value, tile.address, request.address);
  log_->set(use.from.value, tile.core,
            layout_.geometry().core_at(request.source.x, request.source.y, request.unit));
}

void TileWaves::memory_used(const noc::EndPoint& place, const memory::ControllerUse& use) {
  const auto found = std::ranges::find(layout_.controllers(), place);
  if (found == layout_.controllers().end()) return;
  const Controller& controller =
      controllers_[static_cast<std::size_t>(found - layout_.controllers().begin())];
  if (!controller.chosen) return;
  log_->count(use.arrival.value, controller.queue, true);
  log_->count(use.activate.value, controller.queue, false);
  if (!use.row_hit) log_->pulse(use.activate.value, use.activate_end.value, controller.activate);
  log_->set(use.activate.value, controller.write, use.write);
  log_->set(use.activate.value, controller.bank, use.bank);
  log_->set(use.activate.value, controller.row, use.row);
  log_->pulse(use.burst.value, use.burst_end.value, controller.burst);
}

}  // namespace rc::sim::observe
