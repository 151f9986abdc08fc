// SPDX-License-Identifier: Apache-2.0
#include "hw_model/scc/system_interface.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "hw_model/arch/system_interface_map.h"
#include "hw_model/scc/layout.h"

namespace rc::scc {
namespace {

using kernel::Picos;

struct Counter {
  unsigned set, index;
};

// Of an atomic counter; index is SCC_CORES or more where there is none.
bool is_counter(std::uint32_t offset) {
  return offset >= SCC_GRB_ATOMIC0 && offset < SCC_GRB_ATOMIC0 + 0x2000;
}
Counter counter_at(std::uint32_t offset) {
  return {offset >= SCC_GRB_ATOMIC1 ? 1u : 0u, (offset & 0xFFF) / 8};
}

bool is_emac(std::uint32_t offset) {
  return offset >= SCC_GRB_EMAC && offset < SCC_GRB_EMAC_END &&
         (offset & 0xFFF) < 0x100 * SCC_GRB_EMAC_ROWS && (offset & 0xFF) < 4 * SCC_CORES;
}
bool emac_writes(std::uint32_t offset) {
  const std::uint32_t row = (offset & 0xFFF) / 0x100;
  return row == SCC_GRB_EMAC_RX_WRITE_INDEX || row == SCC_GRB_EMAC_TX_READ_INDEX;
}
constexpr std::uint32_t kEmacWords = (SCC_GRB_EMAC_END - SCC_GRB_EMAC) / 4;

}  // namespace

SystemInterface::SystemInterface(const SccParams& params, Host host)
    : geometry_(geometry_of(params)),
      params_(params.system_interface),
      tile_mhz_(static_cast<std::uint32_t>(params.clocks.global_mhz)),
      private_slots_(params.machine.private_slots),
      host_(std::move(host)),
      hostcall_(geometry_.cores()),
      consoles_(geometry_.cores(), host_.print) {}

SystemInterface::Served SystemInterface::serve(const Message& request, Picos arrival) {
  const std::uint32_t offset = offset_of(request);
  Served served;
  free_ = std::max(free_, arrival) + Picos{params_.access_ns * std::uint64_t{1000}};
  served.ready = free_;
  std::uint32_t value = 0;
  bool known = request.bytes <= 4;
  if (known && is_port(request.command)) {
    known = serve_port(request, served);
  } else if (known && is_write(request.command)) {
    std::memcpy(&value, request.data.data(), 4);
    known = takes(request);
    if (known) write(offset, value, arrival, served);
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

// False for what no core sends.
bool SystemInterface::serve_port(const Message& request, Served& served) {
  const noc::EndPoint& from = request.source;
  if (from.x >= geometry_.cols || from.y >= geometry_.rows ||
      request.unit >= geometry_.cores_per_tile)
    return false;
  const std::uint32_t core = geometry_.core_at(from.x, from.y, request.unit);
  const auto port = static_cast<std::uint32_t>(request.address);
  std::uint32_t value = 0;
  if (request.command == Command::read_port) {
    served.response = response_to(request, Command::data);
    value = consoles_.in(core, port, request.bytes, served.ready);
    std::memcpy(served.response.data.data(), &value, 4);
  } else {
    std::memcpy(&value, request.data.data(), 4);
    consoles_.out(core, port, request.bytes, value);
    served.response = response_to(request, Command::acknowledge);
  }
  return true;
}

Message SystemInterface::raising(const InterruptUnit::Pin& pin, const noc::EndPoint& place) const {
  const std::uint32_t tile = geometry_.tile_of(pin.core), unit = geometry_.unit_of(pin.core);
  Message message;
  message.command = Command::write;
  message.source = place;
  message.destination = {static_cast<std::uint8_t>(geometry_.x_of(tile)),
                         static_cast<std::uint8_t>(geometry_.y_of(tile)), noc::kLocal};
  message.subdestination = SCC_SUBDEST_CRB;
  message.address = RC_CRB_GLCFG(unit);
  message.bytes = 4;
  const std::uint32_t bit = pin.lint == 0 ? SCC_GLCFG_INTR : SCC_GLCFG_NMI;
  std::memcpy(message.data.data(), &bit, 4);
  return message;
}

// The core whose doorbell that is.
std::optional<unsigned> SystemInterface::doorbell_at(std::uint32_t offset) const {
  const bool more = !geometry_.has_scc_map() && offset >= RC_GRB_HOSTCALL_MORE &&
                    offset < RC_GRB_HOSTCALL_MORE + 8 * RC_GRB_HOSTCALL_FIRST_MORE;
  const std::uint32_t first = more ? RC_GRB_HOSTCALL_FIRST_MORE : 0;
  const std::uint32_t base = more ? RC_GRB_HOSTCALL_MORE : SCC_GRB_HOSTCALL;
  if (offset < base || first + (offset - base) / 8 >= hostcall_.size()) return std::nullopt;
  return first + (offset - base) / 8;
}

bool SystemInterface::has_interrupts(std::uint32_t offset) const {
  return geometry_.has_scc_map() && InterruptUnit::holds(offset);
}

bool SystemInterface::read(std::uint32_t offset, Picos now, std::uint32_t& value) {
  const std::uint64_t stamp = now.value / 8000;  // 125 MHz
  if (is_counter(offset)) {
    const Counter at = counter_at(offset);
    if (at.index >= SCC_CORES) return false;
    std::uint32_t& counter = atomic_[at.set][at.index];
    value = (offset & 4) == 0 ? counter++ : counter;
    return true;
  }
  if (const auto core = doorbell_at(offset)) {
    value = hostcall_[*core];
    return true;
  }
  if (has_interrupts(offset)) {
    value = interrupts_.read(offset);
    return true;
  }
  if (is_emac(offset)) {
    value = emac_.empty() ? 0 : emac_[(offset - SCC_GRB_EMAC) / 4];
    return true;
  }
  if (is_supply(offset)) {
    value = supply_word(offset, host_.supplies(now));
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
    default: {
      const auto word = board_word(offset);
      value = word.value_or(0);
      return word.has_value();
    }
  }
}

bool SystemInterface::is_writable(std::uint32_t offset) const {
  if (is_counter(offset)) return counter_at(offset).index < SCC_CORES;
  return doorbell_at(offset) || has_interrupts(offset) || is_emac(offset) || is_supply(offset) ||
         board_word(offset);
}

// To a register that is_writable(). What only tells stays as it is.
void SystemInterface::write(std::uint32_t offset, std::uint32_t value, Picos now, Served& served) {
  if (is_counter(offset)) {
    const Counter at = counter_at(offset);
    std::uint32_t& counter = atomic_[at.set][at.index];
    if ((offset & 4) == 0) {
      --counter;
    } else {
      counter = value;
    }
  } else if (const auto core = doorbell_at(offset)) {
    hostcall_[*core] = host_.doorbell(*core, value, now);
  } else if (has_interrupts(offset)) {
    interrupts_.write(offset, value, served.raised);
  } else if (is_emac(offset) && !emac_writes(offset)) {
    if (emac_.empty()) emac_.resize(kEmacWords);
    emac_[(offset - SCC_GRB_EMAC) / 4] = value;
  }
}

}  // namespace rc::scc
