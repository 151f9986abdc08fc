// SPDX-License-Identifier: Apache-2.0
// Networks from elsewhere, by the name that --network takes: a shared library with rc_network()
// (hw_model/noc/user/rc_network.h), or a folder with network.toml, which is built first.
//
// Errors: kernel::InputError, one line, for what is neither.
#pragma once

#include <string>
#include <vector>

#include "hw_model/noc/network/network.h"
#include "hw_model/noc/user/pin_driver.h"
#include "sim/lab/user/network_flits.h"
#include "sim/lab/user/sources.h"

namespace rc::sim::lab {

NetworkShape network_shape(const noc::NocParams& params,
                           const std::vector<noc::EndPoint>& end_points);
noc::PinDriver::Setup driver_setup(const NetworkShape& shape, std::uint64_t seed = 1);

// The table of the network at `path` for a machine of this shape; it stays valid.
const rc_network_api& load_network(const std::string& path, const NetworkShape& shape);

// Of the network at `path`.
NetworkFlits network_flits(const std::string& path);

// Makes networks of `path` for any end points.
noc::NetworkFactory user_network(const std::string& path);

}  // namespace rc::sim::lab
