// SPDX-License-Identifier: Apache-2.0
#include "hw_model/scc/tile/miu.h"

namespace rc::scc {
namespace {

Command command_of(const cpu::BusRequest& request) {
  switch (request.op) {
    case cpu::BusOp::read_line:
      return Command::read_line;
    case cpu::BusOp::read:
      return Command::read;
    case cpu::BusOp::write:
      return Command::write;
    case cpu::BusOp::write_back:
      return Command::write_line;
    case cpu::BusOp::write_combined:
      return Command::write_combined;
    case cpu::BusOp::read_port:
      return Command::read_port;
    case cpu::BusOp::write_port:
      return Command::write_port;
  }
  return Command::read;
}

}  // namespace

void Miu::route_port(const cpu::BusRequest& request, Message& message) const {
  message.destination = system_interface_;
  message.subdestination = edge_subdestination(system_interface_.port);
  message.address = request.paddr;
}

Path Miu::route(unsigned unit, const cpu::BusRequest& request, Message& message) const {
  message.command = command_of(request);
  message.source = tile_;
  message.unit = static_cast<std::uint8_t>(unit);
  message.bytes = request.bytes;
  message.byte_mask = request.byte_mask;
  message.data = request.data;
  if (cpu::is_port(request.op)) {
    route_port(request, message);
    return Path::mesh;
  }
  const Route route =
      Route::decode(registers_.lut(unit, request.paddr >> SCC_SLOT_SHIFT), request.paddr);
  message.destination = {route.x, route.y, exit_port(route.subdestination)};
  message.subdestination = route.subdestination;
  message.address = route.system_address(request.paddr);
  if (route.bypass) {
    message.destination = tile_;
    return Path::bypass;
  }
  if (message.destination != tile_) return Path::mesh;
  return route.subdestination == SCC_SUBDEST_CRB ? Path::turn : Path::loopback;
}

}  // namespace rc::scc
