// SPDX-License-Identifier: Apache-2.0
// Transactions that a PromptTarget answers: what raising them, complete() and the retry of the
// instruction would do, in one step. See levels.cpp, load.cpp, store.cpp and code.cpp.
#include <algorithm>
#include <array>

#include "hw_model/cpu/memory/memory_path.h"

namespace rc::cpu {

// Waits for the answer to a read raised now; false: there is none.
bool MemoryPath::read_at_once(std::uint32_t paddr, std::uint32_t bytes, std::uint8_t* data,
                              std::uint32_t offset, std::uint64_t& stalled) {
  const kernel::Cycle raised = clock_.base + offset;
  const kernel::Cycle done = prompt_->read(paddr, bytes, data, raised, prompt_before_);
  if (done == PromptTarget::kNotHere) return false;
  bus_.occupy(done);
  stall(done - raised, stalled);
  return true;
}

bool MemoryPath::fill_at_once(Log& log, Key key, std::uint32_t paddr, PageType type,
                              std::uint32_t offset, std::uint8_t* value) {
  std::array<std::uint8_t, kLineBytes> line;
  // A walk for a fetch may read a line, too.
  auto& stalled = &log == &fetch_log_ ? counters_.stall_l1i : counters_.stall_bus_read;
  if (!read_at_once(line_of(paddr), kLineBytes, line.data(), offset, stalled)) return false;
  const kernel::Cycle done = clock_.base + offset;
  if (l2_on_ && type != PageType::mpbt && l2_.find(paddr) == Cache::kNone)
    install_l2(paddr, line.data(), done);
  const std::uint32_t filled = install_l1d(paddr, line.data(), type, done);
  while (bus_.pending()) {  // a victim
    const BusRequest& victim = bus_.request();
    const kernel::Cycle gone =
        prompt_->write(victim.paddr, victim.bytes, victim.data.data(), bus_.request_cycle());
    if (gone == PromptTarget::kNotHere) break;
    bus_.complete(gone);
  }
  if (key.kind() == Kind::load && may_load_inline(key.address(), paddr)) {
    data_l0_.grant_load(key.address(), l1d_, filled);
  }
  if (&log == &log_ && observed(paddr)) note(paddr, key.bytes(), done, false, false);
  kernel::copy_bytes<8>(value, line.data() + paddr % kLineBytes, key.bytes());
  log.add(key, value);
  return true;
}

bool MemoryPath::fetch_at_once(std::uint32_t paddr, PageType type, std::uint32_t offset) {
  std::array<std::uint8_t, kLineBytes> line;
  if (!read_at_once(line_of(paddr), kLineBytes, line.data(), offset, counters_.stall_l1i)) {
    return false;
  }
  install_code(paddr, line.data(), type);
  return true;
}

bool MemoryPath::load_word_at_once(Log& log, Key word, std::uint32_t paddr, std::uint32_t offset,
                                   std::uint8_t* value) {
  auto& stalled = &log == &fetch_log_ ? counters_.stall_l1i : counters_.stall_bus_read;
  if (!read_at_once(paddr, word.bytes(), value, offset, stalled)) return false;
  if (&log == &log_ && observed(paddr))
    note(paddr, word.bytes(), clock_.base + offset, false, false);
  log.add(word, value);
  return true;
}

bool MemoryPath::post_word_at_once(std::uint32_t paddr, std::uint32_t bytes,
                                   const std::uint8_t* value, std::uint32_t offset) {
  const kernel::Cycle done = prompt_->write(paddr, bytes, value, clock_.base + offset);
  if (done == PromptTarget::kNotHere) return false;
  bus_.occupy(done);
  posted_at_once_ = true;
  return true;
}

template <std::uint32_t kBytes>
[[gnu::noinline, gnu::flatten]] bool MemoryPath::store_at_once(Key key, std::uint32_t offset,
                                                               const void* value) {
  const kernel::Cycle raised = std::max(clock_.base + offset, bus_.free_at());
  if (raised >= prompt_before_ || serialised_ || bus_.outstanding()) return false;
  std::uint32_t paddr;
  PageType type;
  if (!translate_at_once(dtlb_, key.address(), true, paddr, type)) return false;
  if (type != PageType::write_back || params_.write_allocate) return false;
  if (l1d_.find(paddr) != Cache::kNone) return false;
  if (observed(paddr) || code_.may_hold_code(paddr)) return false;
  const auto wait = static_cast<std::uint32_t>(raised - clock_.base - offset);
  const auto* const bytes = static_cast<const std::uint8_t*>(value);
  if (!post_word_at_once(paddr, kBytes, bytes, offset + wait)) return false;
  stall(wait, counters_.stall_bus_write);
  watch_.give_up();
  ++counters_.l1d_misses;
  log_.add(key);
  return true;
}

template bool MemoryPath::store_at_once<1>(Key, std::uint32_t, const void*);
template bool MemoryPath::store_at_once<2>(Key, std::uint32_t, const void*);
template bool MemoryPath::store_at_once<4>(Key, std::uint32_t, const void*);
template bool MemoryPath::store_at_once<8>(Key, std::uint32_t, const void*);

}  // namespace rc::cpu
