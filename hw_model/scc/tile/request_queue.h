// SPDX-License-Identifier: Apache-2.0
// The requests of other tiles that wait in the mesh interface for the MPB or the registers.
//
// Pins: none; the tile asks refuses() when a request comes in, and tells which ones wait.
// Cycles: a request that finds all places taken is refused. The refusal takes the port of its target
// as an access does; its source then sends the request again (retried()). One that was refused so
// often that it may never find a place is let in.
// Sources: none names the queue. That 48 cores lose so much more time at one register than 32 asks
// for a port that serves less the more are refused (docs/contention.md); TileParams::interface_queue
// has the row it was fitted on.
// Inaccuracies: kMostRefusals is ours (without it 32 cores and a queue of 6 find a circle in which the
// holder of a lock never frees it); refusals and repeated requests load no link; they take as long
// as over an idle network (idle_mesh.h) on which the source's tile has this tile's clock; requests of
// the own tile are never refused.
#pragma once

#include <algorithm>
#include <vector>

#include "hw_model/kernel/changing_clock.h"
#include "hw_model/scc/message/message.h"
#include "hw_model/scc/tile/idle_mesh.h"
#include "hw_model/scc/tile/params.h"

namespace rc::scc {

class RequestQueue {
 public:
  // `mesh_clock` belongs to the caller, who may change it.
  RequestQueue(const kernel::ChangingClock& mesh_clock, const IdleMesh& mesh,
               const TileParams& params)
      : mesh_clock_(mesh_clock), mesh_(mesh), params_(params) {}

  // At cycle `now`, which never goes back, for a request that was refused so often before.
  bool refuses(kernel::Cycle now, unsigned refusals) {
    std::erase_if(starts_, [now](kernel::Cycle start) { return start <= now; });
    return starts_.size() >= params_.interface_queue && refusals < kMostRefusals;
  }
  // A request that came at `now` is served at `start`.
  void enter(kernel::Cycle now, kernel::Cycle start) {
    if (start > now) starts_.push_back(start);
  }
  // `request` was refused at cycle `refused` of `tile_clock`: the cycle in which it is here again.
  kernel::Cycle retried(const kernel::ClockDomain& tile_clock, kernel::Cycle refused,
                        const Message& request) const {
    const kernel::Cycle ways =
        mesh_.cycles(request.destination, request.source, kResponses, 1) +
        mesh_.cycles(request.source, request.destination, kRequests, flit_count(request));
    const kernel::Cycle in_tiles =
        refused + params_.mesh_out_cycles + params_.mesh_in_cycles + params_.mesh_out_cycles;
    const kernel::Cycle edge = mesh_clock_.cycle_after(tile_clock.time_of(in_tiles));
    const kernel::Picos back = mesh_clock_.time_of(edge + ways);
    return tile_clock.cycle_after(back) + params_.mesh_in_cycles;
  }

  template <class Archive>
  void archive(Archive& archive) {
    archive(starts_);
  }

 private:
  static constexpr unsigned kMostRefusals = 255;

  const kernel::ChangingClock& mesh_clock_;
  const IdleMesh& mesh_;
  const TileParams& params_;
  std::vector<kernel::Cycle> starts_;  // of those that wait, and of some that no longer do
};

}  // namespace rc::scc
