// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/user/network_json.h"

namespace rc::sim::lab {

nlohmann::ordered_json port_json(unsigned x, unsigned y, unsigned port) {
  return {{"x", x}, {"y", y}, {"port", std::string(1, "NESWL"[port])}};
}

}  // namespace rc::sim::lab
