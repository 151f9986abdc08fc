// SPDX-License-Identifier: Apache-2.0
// Transfers between the levels: waiting for the bus, fills, victims.
#include <cstring>

#include "hw_model/cpu/memory/memory_path.h"

namespace rc::cpu {

// Afterwards the bus is busy: an access that needs it, too, must be retried.
bool MemoryPath::flush_write_combine(std::uint32_t offset) {
  if (!bus_ready(offset)) return false;
  wcb_.flush(bus_.raise(clock_.base + offset));
  ++counters_.wcb_flushes;
  return true;
}

BusRequest& MemoryPath::raise_read(Miss::Target target, Log& log, Key key, std::uint32_t paddr,
                                   PageType type, std::uint32_t offset) {
  miss_.target = target;
  miss_.key = key;
  miss_.paddr = paddr;
  miss_.type = type;
  miss_.log = &log;
  BusRequest& request = bus_.raise(clock_.base + offset);
  if (target == Miss::Target::word) {
    request.set(BusOp::read, type, key.bytes(), paddr);
  } else {
    request.set(BusOp::read_line, type, kLineBytes, line_of(paddr));
  }
  return request;
}

void MemoryPath::complete(kernel::Cycle cycle, const BusReply& reply) {
  // A waiting victim takes the request's place.
  const bool posted = bus_.request().posted, line = bus_.request().op == BusOp::read_line;
  const kernel::Cycle raised = bus_.request_cycle();
  if (reply.error && !bus_error_) {
    bus_error_ = true;
    failed_request_ = bus_.request();
  }
  bus_.complete(cycle);
  if (!posted) answered(cycle, raised, reply, line);
}

// The answer that the core waited for; `line`: a whole one.
[[gnu::noinline, gnu::flatten]] void MemoryPath::answered(kernel::Cycle cycle, kernel::Cycle raised,
                                                          const BusReply& reply, bool line) {
  clock_.attention = true;
  const bool code = miss_.log == &fetch_log_;
  if (cycle > raised) stall(cycle - raised, code ? counters_.stall_l1i : counters_.stall_bus_read);

  const std::uint8_t* value = reply.data.data();
  if (line) {
    value += miss_.paddr % kLineBytes;
    const bool cached = miss_.target != Miss::Target::fetch_buffer && miss_.type != PageType::mpbt;
    // L2 may have been switched on, with this line in it, since the request went out.
    if (cached && l2_on_ && l2_.find(miss_.paddr) == Cache::kNone) {
      install_l2(miss_.paddr, reply.data.data(), cycle);
    }
  }
  switch (miss_.target) {
    case Miss::Target::l1d: {
      const std::uint32_t filled = install_l1d(miss_.paddr, reply.data.data(), miss_.type, cycle);
      if (miss_.key.kind() == Kind::load && may_load_inline(miss_.key.address(), miss_.paddr)) {
        data_l0_.grant_load(miss_.key.address(), l1d_, filled);
      }
      break;
    }
    case Miss::Target::l1i:
    case Miss::Target::fetch_buffer:
      install_code(miss_.paddr, reply.data.data(), miss_.type);
      break;
    case Miss::Target::word:
    case Miss::Target::port:
      break;
  }
  if (!code && miss_.target != Miss::Target::port && observed(miss_.paddr))
    note(miss_.paddr, miss_.key.bytes(), cycle, false, false);
  miss_.log->answer(miss_.key, value);
}

std::uint32_t MemoryPath::install_l1d(std::uint32_t paddr, const std::uint8_t* data, PageType type,
                                      kernel::Cycle cycle) {
  const std::uint32_t line = l1d_.victim(paddr);
  if (l1d_.valid(line)) evict_l1d(line, cycle);
  watch_.before_fill(line, l1d_.data(line));
  data_l0_.deny_below();
  const bool mpbt = type == PageType::mpbt;
  l1d_.install(line, paddr, mpbt ? Cache::kMpbt : 0);
  std::memcpy(l1d_.data(line), data, kLineBytes);
  if (mpbt) mpbt_lines_.insert(line);
  return line;
}

void MemoryPath::evict_l1d(std::uint32_t line, kernel::Cycle cycle) {
  data_l0_.drop_line(line);
  if (!l1d_.dirty(line)) return;
  const std::uint32_t below = l2_on_ ? l2_.find(l1d_.paddr(line)) : Cache::kNone;
  if (below == Cache::kNone) {
    post_victim(l1d_.paddr(line), l1d_.data(line), cycle);
    return;
  }
  write_l2(below, 0, l1d_.data(line), kLineBytes);
  make_dirty_l2(below);
  if (!bus_.outstanding()) bus_.occupy(cycle + params_.l2.hit_cycles);
}

void MemoryPath::install_l2(std::uint32_t paddr, const std::uint8_t* data, kernel::Cycle cycle) {
  const std::uint32_t line = l2_.victim(paddr);
  if (l2_.valid(line) && l2_.dirty(line)) post_victim(l2_.paddr(line), l2_.data(line), cycle);
  data_l0_.deny_below();
  l2_.install(line, paddr, 0);
  std::memcpy(l2_.data(line), data, kLineBytes);
  ++l2_version_;
}

void MemoryPath::post_victim(std::uint32_t paddr, const std::uint8_t* data, kernel::Cycle cycle) {
  ++counters_.write_backs;
  watch_.give_up();
  BusRequest& request = bus_.post_behind(cycle);
  request.set(BusOp::write_back, PageType::write_back, kLineBytes, paddr);
  std::memcpy(request.data.data(), data, kLineBytes);
}

Access MemoryPath::cl1invmb(std::uint32_t) {
  mpbt_lines_.drain([&](std::uint32_t line) {
    if (!l1d_.mpbt(line)) return;
    l1d_.invalidate(line);
    data_l0_.drop_unread_line(line);
  });
  ++counters_.cl1invmb;
  return Access::ok;
}

Access MemoryPath::serialise(std::uint32_t offset) {
  clock_.attention = true;
  log_.begin_part(Key{Kind::special, 0, 0});
  serialised_ = true;
  if (!wcb_.empty()) flush_write_combine(offset);
  return bus_ready(offset) ? Access::ok : retry(log_);
}

Access MemoryPath::wbinvd(std::uint32_t offset) {
  const Access flushed = serialise(offset);
  if (flushed != Access::ok) return flushed;
  for (std::uint32_t line = 0; line < l1d_.lines(); ++line) {
    if (!l1d_.valid(line) || !l1d_.dirty(line)) continue;
    if (!bus_ready(offset)) return retry(log_);
    if (l2_on_ && l2_.find(l1d_.paddr(line)) != Cache::kNone) {
      stall(params_.l2.hit_cycles, counters_.stall_l2);
    }
    evict_l1d(line, clock_.base + offset);
    l1d_.clear_dirty(line);
  }
  if (!bus_ready(offset)) return retry(log_);
  drop_l1();
  return Access::ok;
}

void MemoryPath::invd() { drop_l1(); }

void MemoryPath::drop_l1() {
  for (std::uint32_t line = 0; line < l1d_.lines(); ++line) l1d_.invalidate(line);
  for (std::uint32_t line = 0; line < l1i_.lines(); ++line) l1i_.invalidate(line);
  ++l1i_version_;
  for (FetchBuffer& buffer : fetch_buffers_) buffer.valid = false;
  data_l0_.drop_all();
  code_l0_.drop_all();
}

}  // namespace rc::cpu
