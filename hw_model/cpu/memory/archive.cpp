// SPDX-License-Identifier: Apache-2.0
// The memory path in a snapshot. Watches of debuggers and of fast-forward are not part of it.
#include "hw_model/kernel/archive.h"

#include "hw_model/cpu/memory/memory_path.h"

namespace rc::cpu {

void MemoryPath::archive(kernel::Archive& archive) {
  archive(l1i_, l1d_, l2_, l1i_version_, l2_version_, itlb_, dtlb_, wcb_, bus_);
  for (FetchBuffer& buffer : fetch_buffers_) archive(buffer.valid, buffer.paddr, buffer.data);
  archive(next_fetch_buffer_);
  archive(mpbt_lines_);
  archive(cr0_, cr3_, cr4_, user_, alignment_, l2_on_, locked_);

  bool code = miss_.log == &fetch_log_;
  archive(miss_.target, miss_.key, miss_.paddr, miss_.type, code);
  miss_.log = code ? &fetch_log_ : &log_;
  archive(log_, fetch_log_, retried_, fetch_retried_, fault_.cr2, fault_.error_code,
          fault_.misaligned, bus_error_, failed_request_);

  if (archive.loading()) {
    code_.clear();
    for (std::uint32_t line = 0; line < l1i_.lines(); ++line) code_.fetched(l1i_.paddr(line));
    for (const FetchBuffer& buffer : fetch_buffers_) code_.fetched(buffer.paddr);
  }
  data_l0_.archive(archive, l1d_);
  code_l0_.archive(archive, l1i_);
  select_l0_tables();
}

void MemoryPath::archive_code(kernel::Archive& archive, std::uint32_t first, std::uint32_t end) {
  code_.archive(archive, first, end);
}

}  // namespace rc::cpu
