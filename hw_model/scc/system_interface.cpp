// SPDX-License-Identifier: Apache-2.0
#include "hw_model/scc/system_interface.h"

#include <algorithm>
#include <cstring>

#include "hw_model/scc/layout.h"

namespace rc::scc {

using kernel::Picos;

SystemInterface::SystemInterface(const SccParams& params, Doorbell doorbell)
    : params_(params.system_interface),
      tile_mhz_(static_cast<std::uint32_t>(params.clocks.global_mhz)),
      private_slots_(params.machine.private_slots),
      doorbell_(std::move(doorbell)),
      hostcall_(geometry_of(params).cores()) {}

SystemInterface::Served SystemInterface::serve(const Message& request, Picos arrival) {
  const auto offset = static_cast<std::uint32_t>(request.address & (SCC_SLOT_SIZE - 1)) & ~3u;
  Served served;
  free_ = std::max(free_, arrival) + Picos{params_.access_ns * std::uint64_t{1000}};
  served.ready = free_;
  std::uint32_t value = 0;
  bool known = request.bytes <= 4 && offset < SCC_GRB_SIZE;
  if (known && is_write(request.command)) {
    std::memcpy(&value, request.data.data(), 4);
    known = write(offset, value, arrival);
    served.response = response_to(request, Command::acknowledge);
  } else if (known) {
    known = read(offset, arrival, value);
    served.response = response_to(request, Command::data);
    value >>= 8 * (request.address & 3);
    std::memcpy(served.response.data.data(), &value, 4);
  }
  if (!known) served.response = response_to(request, Command::abort);
  return served;
}

bool SystemInterface::read(std::uint32_t offset, Picos now, std::uint32_t& value) {
  const std::uint64_t stamp = now.value / 8000;  // 125 MHz
  if (offset >= SCC_GRB_ATOMIC0 && offset < SCC_GRB_ATOMIC0 + 0x2000) {
    const unsigned set = offset >= SCC_GRB_ATOMIC1;
    const unsigned index = (offset & 0xFFF) / 8;
    if (index >= SCC_CORES) return false;
    std::uint32_t& counter = atomic_[set][index];
    value = (offset & 4) == 0 ? counter++ : counter;
    return true;
  }
  if (offset >= SCC_GRB_HOSTCALL && offset < SCC_GRB_HOSTCALL + 8 * hostcall_.size()) {
    value = hostcall_[(offset - SCC_GRB_HOSTCALL) / 8];
    return true;
  }
  switch (offset) {
    case SCC_GRB_TIMESTAMP_LO:
      value = static_cast<std::uint32_t>(stamp);
      return true;
    case SCC_GRB_TIMESTAMP_HI:
      value = static_cast<std::uint32_t>(stamp >> 32);
      return true;
    case SCC_GRB_TILE_CLOCK_MHZ:
      value = tile_mhz_;
      return true;
    case SCC_GRB_PRIVATE_SLOTS:
      value = private_slots_;
      return true;
    default:
      return false;
  }
}

bool SystemInterface::write(std::uint32_t offset, std::uint32_t value, Picos now) {
  if (offset >= SCC_GRB_ATOMIC0 && offset < SCC_GRB_ATOMIC0 + 0x2000) {
    const unsigned index = (offset & 0xFFF) / 8;
    if (index >= SCC_CORES) return false;
    std::uint32_t& counter = atomic_[offset >= SCC_GRB_ATOMIC1][index];
    if ((offset & 4) == 0) {
      --counter;
    } else {
      counter = value;
    }
    return true;
  }
  if (offset >= SCC_GRB_HOSTCALL && offset < SCC_GRB_HOSTCALL + 8 * hostcall_.size()) {
    const unsigned core = (offset - SCC_GRB_HOSTCALL) / 8;
    hostcall_[core] = doorbell_(core, value, now);
    return true;
  }
  return false;
}

}  // namespace rc::scc
