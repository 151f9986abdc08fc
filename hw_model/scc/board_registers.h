// SPDX-License-Identifier: Apache-2.0
// Registers of the system interface that only tell: what sccKit writes for software (addresses of
// the network, display), and what the board measures of its supplies.
//
// Sources: sccKit's defaults; sccApps config.h and status.c for places and factors of the supplies.
// Inaccuracies: voltages of the islands, and the chip's current at 3.3 V, come from the power model
// (power.h), as if the board had no losses; the other supplies have the voltage in their name and
// carry no current; VCCT, VCCA, temperatures and update periods read 0. Writes are taken and change nothing.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "hw_model/arch/scc_map.h"

namespace rc::scc {

// What the power model says of an instant.
struct Supplies {
  std::array<double, SCC_VOLTAGE_ISLANDS> volts{};
  double watts = 0;  // of the whole chip
};

// A word that says the same all the time; nothing where there is none.
std::optional<std::uint32_t> board_word(std::uint32_t offset);

// The supplies' registers, as measured.
bool is_supply(std::uint32_t offset);
std::uint32_t supply_word(std::uint32_t offset, const Supplies& now);

}  // namespace rc::scc
