// SPDX-License-Identifier: Apache-2.0
// Voltage and frequency of every tile over time: the energy they cost, and whether they are legal.
// An observer: it takes no part in timing, and can only end a run.
//
// Legal: a tile's clock stays within what its island's voltage carries (frequency_cap), while
// a ramp lasts within what the lower of its two ends carries. Anything else is a
// kernel::MachineError: on the chip the tile would compute wrongly.
//
// Energy: each part of the chip draws  P = k f V^2 + s V  (cores and mesh; s stands for leakage) or
// P = k f V^2 + c  (memory controllers, whose interfaces have a supply of their own, and clock
// distribution), with k and s or c solved from the two published points (derived). A tile draws one
// 24th of what the SCC's cores draw, clocked whether or not its cores compute; on a chip of another
// geometry a router likewise, a memory controller a quarter, and the clock by tiles. Mesh, memory
// and clock run at the mesh's clock, the mesh at the voltage of its island, memory and clock at
// that of the periphery's. Inaccuracies: activity of the cores and traffic do not enter; the
// published points were taken under a load that is not stated; what voltage the mesh's clock needs
// is not published, so none is too low for it.
//
// Source of the points: SCC facts 2.7 (Howard et al., ISSCC 2010).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/time.h"
#include "hw_model/scc/board_registers.h"
#include "hw_model/scc/params.h"
#include "hw_model/scc/tile/geometry.h"
#include "hw_model/scc/vrc/vrc.h"

namespace rc::scc {

// Watts of one part of the chip.
struct PowerLaw {
  double dynamic = 0;   // W per MHz and V^2
  double leakage = 0;   // W per V
  double constant = 0;  // W

  double watts(double mhz, double volts) const {
    return dynamic * mhz * volts * volts + leakage * volts + constant;
  }
};

struct PowerLaws {
  // kernel::InputError for points that no law fits.
  explicit PowerLaws(const PowerParams& params);
  PowerLaw cores, mesh, memory, clock;
};

// The six voltage domains are a third of the columns and half of the rows each: on the SCC 2 x 2
// tiles.
unsigned voltage_domain(const Geometry& geometry, unsigned tile);

struct PowerResult {
  struct Domain {
    double volts = 0;  // at the end
    double joules = 0;
    double leakage_joules = 0;  // of them
    double mean_volts = 0;
  };
  double seconds = 0;
  std::array<Domain, SCC_VOLTAGE_DOMAINS> domains;  // by logical voltage domain
  std::vector<unsigned> dividers;                   // of the tiles, at the end
  double mesh_volts = 0, mesh_mhz = 0;              // at the end
  double mesh_mean_volts = 0, mesh_leakage_joules = 0;
  double mesh_joules = 0, memory_joules = 0, clock_joules = 0;

  double core_joules() const;
  double core_leakage_joules() const;
  double mean_tile_volts() const;
  double joules() const;
};

class Power {
 public:
  // All tiles at the clocks and the voltage of reset. kernel::InputError if those are not legal.
  explicit Power(const SccParams& params);

  // Changes, in any order, but not before the time that advance() was given last.
  void clock_changed(unsigned tile, kernel::Picos at, unsigned divider);
  void mesh_clock_changed(kernel::Picos at, unsigned divider);
  void ramp_commanded(const Ramp& ramp);

  // No change before `until` will follow. kernel::MachineError at the first illegal instant.
  void advance(kernel::Picos until);
  // Of this instant, which advance() has come to.
  Supplies supplies(kernel::Picos at) const;
  // Of the run up to `at`; no change before `at` will follow.
  PowerResult result(kernel::Picos at);

  template <class Archive>
  void archive(Archive& archive) {
    archive(domains_, mesh_, periphery_);
    archive.fixed(dividers_);
    archive(events_);
    for (const Event& event : events_)
      archive.expect(event.tile >= kMesh || event.tile < dividers_.size());
  }

 private:
  struct Island {
    Ramp ramp;  // the last one; before the first a flat one
    kernel::Picos counted{0};
    double mhz = 0;                 // of a part's clock; the sum over tiles
    double dynamic = 0, still = 0;  // integrals of mhz V^2 and V up to `counted`

    template <class Archive>
    void archive(Archive& archive) {
      archive(ramp, counted, mhz, dynamic, still);
    }
  };
  static constexpr unsigned kRamp = ~0u, kMesh = ~0u - 1;
  struct Event {
    kernel::Picos at;
    unsigned tile;  // or kRamp, kMesh
    unsigned divider;
    Ramp ramp;

    template <class Archive>
    void archive(Archive& archive) {
      archive(at, tile, divider, ramp);
    }
  };

  double mhz(unsigned divider) const { return global_mhz_ / divider; }
  void push(const Event& event);
  void apply(const Event& event);
  static void count(Island& island, kernel::Picos to);
  void check(unsigned tile, kernel::Picos at, const char* cause) const;

  Island& island_of(unsigned number);
  const Island& island_of(unsigned number) const {
    return const_cast<Power*>(this)->island_of(number);
  }

  double global_mhz_;
  Geometry geometry_;
  std::size_t controllers_;
  PowerLaws laws_;
  std::array<Island, SCC_VOLTAGE_DOMAINS> domains_;
  Island mesh_, periphery_;
  std::array<unsigned, SCC_VOLTAGE_DOMAINS> tiles_in_{};
  std::vector<unsigned> dividers_;
  std::vector<Event> events_;  // sorted, earliest first
};

}  // namespace rc::scc
