// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/user/library.h"

#include <fmt/format.h>

#include <filesystem>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "hw_model/noc/user/network_call.h"
#include "hw_model/noc/user/pin_network.h"
#include "sim/base/shared_library.h"
#include "sim/lab/user/build.h"

namespace rc::sim::lab {
namespace {

namespace fs = std::filesystem;

const rc_network_api& open_library(const std::string& path) {
  const auto get = base::SharedLibrary(path).find<const rc_network_api*()>("rc_network");
  const rc_network_api* const api = get == nullptr ? nullptr : noc::network_call("rc_network", get);
  if (api == nullptr)
    throw kernel::InputError(fmt::format("{}: no network: expected a function rc_network() in it",
                                         kernel::shown(path, kernel::kMaxPathShown)));
  return *api;
}

void expect_there(const std::string& path) {
  if (!fs::exists(path))
    throw kernel::InputError(fmt::format("--network {}: no such folder or library",
                                         kernel::shown(path, kernel::kMaxPathShown)));
}

}  // namespace

NetworkShape network_shape(const noc::NocParams& params,
                           const std::vector<noc::EndPoint>& end_points) {
  NetworkShape shape{params.message_classes, params.cols, params.rows, {}};
  // A chip's last two are the system interface and the voltage controller (scc::Layout).
  const std::size_t last = end_points.size() - 1;
  for (std::size_t i = 0; i < end_points.size(); ++i) {
    const noc::EndPoint& at = end_points[i];
    const std::uint8_t kind = at.port == noc::kLocal ? RC_KIND_TILE
                              : i == last            ? RC_KIND_VOLTAGE
                              : i + 1 == last        ? RC_KIND_SYSTEM
                                                     : RC_KIND_MEMORY;
    shape.places.push_back({at.x, at.y, at.port, kind});
  }
  return shape;
}

noc::PinDriver::Setup driver_setup(const NetworkShape& shape, std::uint64_t seed) {
  return {shape.classes, shape.cols, shape.rows, shape.places, seed};
}

const rc_network_api& load_network(const std::string& path, const NetworkShape& shape) {
  expect_there(path);
  if (!fs::is_directory(path)) return open_library(path);
  return open_library(build_network(read_network(path), shape).library);
}

NetworkFlits network_flits(const std::string& path) {
  expect_there(path);
  const auto flits = [](const auto& network) {
    return NetworkFlits{network.flit_bits, network.max_flits * network.flit_bits / 128};
  };
  return fs::is_directory(path) ? flits(read_network(path)) : flits(open_library(path));
}

noc::NetworkFactory user_network(const std::string& path) {
  return [path](const noc::NocParams& params, const std::vector<noc::EndPoint>& end_points) {
    const NetworkShape shape = network_shape(params, end_points);
    const rc_network_api& api = load_network(path, shape);
    return std::make_unique<noc::PinNetwork>(api, driver_setup(shape));
  };
}

}  // namespace rc::sim::lab
