// SPDX-License-Identifier: Apache-2.0
// What tiles and memory controllers of an SCC do, as signals: requests and responses of the cores
// at the MIU, the port of the MPB, and queue, bank and data bus of the controllers.
//
// A signal `..._valid`, `busy`, `activate` or `burst` is high during the cycles that it names; what
// belongs to it keeps its value afterwards. Inaccuracy: what is under way when a tile changes its
// clock has the times of the old clock.
#pragma once

#include <vector>

#include "hw_model/scc/layout.h"
#include "hw_model/scc/tile/signal_observer.h"
#include "sim/observe/waves/wave_log.h"

namespace rc::sim::observe {

class TileWaves final : public scc::SignalObserver {
 public:
  // Declares the signals of the tiles at the chosen routers (x + cols * y), and of the controllers
  // there. Units of the file are ps.
  TileWaves(FstFile& file, const scc::Layout& layout, const std::vector<bool>& routers);

  // Names of the values of `request_command` and `response_command`, as a file for GTKWave.
  static std::string command_names();

  // From now on changes go to `log`.
  void start(WaveLog& log);

  // When cycle `cycle` of the mesh begins.
  std::uint64_t mesh_edge(std::uint64_t cycle) const { return mesh_clock_->time_of(cycle).value; }
  // The last one before `time`, or 0: what a tick at `time` has on its inputs begins there.
  std::uint64_t mesh_edge_before(kernel::Picos time) const {
    return time == kernel::Picos{0} ? 0 : mesh_edge(mesh_clock_->cycle_at(time - kernel::Picos{1}));
  }

  void mesh_clock(const kernel::ChangingClock& clock) override { mesh_clock_ = &clock; }
  void requested(const noc::EndPoint& tile, const scc::Message& request, kernel::Picos arrival,
                 scc::TimeSpan leaving) override;
  void answered(const noc::EndPoint& tile, unsigned unit, const scc::Message& response,
                scc::TimeSpan arriving) override;
  void mpb_used(const noc::EndPoint& tile, const scc::Message& request, scc::TimeSpan use) override;
  void memory_used(const noc::EndPoint& controller, const memory::ControllerUse& use) override;

 private:
  using Signal = WaveLog::Signal;
  struct Core {
    Signal under_way = 0, request_valid = 0, request_command = 0, request_dst_x = 0,
           request_dst_y = 0, request_subdestination = 0, request_address = 0, response_valid = 0,
           response_command = 0;
  };
  struct Tile {
    bool chosen = false;
    std::vector<Core> cores;
    Signal busy = 0, write = 0, address = 0, core = 0;
  };
  struct Controller {
    bool chosen = false;
    Signal queue = 0, activate = 0, write = 0, bank = 0, row = 0, burst = 0;
  };

  Tile declare_tile(FstFile& file, unsigned x, unsigned y) const;
  static Controller declare_controller(FstFile& file, unsigned number);
  Tile& at(const noc::EndPoint& place) {
    return tiles_[layout_.geometry().tile_at(place.x, place.y)];
  }

  scc::Layout layout_;
  std::vector<Tile> tiles_;
  std::vector<Controller> controllers_;
  WaveLog* log_ = nullptr;
  const kernel::ChangingClock* mesh_clock_ = nullptr;
};

}  // namespace rc::sim::observe
