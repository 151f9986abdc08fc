// SPDX-License-Identifier: Apache-2.0
#include "hw_model/cpu/memory/memory_path.h"

#include <algorithm>

namespace rc::cpu {

MemoryPath::MemoryPath(const CoreParams& params, CoreClock& clock, CoreCounters& counters)
    : clock_(clock),
      counters_(counters),
      params_(params),
      l1d_("core.l1d", params.l1d),
      l2_("core.l2", params.l2),
      dtlb_("core.dtlb_entries", params.dtlb_entries),
      mpbt_lines_(l1d_.lines()),
      l1i_("core.l1i", params.l1i),
      itlb_("core.itlb_entries", params.itlb_entries),
      data_l0_(l1d_.lines()),
      code_l0_(l1i_.lines()) {
  select_l0_tables();
}

void MemoryPath::reset() {
  flat_ = nullptr;
  flat_bytes_ = 0;
  l1i_.reset();
  l1d_.reset();
  l2_.reset();
  l1i_version_ = l2_version_ = 0;
  itlb_.flush();
  dtlb_.flush();
  wcb_.clear();
  bus_.reset();
  fetch_buffers_ = {};
  next_fetch_buffer_ = 0;
  mpbt_lines_.clear();
  cr0_ = cr3_ = cr4_ = 0;
  user_ = locked_ = alignment_ = false;
  l2_on_ = true;
  miss_ = {};
  log_.forget();
  fetch_log_.forget();
  retried_ = fetch_retried_ = posted_at_once_ = serialised_ = false;
  bus_error_ = false;
  data_l0_.drop_all();
  code_l0_.drop_all();
  code_.clear();
  watch_.stop();
  select_l0_tables();
}

void MemoryPath::attach_flat(std::uint8_t* memory, std::uint32_t bytes) {
  flat_ = memory;
  flat_bytes_ = bytes;
  data_l0_.drop_all();
  code_l0_.drop_all();
}

void MemoryPath::set_l2_enabled(bool on) {
  l2_on_ = on;
  data_l0_.deny_below();
}

void MemoryPath::set_l0_tables(bool on) {
  l0_on_ = on;
  select_l0_tables();
}

// A hit that costs time, and any access of an instruction that is retried, must not use the tables.
void MemoryPath::select_l0_tables() {
  const auto* const none = &L0LookupTable::no_entries();
  data_table_ = l0_on_ && params_.l1d.hit_cycles == 0 ? &data_l0_.entries() : none;
  code_table_ = l0_on_ && params_.l1i.hit_cycles == 0 ? &code_l0_.entries() : none;
  data_entries_ = retried_ ? none : data_table_;
  code_entries_ = fetch_retried_ ? none : code_table_;
}

bool MemoryPath::forbidden(std::uint32_t vaddr, std::uint32_t bytes) {
  if (!alignment_ || !user_ || aligned(vaddr, bytes)) return false;
  fault_ = {vaddr, 0, true};
  end_instruction();
  return true;
}

void MemoryPath::charge_misaligned(std::uint32_t vaddr, std::uint32_t bytes) {
  if (aligned(vaddr, bytes) || (bytes == 2 && vaddr % 4 == 1)) return;
  const Key key{Kind::misaligned, bytes, vaddr};
  if (log_.done(key)) return;
  clock_.base += params_.misaligned_cycles;
  log_.add(key);
}

}  // namespace rc::cpu
