// SPDX-License-Identifier: Apache-2.0
#include "sim/run/native/native_watch.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <csignal>

#include "hw_model/arch/scc_map.h"
// After the map that it is based on.
#include "firmware/native/native_map.h"
#include "sim/run/native/native_memory.h"

namespace rc::sim::run {
namespace {

constexpr std::size_t kBytes = NATIVE_GRB;
constexpr int kQuietLooks = 3;

const NativeWait& wait_of(const unsigned char* file, unsigned core) {
  return reinterpret_cast<const NativeWait*>(file + NATIVE_WAITS)[core];
}

NativeWait read(const unsigned char* file, unsigned core) {
  const NativeWait& wait = wait_of(file, core);
  NativeWait copy{};
  copy.idle = __atomic_load_n(&wait.idle, __ATOMIC_ACQUIRE);
  copy.watched = __atomic_load_n(&wait.watched, __ATOMIC_ACQUIRE);
  copy.reads = __atomic_load_n(&wait.reads, __ATOMIC_ACQUIRE);
  copy.news = __atomic_load_n(&wait.news, __ATOMIC_ACQUIRE);
  return copy;
}

// The core in whose part of an MPB the address lies; -1: in none.
int polled_in(unsigned address) {
  if (address < SCC_MPB_BASE || address >= SCC_MPB_OWN) return -1;
  const unsigned tile = (address - SCC_MPB_BASE) / SCC_SLOT_SIZE;
  return static_cast<int>(tile * SCC_CORES_PER_TILE + address % SCC_SLOT_SIZE / SCC_MPB_PER_CORE);
}

}  // namespace

NativeWatch::NativeWatch(const base::Descriptor& memory)
    : file_(static_cast<const unsigned char*>(
          ::mmap(nullptr, kBytes, PROT_READ, MAP_SHARED, memory.number(), 0))) {
  if (file_ == MAP_FAILED) refuse_native_run("shared memory");
}

NativeWatch::~NativeWatch() { ::munmap(const_cast<unsigned char*>(file_), kBytes); }

bool NativeWatch::all_wait_in_vain(const std::vector<int>& cores) {
  bool quiet = true;
  for (const int core : cores) {
    const NativeWait wait = read(file_, static_cast<unsigned>(core));
    Seen& seen = seen_[core];
    // One that computes shows no polls, whatever it did before.
    if (wait.idle == 0 || wait.reads == seen.reads || wait.news != seen.news) quiet = false;
    seen = {wait.reads, wait.news};
  }
  quiet_looks_ = quiet ? quiet_looks_ + 1 : 0;
  return quiet_looks_ >= kQuietLooks;
}

std::string NativeWatch::waiting_on(unsigned core) const {
  const unsigned address = read(file_, core).watched;
  const unsigned offset = address % SCC_SLOT_SIZE;
  if (const int polled = polled_in(address); polled >= 0)
    return fmt::format("polls the MPB of core {} at offset {:#x}", polled,
                       offset % SCC_MPB_PER_CORE / SCC_LINE * SCC_LINE);
  if (address >= SCC_CRB_BASE && address < SCC_CRB_OWN)
    return fmt::format("polls register {:#x} of tile {}", offset,
                       (address - SCC_CRB_BASE) / SCC_SLOT_SIZE);
  return fmt::format("polls address {:#x}", address);
}

int NativeWatch::polled_core(unsigned core) const { return polled_in(read(file_, core).watched); }

int NativeWatch::awaited_lock(unsigned core) const {
  const unsigned address = read(file_, core).watched;
  const unsigned offset = address % SCC_SLOT_SIZE;
  const unsigned tile = (address - SCC_CRB_BASE) / SCC_SLOT_SIZE;
  const bool second = offset == SCC_CRB_LOCK1;
  if (address < SCC_CRB_BASE || tile >= SCC_TILES || (offset != SCC_CRB_LOCK0 && !second))
    return -1;
  return static_cast<int>(tile * SCC_CORES_PER_TILE + (second ? 1 : 0));
}

int NativeWatch::lock_holder(unsigned core) const {
  const unsigned offset = core % SCC_CORES_PER_TILE == 0 ? SCC_CRB_LOCK0 : SCC_CRB_LOCK1;
  const auto* const word = reinterpret_cast<const unsigned*>(
      file_ + NATIVE_CRB + core / SCC_CORES_PER_TILE * SCC_CRB_SIZE + offset);
  // NATIVE_HELD_BY() of no core is 0.
  return static_cast<int>(__atomic_load_n(word, __ATOMIC_ACQUIRE)) - 1;
}

bool NativeWatch::never_started(unsigned core) const {
  return __atomic_load_n(&wait_of(file_, core).unstarted, __ATOMIC_ACQUIRE) != 0;
}

std::optional<NativeWatch::Fault> NativeWatch::fault(unsigned core) const {
  const NativeWait& wait = wait_of(file_, core);
  Fault fault;
  fault.signal = static_cast<int>(__atomic_load_n(&wait.signal, __ATOMIC_ACQUIRE));
  if (fault.signal == 0) return std::nullopt;
  fault.thread = static_cast<pid_t>(wait.thread);
  if (fault.signal == SIGABRT || fault.signal == SIGTRAP) return fault;
  // A machine's addresses have one word: one beyond is as far from null.
  const std::uint32_t address = wait.address[1] == 0 ? wait.address[0] : ~0u;
  fault.fault.core = static_cast<int>(core);
  fault.fault.unmapped = address;
  fault.fault.eip = wait.jumped != 0 ? address : ~address;
  fault.fault.exception = {wait.trap, wait.error};
  fault.stack_overflow = fault.signal == SIGSEGV && wait.at_stack != 0;
  return fault;
}

}  // namespace rc::sim::run
