// SPDX-License-Identifier: Apache-2.0
// What the JSON of a run and that of a network alone both say of a network.
#pragma once

#include <nlohmann/json.hpp>

namespace rc::sim::lab {

// A port of router (x,y): {"x", "y", "port"}, the port by its letter.
nlohmann::ordered_json port_json(unsigned x, unsigned y, unsigned port);

}  // namespace rc::sim::lab
