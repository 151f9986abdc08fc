// SPDX-License-Identifier: Apache-2.0
// Waves of a run, or of a network alone: what `--waves FILE.fst` writes (docs/waves.md). The mesh
// is stepped, polling is not skipped; no cycle changes.
//
// Errors: kernel::InputError for options that choose nothing that exists, and for files that cannot
// be written.
#pragma once

#include <memory>
#include <string>

#include "sim/base/window.h"
#include "sim/observe/waves/graph_waves.h"
#include "sim/observe/waves/router_waves.h"
#include "sim/observe/waves/tile_waves.h"
#include "sim/observe/waves/wave_options.h"
#include "sim/run/firmware_job.h"
#include "sim/run/interconnect/interconnect.h"

namespace rc::sim::observe {

class Waves {
 public:
  // Of a run: has the job of an SCC observed. Times are ps, the window counts us.
  Waves(const WaveOptions& options, run::FirmwareJob& job);
  // Of a network alone: one unit of time, 1 ns in the file, is a cycle.
  Waves(const WaveOptions& options, const noc::NocParams& params, const std::string& router);

  // Of a network of any topology alone: has it observed. Times as above.
  Waves(const WaveOptions& options, noc::SteppedNetwork& network);

  // Makes the observed network, of routers as `router` says (router_factory).
  noc::NetworkFactory network() { return network_; }
  // Of a run: everything before `now` has been simulated.
  void reached(kernel::Picos now) { log_->flush(tiles_->mesh_edge_before(now)); }
  // The simulation has ended at `now`, or failed (WaveLog::kUnknown): writes both files, and a line
  // on standard error if the limit has ended the waves before.
  void finish(std::uint64_t now);

 private:
  Waves(const WaveOptions& options, const base::WindowUnit& unit);
  void open(int exponent);
  void declare(const noc::NocParams& params, int exponent);
  void start(const noc::NocParams& params, const std::string& router, RouterWaves::Edge edge);

  WaveOptions options_;
  std::string save_file_;
  base::Window window_;
  base::WindowUnit unit_;  // of the window's text
  std::vector<bool> chosen_;
  std::unique_ptr<FstFile> file_;
  std::unique_ptr<RouterWaves> routers_;
  std::unique_ptr<TileWaves> tiles_;
  std::unique_ptr<GraphWaves> graph_;
  std::unique_ptr<WaveLog> log_;
  noc::NetworkFactory network_;
};

}  // namespace rc::sim::observe
