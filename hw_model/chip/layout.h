// Places on the SCC: which routers have the memory controllers, the system interface and the
// voltage controller; the default lookup tables and core-to-controller map. Pure functions.
//
// Sources: SCC facts 2.3 and 2.6 (Barrelfish barrelfish48.mt and TN-005, RCCE V2.0 SCC_API.h,
// sccKit MCHTID_XY, EAS).
#pragma once

#include <array>
#include <cstdint>

#include "hw_model/arch/scc_map.h"
#include "hw_model/noc/packet.h"

namespace rc::chip {

inline constexpr unsigned kControllers = SCC_CONTROLLERS;
inline constexpr std::array<noc::EndPoint, kControllers> kControllerAt{
    {{0, 0, noc::kWest}, {5, 0, noc::kEast}, {0, 2, noc::kWest}, {5, 2, noc::kEast}}};
inline constexpr noc::EndPoint kSystemInterfaceAt{3, 0, noc::kSouth};
inline constexpr noc::EndPoint kVoltageControllerAt{0, 0, noc::kSouth};

// The controller that holds the private memory of tile (x, y)'s cores: by quadrant.
unsigned controller_of(unsigned x, unsigned y);

// The default LUT of `core_id` with `private_slots` 16 MB slots of private memory (the last slot of
// the table, with the reset vector, is the private slot after them).
std::array<std::uint32_t, SCC_LUT_ENTRIES> default_lut(unsigned core_id, unsigned private_slots);

}  // namespace rc::chip
