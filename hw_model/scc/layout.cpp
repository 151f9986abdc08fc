// SPDX-License-Identifier: Apache-2.0
#include "hw_model/scc/layout.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <sstream>
#include <string_view>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "hw_model/scc/tile/miu.h"

namespace rc::scc {
namespace {

constexpr std::string_view kPortLetters = "NESW";
static_assert(noc::kNorth == 0 && noc::kEast == 1 && noc::kSouth == 2 && noc::kWest == 3);

constexpr std::uint32_t slot_of(std::uint32_t address) { return address >> SCC_SLOT_SHIFT; }

std::string text_of(const noc::EndPoint& at) {
  return std::to_string(at.x) + "," + std::to_string(at.y) + kPortLetters[at.port];
}

[[noreturn]] void refuse(const std::string& name, const std::string& value,
                         const std::string& expected) {
  throw kernel::InputError("geometry." + name + " = '" + kernel::shown(value) + "': " + expected);
}

// "3,0S".
std::optional<noc::EndPoint> parse_place(const std::string& text) {
  std::istringstream in(text);
  unsigned x = 0, y = 0;
  char comma = 0, letter = 0, more = 0;
  const bool digits = !text.empty() && text.find_first_of("+-") == std::string::npos;
  if (!digits || !(in >> x >> comma >> y >> letter) || comma != ',' || in >> more ||
      x > UINT8_MAX || y > UINT8_MAX) {
    return std::nullopt;
  }
  const auto port = kPortLetters.find(letter);
  if (port == std::string_view::npos) return std::nullopt;
  return noc::EndPoint{static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y),
                       static_cast<std::uint8_t>(port)};
}

// Beside a router of the edge, at the port that leads out of the mesh.
bool at_the_edge(const noc::EndPoint& at, const Geometry& geometry) {
  switch (at.port) {
    case noc::kNorth:
      return at.y + 1u == geometry.rows;
    case noc::kEast:
      return at.x + 1u == geometry.cols;
    case noc::kSouth:
      return at.y == 0;
    default:
      return at.x == 0;
  }
}

noc::EndPoint place(const std::string& name, const std::string& value, const std::string& item,
                    const Geometry& geometry) {
  const auto at = parse_place(item);
  if (!at) refuse(name, value, "expected column, row and port N, E, S or W, as in 3,0S");
  const std::string mesh =
      std::to_string(geometry.cols) + " x " + std::to_string(geometry.rows) + " mesh";
  if (at->x >= geometry.cols || at->y >= geometry.rows)
    refuse(name, value, text_of(*at) + " is outside the " + mesh + " (noc.cols, noc.rows)");
  if (!at_the_edge(*at, geometry))
    refuse(name, value,
           text_of(*at) + " is inside the " + mesh +
               " (noc.cols, noc.rows): that port has a neighbour");
  return *at;
}

std::vector<noc::EndPoint> places(const std::string& name, const std::string& value,
                                  const Geometry& geometry) {
  std::istringstream in(value);
  std::vector<noc::EndPoint> found;
  for (std::string item; in >> item;) {
    found.push_back(place(name, value, item, geometry));
    if (std::count(found.begin(), found.end(), found.back()) > 1)
      refuse(name, value, text_of(found.back()) + " stands there twice");
  }
  if (found.empty() || found.size() > RC_MOST_CONTROLLERS)
    refuse(name, value,
           "expected 1 to " + std::to_string(RC_MOST_CONTROLLERS) + " memory controllers");
  return found;
}

void check_tiles(const Geometry& geometry) {
  const auto wrong = [](const char* name, std::uint32_t value, const std::string& expected) {
    throw kernel::InputError(std::string(name) + " = " + std::to_string(value) + ": expected " +
                             expected);
  };
  if (geometry.cols == 0 || geometry.cols > RC_MOST_COLS)
    wrong("noc.cols", geometry.cols, "1 to " + std::to_string(RC_MOST_COLS) + " columns of tiles");
  if (geometry.rows == 0 || geometry.rows > RC_MOST_ROWS)
    wrong("noc.rows", geometry.rows, "1 to " + std::to_string(RC_MOST_ROWS) + " rows of tiles");
  if (!std::has_single_bit(geometry.cores_per_tile) ||
      geometry.cores_per_tile > RC_MOST_CORES_PER_TILE)
    wrong("geometry.cores_per_tile", geometry.cores_per_tile, "1, 2 or 4");
  if (!std::has_single_bit(geometry.mpb_bytes) || geometry.mpb_bytes < RC_LEAST_MPB_BYTES ||
      geometry.mpb_bytes > RC_MOST_MPB_BYTES)
    wrong("geometry.mpb_bytes", geometry.mpb_bytes, "a power of two from 4096 to 65536");
}

unsigned distance(const noc::EndPoint& at, std::uint32_t x, std::uint32_t y) {
  const auto apart = [](std::uint32_t a, std::uint32_t b) { return a > b ? a - b : b - a; };
  return apart(at.x, x) + apart(at.y, y);
}

}  // namespace

Geometry geometry_of(const SccParams& params) {
  return {params.noc.cols, params.noc.rows, params.geometry.cores_per_tile,
          params.geometry.mpb_bytes};
}

Layout::Layout(const SccParams& params)
    : geometry_(geometry_of(params)), private_slots_(params.machine.private_slots) {
  check_tiles(geometry_);
  const GeometryParams& g = params.geometry;
  controllers_ = places("controllers", g.controllers, geometry_);
  system_interface_ = place("system_interface", g.system_interface, g.system_interface, geometry_);
  voltage_controller_ =
      place("voltage_controller", g.voltage_controller, g.voltage_controller, geometry_);
  const auto taken = [this](const noc::EndPoint& at) {
    return std::find(controllers_.begin(), controllers_.end(), at) != controllers_.end();
  };
  if (taken(system_interface_))
    refuse("system_interface", g.system_interface, "a memory controller is there");
  if (taken(voltage_controller_))
    refuse("voltage_controller", g.voltage_controller, "a memory controller is there");
  if (voltage_controller_ == system_interface_)
    refuse("voltage_controller", g.voltage_controller, "the system interface is there");
  ends_ = EndMap(all_places());

  cores_of_.resize(controllers_.size());
  for (std::uint32_t tile = 0; tile < geometry_.tiles(); ++tile) {
    const std::uint32_t x = geometry_.x_of(tile), y = geometry_.y_of(tile);
    const auto nearest = std::min_element(
        controllers_.begin(), controllers_.end(),
        [&](const auto& a, const auto& b) { return distance(a, x, y) < distance(b, x, y); });
    const auto controller = static_cast<unsigned>(nearest - controllers_.begin());
    controller_of_.push_back(controller);
    order_of_.push_back(cores_of_[controller]);
    cores_of_[controller] += geometry_.cores_per_tile;
  }
  check_memory();
}

// The cores of a controller have private_slots slots each, then its shared slots, of which there
// must be one.
void Layout::check_memory() const {
  constexpr std::uint32_t kSlots = SCC_LUT_ADDR_MASK + 1;
  const std::uint32_t cores = *std::max_element(cores_of_.begin(), cores_of_.end());
  const std::uint32_t most = std::min((kSlots - 1) / std::max(cores, 1u), kMaxPrivateSlots);
  if (private_slots_ != 0 && private_slots_ <= most) return;
  throw kernel::InputError("machine.private_slots = " + std::to_string(private_slots_) +
                           ": expected 1 to " + std::to_string(most) + " (" +
                           std::to_string(cores) + " cores share a controller's 1024 slots)");
}

std::vector<noc::EndPoint> Layout::all_places() const {
  std::vector<noc::EndPoint> points;
  for (std::uint32_t tile = 0; tile < geometry_.tiles(); ++tile) {
    points.push_back({static_cast<std::uint8_t>(geometry_.x_of(tile)),
                      static_cast<std::uint8_t>(geometry_.y_of(tile)), noc::kLocal});
  }
  points.insert(points.end(), controllers_.begin(), controllers_.end());
  points.push_back(system_interface_);
  points.push_back(voltage_controller_);
  return points;
}

std::uint32_t Layout::entry(const noc::EndPoint& at, std::uint32_t slot) const {
  return SCC_LUT_ENTRY(0u, static_cast<std::uint32_t>(at.y), static_cast<std::uint32_t>(at.x),
                       std::uint32_t{edge_subdestination(at.port)}, slot);
}

Layout::Lut Layout::default_lut(std::uint32_t core_id) const {
  const std::uint32_t tile = geometry_.tile_of(core_id);
  const std::uint32_t x = geometry_.x_of(tile), y = geometry_.y_of(tile);
  const unsigned controller = controller_of_[tile];
  const std::uint32_t first = (order_of_[tile] + geometry_.unit_of(core_id)) * private_slots_;

  Lut lut;
  // A slot without a target routes to an address no agent answers.
  lut.fill(SCC_LUT_ENTRY(0u, y, x, SCC_SUBDEST_CRB, SCC_LUT_ADDR_MASK));
  for (std::uint32_t slot = 0; slot < private_slots_; ++slot)
    lut[slot] = entry(controllers_[controller], first + slot);
  lut[slot_of(SCC_RESET_SLOT)] = entry(controllers_[controller], first + private_slots_ - 1);
  // As many as the private ones leave.
  const auto count = static_cast<std::uint32_t>(controllers_.size());
  for (std::uint32_t slot = 0; slot < SCC_SHARED_SLOTS; ++slot) {
    const std::uint32_t address = private_slots_ * cores_of_[slot % count] + slot / count;
    if (address <= SCC_LUT_ADDR_MASK)
      lut[slot_of(SCC_SHARED_BASE) + slot] = entry(controllers_[slot % count], address);
  }
  if (geometry_.has_scc_map()) {
    for (std::uint32_t t = 0; t < geometry_.tiles(); ++t) {
      const std::uint32_t tx = geometry_.x_of(t), ty = geometry_.y_of(t);
      lut[slot_of(SCC_MPB_BASE) + t] = SCC_LUT_ENTRY(0u, ty, tx, SCC_SUBDEST_MPB, 0u);
      lut[slot_of(SCC_CRB_BASE) + t] = SCC_LUT_ENTRY(0u, ty, tx, SCC_SUBDEST_CRB, 0u);
    }
  } else {
    lut[slot_of(RC_MPB_WINDOW)] = RC_LUT_WINDOW | SCC_LUT_ENTRY(0u, 0u, 0u, SCC_SUBDEST_MPB, 0u);
    lut[slot_of(RC_CRB_WINDOW)] = RC_LUT_WINDOW | SCC_LUT_ENTRY(0u, 0u, 0u, SCC_SUBDEST_CRB, 0u);
  }
  lut[slot_of(SCC_MPB_OWN)] = SCC_LUT_ENTRY(1u, y, x, SCC_SUBDEST_MPB, 0u);
  lut[slot_of(SCC_CRB_OWN)] = SCC_LUT_ENTRY(1u, y, x, SCC_SUBDEST_CRB, 0u);
  lut[slot_of(SCC_GRB_BASE)] = entry(system_interface_, 0);
  lut[slot_of(SCC_VRC_BASE)] = entry(voltage_controller_, 0);
  return lut;
}

Layout::Lut default_lut(unsigned core_id, unsigned private_slots) {
  SccParams params;
  params.machine.private_slots = private_slots;
  return Layout(params).default_lut(core_id);
}

}  // namespace rc::scc
