// SPDX-License-Identifier: Apache-2.0
// One unit for each port of a router.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "hw_model/noc/flit.h"
#include "hw_model/noc/params.h"

namespace rc::noc {

template <class Unit>
std::array<Unit, kPorts> one_per_port(const NocParams& params) {
  return [&]<std::size_t... port>(std::index_sequence<port...>) {
    return std::array<Unit, kPorts>{(static_cast<void>(port), Unit(params))...};
  }
  (std::make_index_sequence<kPorts>{});
}

}  // namespace rc::noc
