// SPDX-License-Identifier: Apache-2.0
// Places on the chip: tiles and cores, which routers have the memory controllers, the system
// interface and the voltage controller; the default lookup tables and core-to-controller map.
//
// A core's private memory lies behind the nearest controller, the first one of equals; on the SCC
// that is the one of its quadrant. Shared slot k lies behind controller k modulo their number.
//
// Sources: SCC facts 2.3 and 2.6 (Barrelfish barrelfish48.mt and TN-005, RCCE V2.0 SCC_API.h,
// sccKit MCHTID_XY, EAS); the map of other geometries is ours (hw_model/arch/geometry_map.h).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "hw_model/noc/packet.h"
#include "hw_model/scc/message/end_map.h"
#include "hw_model/scc/params.h"
#include "hw_model/scc/tile/geometry.h"

namespace rc::scc {

// Columns, rows, cores and buffers, without any check.
Geometry geometry_of(const SccParams& params);

class Layout {
 public:
  using Lut = std::array<std::uint32_t, SCC_LUT_ENTRIES>;

  // kernel::InputError, one line that names the parameter, for what no chip can be.
  explicit Layout(const SccParams& params);

  const Geometry& geometry() const { return geometry_; }
  const std::vector<noc::EndPoint>& controllers() const { return controllers_; }
  const noc::EndPoint& system_interface() const { return system_interface_; }
  const noc::EndPoint& voltage_controller() const { return voltage_controller_; }
  // Tiles, memory controllers, system interface, voltage controller: the end points of the chip's
  // network.
  const EndMap& ends() const { return ends_; }
  const std::vector<noc::EndPoint>& end_points() const { return ends_.places(); }
  // What is there, to which an entry of a lookup table leads. EndMap::kNowhere for nothing.
  noc::EndId end_of(std::uint8_t x, std::uint8_t y, std::uint8_t port) const {
    return ends_.end_at({x, y, port});
  }

  // The table of `core_id` after reset. The last slot, with the reset vector, is a private one.
  Lut default_lut(std::uint32_t core_id) const;

 private:
  std::uint32_t entry(const noc::EndPoint& at, std::uint32_t slot) const;
  void check_memory() const;
  std::vector<noc::EndPoint> all_places() const;

  Geometry geometry_;
  std::uint32_t private_slots_;
  std::vector<noc::EndPoint> controllers_;
  noc::EndPoint system_interface_, voltage_controller_;
  EndMap ends_;
  std::vector<unsigned> controller_of_;  // by tile: that of its cores' private memory
  std::vector<std::uint32_t> cores_of_;  // by controller
  std::vector<std::uint32_t> order_of_;  // by tile: of its first core among the controller's
};

// Of the SCC as it is by default, with `private_slots` 16 MB slots of private memory.
Layout::Lut default_lut(unsigned core_id, unsigned private_slots);

}  // namespace rc::scc
