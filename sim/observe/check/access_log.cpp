// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/check/access_log.h"

#include <cstring>
#include <optional>

#include "hw_model/arch/system_interface_map.h"

namespace rc::sim::observe {
namespace {

using scc::Command;
using Kind = AccessEvent::Kind;

bool is_mpb(scc::Place place) { return scc::subdestination_of(place) == SCC_SUBDEST_MPB; }

// Of a word of the status of interrupts, or of what clears it: which bits of the status it has. The
// number of the core is that of the row.
struct StatusWord {
  unsigned core, first_bit;
};
std::optional<StatusWord> status_word(std::uint32_t offset, bool write) {
  const std::uint32_t at = offset - (write ? SCC_GRB_IRQ_RESET : SCC_GRB_IRQ_STATUS);
  if (at >= 8 * SCC_CORES) return std::nullopt;
  return StatusWord{at / 8, at % 8 / 4 * 32};
}

std::uint32_t bytes_of(scc::Place place, unsigned bytes) {
  const std::uint32_t all = bytes >= kLine ? ~0u : (1u << bytes) - 1;
  return all << place % kLine;
}

}  // namespace

void AccessLog::accessed(unsigned core_id, scc::Place place, const cpu::CoreAccess& access,
                         kernel::Picos time) {
  const bool memory = access.paddr < SCC_CRB_BASE;
  if (!memory && !access.store) return;  // reported when the register serves it
  if (!access.store) {
    polling_.loaded(core_id, place, access);
  } else if (memory) {
    polling_.stored(core_id);
  }
  if (memory && !is_mpb(place)) share(place, access.paddr & ~(SCC_SLOT_SIZE - 1));
  const auto core = static_cast<std::uint8_t>(core_id);
  const std::uint32_t mask = bytes_of(place, access.bytes);
  const scc::Place line = place & ~scc::Place{kLine - 1};
  const Kind kind = access.store ? Kind::store : Kind::load;
  // A copy reads and writes a line byte by byte or word by word.
  if (!events_.empty() && (access.cached || access.store)) {
    AccessEvent& last = events_.back();
    if (last.kind == kind && last.core == core && last.line == line &&
        (last.eip == access.eip || polling_.copies(access.eip))) {
      last.mask |= mask;
      last.time = time;
      last.cached = access.cached;
      return;
    }
  }
  const std::uint32_t caller = call_site_ ? call_site_(core_id) : 0;
  add({line, mask, access.eip, caller, time, core, kind, access.cached});
}

void AccessLog::served(const scc::Message& request, const scc::Message& response,
                       kernel::Picos time) {
  if (response.command == Command::abort) return;
  // Ports are each core's own. What raises pins for the system interface is no core.
  if (scc::is_port(request.command) || request.source.port != noc::kLocal) return;
  const scc::Place place = scc::place_of(request);
  const bool write = scc::is_write(request.command);
  bool at_interface = false;
  AccessEvent event;
  event.line = place & ~scc::Place{kLine - 1};
  event.mask = bytes_of(place, request.bytes);
  event.time = time;
  event.core =
      static_cast<std::uint8_t>(SCC_CORE_ID(request.source.x, request.source.y, request.unit));
  const scc::Place slot = place >> SCC_SLOT_SHIFT;
  if (is_mpb(place) || shared_.contains(slot)) {
    event.kind = write ? Kind::written : Kind::fetched;
    if (request.command == Command::write_combined) event.mask = request.byte_mask;
  } else if (request.destination.port == noc::kEast || request.destination.port == noc::kWest) {
    event.kind = Kind::fetched;
    if (!write) unshared_[slot][event.core] = event;
    return;
  } else {
    event.line = place;
    const auto offset = static_cast<std::uint32_t>(request.address % SCC_SLOT_SIZE);
    const bool tile_register = scc::subdestination_of(place) == SCC_SUBDEST_CRB;
    at_interface = !tile_register;
    const bool lock = tile_register && (offset == SCC_CRB_LOCK0 || offset == SCC_CRB_LOCK1);
    if (write) {
      event.kind = Kind::register_written;
    } else if (lock && (response.data[0] & 1) != 0) {
      event.kind = Kind::taken;
    } else {
      const bool counter = !tile_register && offset >= SCC_GRB_ATOMIC0 && (offset & 4) == 0;
      event.kind = counter ? Kind::counted : Kind::register_read;
    }
  }
  add(event);
  if (at_interface) note_raisers(event, request, write ? request.data : response.data);
}

// The load that shows memory to be shared comes after its fetch, and so may those of other cores.
void AccessLog::share(scc::Place place, std::uint32_t address) {
  const scc::Place slot = place >> SCC_SLOT_SHIFT;
  if (!shared_.try_emplace(slot, address).second) return;
  const auto fetched = unshared_.find(slot);
  if (fetched == unshared_.end()) return;
  for (const auto& of_core : fetched->second) add(of_core.second);
  unshared_.erase(fetched);
}

// Who reads or clears the status of its interrupts reads the request rows of those that it tells of.
void AccessLog::note_raisers(AccessEvent event, const scc::Message& request,
                             const std::array<std::uint8_t, 32>& data) {
  const auto offset = static_cast<std::uint32_t>(request.address % SCC_SLOT_SIZE);
  const auto status = status_word(offset, scc::is_write(request.command));
  if (!status || request.bytes != 4) return;
  std::uint32_t bits = 0;
  std::memcpy(&bits, data.data(), sizeof bits);
  event.kind = Kind::register_read;
  for (unsigned core = 0; core < SCC_CORES; ++core) {
    const unsigned bit = SCC_GRB_IRQ_FROM_CORE(core) - status->first_bit;
    if (bit >= 32 || (bits >> bit & 1) == 0) continue;
    event.line = scc::place_of(request) - offset + SCC_GRB_IRQ_REQUEST + 8 * core +
                 (status->core >= 32 ? 4 : 0);
    add(event);
  }
}

void AccessLog::add(const AccessEvent& event) {
  events_.push_back(event);
  if (events_.size() <= kKept) return;
  sink_(events_.front());
  events_.pop_front();
}

void AccessLog::finish() {
  for (const AccessEvent& event : events_) sink_(event);
  events_.clear();
}

std::uint32_t AccessLog::address_of(scc::Place place) const {
  const auto known = shared_.find(place >> SCC_SLOT_SHIFT);
  return (known == shared_.end() ? 0 : known->second) +
         static_cast<std::uint32_t>(place % SCC_SLOT_SIZE);
}

}  // namespace rc::sim::observe
