// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/user/network_json.h"

namespace rc::sim::lab {

nlohmann::ordered_json port_json(unsigned x, unsigned y, unsigned port) {
  return {{"x", x}, {"y", y}, {"port", std::string(1, "NESWL"[port])}};
}

nlohmann::ordered_json area_json(double router_mm2, const noc::NocParams& params) {
  return {{"router_mm2", router_mm2}, {"mm2", router_mm2 * params.cols * params.rows}};
}

}  // namespace rc::sim::lab
