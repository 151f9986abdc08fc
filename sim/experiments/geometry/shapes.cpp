// SPDX-License-Identifier: Apache-2.0
#include "sim/experiments/geometry/shapes.h"

#include <fmt/format.h>

namespace rc::sim::experiments {
namespace {

constexpr std::uint32_t kMpbBytesPerCore = 16384;
constexpr std::uint32_t kPrivateSlots = 8;  // 128 MB a core
constexpr unsigned kMaxRowsWithControllers = 8;

std::string places_of_controllers(const Shape& shape) {
  const unsigned step = shape.rows > kMaxRowsWithControllers ? 2 : 1;
  std::string places;
  for (unsigned row = 0; row < shape.rows; row += step)
    places += fmt::format("{}0,{}W {},{}E", places.empty() ? "" : " ", row, shape.cols - 1, row);
  return places;
}

}  // namespace

std::string Shape::name() const { return fmt::format("{}x{}x{}", cols, rows, cores_per_tile); }

machine::Machine shaped(const ExperimentContext& context, const Shape& shape) {
  machine::Machine machine = context.machine();
  machine.name = shape.name();
  scc::SccParams& params = machine.params;
  params.noc.cols = shape.cols;
  params.noc.rows = shape.rows;
  params.geometry.cores_per_tile = shape.cores_per_tile;
  params.geometry.mpb_bytes = kMpbBytesPerCore * shape.cores_per_tile;
  params.geometry.controllers = places_of_controllers(shape);
  params.geometry.system_interface = fmt::format("0,{}N", shape.rows - 1);
  params.geometry.voltage_controller = "0,0S";
  params.machine.private_slots = kPrivateSlots;
  return machine;
}

std::vector<machine::Machine> machines_or_given(const ExperimentContext& context,
                                                const std::vector<std::string>& files) {
  if (context.machine_given()) return {context.machine()};
  std::vector<machine::Machine> machines;
  for (const std::string& file : files) machines.push_back(context.other_machine(file));
  return machines;
}

}  // namespace rc::sim::experiments
