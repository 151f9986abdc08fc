// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/profile/core_recorder.h"

#include <algorithm>
#include <bit>
#include <tuple>

#include "hw_model/arch/scc_map.h"

namespace rc::sim::observe {

using kernel::Cycle;

namespace {

// Bytes that follow each other within so many cycles are one transfer.
constexpr Cycle kGap = 4'000;

}  // namespace

std::vector<CallSlice> by_begin(std::vector<CallSlice> slices) {
  std::ranges::stable_sort(slices, [](const CallSlice& a, const CallSlice& b) {
    return std::tuple(a.begin, b.end, a.depth) < std::tuple(b.begin, a.end, b.depth);
  });
  return slices;
}

CoreRecorder::CoreRecorder(int core_id, const RecorderOptions& options)
    : id_(core_id),
      options_(options),
      clock_(options.period),
      counts_(!options.region),
      read_from_(options.geometry.cores()),
      written_to_(options.geometry.cores()) {
  if (!counts_) profile_.pause(0, {});
}

void CoreRecorder::resumed(const Moment& now) {
  last_ = everything(now);
  if (counts_) profile_.resumed(last_);
  times_.resumed(last_);
}

Events CoreRecorder::everything(const Moment& now) const {
  const cpu::CoreCounters& c = now.counters;
  return {now.cycle,    c.instructions,   c.mispredicts,     c.stall_l1i,
          c.stall_l2,   c.stall_bus_read, c.stall_bus_write, c.halted,
          c.l1i_misses, c.l1d_misses,     c.l2_misses,       bus_[0],
          bus_[1],      bus_[2],          bus_[3],           bus_[4]};
}

CoreRecorder::Target CoreRecorder::target_of(std::uint32_t paddr) const {
  if (!options_.scc || paddr < SCC_MPB_BASE) return Target::memory;
  const auto in_slots = [paddr](std::uint32_t base, std::uint32_t slots) {
    return paddr >= base && paddr - base < slots * SCC_SLOT_SIZE;
  };
  if (paddr >= SCC_CRB_BASE) return Target::reg;
  const bool others = options_.geometry.has_scc_map() ? in_slots(SCC_MPB_BASE, SCC_TILES)
                                                      : in_slots(RC_MPB_WINDOW, 1);
  return others || in_slots(SCC_MPB_OWN, 1) ? Target::mpb : Target::memory;
}

std::uint32_t CoreRecorder::describe(std::span<const Instruction> block) {
  return profile_.describe(block);
}

void CoreRecorder::entered(const Entry& entry, const Moment& now) {
  profile_.entered(entry.block, now.cycle - outside_[kCycles],
                   now.counters.instructions - outside_[kInstructions],
                   now.counters.mispredicts - outside_[kMispredicts]);
  if (entry.call_site == 0 && !profile_.returned(entry.esp)) return;
  const Events all = everything(now);
  while (profile_.returned(entry.esp)) end_call(all);
  if (entry.call_site == 0) return;
  profile_.push(entry.call_site, entry.esp, now.cycle, counted(all));
  if (options_.sliced.contains(profile_.calls().back().callee)) ++depth_;
}

void CoreRecorder::end_call(const Events& now) {
  const CoreProfile::Frame& frame = profile_.calls().back();
  if (depth_ != 0 && options_.sliced.contains(frame.callee)) {
    --depth_;
    keep(slices_, {frame.since, now[kCycles], frame.callee, depth_});
  } else if (now[kCycles] >= frame.since + kShortestOwnCall &&
             options_.own.contains(frame.callee)) {
    keep(own_slices_, {frame.since, now[kCycles], frame.callee, 0});
  }
  profile_.pop(counted(now));
}

void CoreRecorder::keep(std::vector<CallSlice>& slices, const CallSlice& slice) {
  if (!in_window(slice.begin, slice.end)) return;
  if (slices.size() < options_.most_slices)
    slices.push_back(slice);
  else
    ++slices_lost_;
}

void CoreRecorder::marked(const MarkSeen& mark) {
  if (options_.most_slices == 0 || !in_window(mark.cycle, mark.cycle)) return;
  if (marks_.size() < options_.most_slices)
    marks_.push_back(mark);
  else
    ++slices_lost_;
}

void CoreRecorder::count(bool on, std::uint32_t eip, const Moment& now) {
  const Events all = everything(now);
  if (on) {
    outside_ = difference(all, inside_);
    profile_.resumed(inside_);
  } else {
    inside_ = counted(all);
    profile_.pause(eip, inside_);
  }
  counts_ = on;
}

void CoreRecorder::spent(std::uint32_t eip, const Moment& now) {
  const Events all = everything(now);
  if (counts_) profile_.spent(eip, counted(all));
  times_.spent(all, waited_);
  last_ = all;
}

void CoreRecorder::fetched(std::uint32_t eip, const Moment& now) {
  const Events all = everything(now);
  if (counts_) profile_.fetched(eip, counted(all));
  times_.spent(all, waited_);
  last_ = all;
}

void CoreRecorder::requested(const cpu::BusRequest& request, std::uint32_t eip, Cycle cycle) {
  const bool read = request.op == cpu::BusOp::read || request.op == cpu::BusOp::read_line;
  const Target target = target_of(request.paddr);
  if (read) {
    waited_ = target == Target::mpb   ? kWaitsMpb
              : target == Target::reg ? kWaitsRegister
                                      : kWaitsMemory;
  } else {
    times_.progressed();
  }
  const Event event = target == Target::mpb   ? (read ? kMpbReads : kMpbWrites)
                      : target == Target::reg ? kRegisterAccesses
                      : read                  ? kMemoryReads
                                              : kMemoryWrites;
  ++bus_[event - kMpbReads];
  profile_.used_bus(eip, event);
  if (target != Target::mpb || read) return;
  const bool line = request.op == cpu::BusOp::write_combined;
  const int skipped = line ? std::countr_zero(request.byte_mask) : 0;
  const int bytes = line ? std::popcount(request.byte_mask) : request.bytes;
  transfer(request.paddr + static_cast<std::uint32_t>(skipped), static_cast<std::uint32_t>(bytes),
           true, cycle);
}

void CoreRecorder::answered(const cpu::BusRequest& request, const cpu::BusReply& reply,
                            Cycle cycle) {
  if (request.posted) return;
  const Target target = target_of(request.paddr);
  const bool miss = request.op == cpu::BusOp::read_line && request.paddr < SCC_SHARED_BASE;
  times_.answered(request, reply, cycle, options_.scc && !miss);
  if (target == Target::mpb && !times_.polling()) {
    transfer(request.paddr, request.bytes, false, cycle);
  }
}

void CoreRecorder::transfer(std::uint32_t paddr, std::uint32_t bytes, bool write, Cycle cycle) {
  const scc::Geometry& chip = options_.geometry;
  const std::uint32_t slot = paddr & ~(SCC_SLOT_SIZE - 1);
  std::uint32_t tile = (slot - SCC_MPB_BASE) / SCC_SLOT_SIZE, offset = paddr % SCC_SLOT_SIZE;
  if (slot == SCC_MPB_OWN) {
    tile = chip.tile_of(static_cast<std::uint32_t>(id_));
  } else if (slot == RC_MPB_WINDOW) {
    tile = chip.tile_at(paddr >> RC_WINDOW_X_SHIFT & 15, paddr >> RC_WINDOW_Y_SHIFT & 15);
    offset &= RC_WINDOW_OFFSET_MASK;
  }
  if (bytes == 0 || offset >= chip.mpb_bytes) return;
  const std::uint32_t core = chip.cores_per_tile * tile + offset / chip.mpb_per_core();
  const std::uint32_t at = offset % chip.mpb_per_core();
  (write ? written_to_ : read_from_)[core] += bytes;
  if (options_.most_slices == 0 || !in_window(cycle, cycle)) return;
  if (!transfers_.empty()) {
    MpbTransfer& last = transfers_.back();
    if (last.core == core && last.write == write && at >= last.first && at <= last.last + 1 &&
        cycle < last.end + kGap) {
      last.last = std::max(last.last, at + bytes - 1);
      last.end = cycle;
      return;
    }
  }
  if (transfers_.size() >= options_.most_slices) {
    ++slices_lost_;
    return;
  }
  transfers_.push_back({cycle, cycle, static_cast<std::uint16_t>(core), write, at, at + bytes - 1});
}

void CoreRecorder::watch_repetition(bool on, std::uint32_t eip, const Moment& now) {
  // A core that repeats itself stands where it stood. If it has moved on, the watch was in vain,
  // and spent() will hear of the instructions in between from the core.
  if (on || eip == watched_eip_) spent(eip, now);
  profile_.watch(on);
  if (!on) return;
  watched_ = everything(now);
  watched_eip_ = eip;
}

void CoreRecorder::repeated(Cycle cycles, std::uint64_t periods, const Moment& now) {
  // Of what the core counts itself, `now` has the repetition already.
  const Events before = everything(now);
  for (std::size_t i = 0; i < bus_.size(); ++i) {
    bus_[i] += periods * (bus_[i] - watched_[kMpbReads + i]);
  }
  Events more = difference(everything(now), before);
  more[kCycles] = cycles;
  for (std::size_t i = kInstructions; i < kMpbReads; ++i) {
    more[i] = (before[i] - watched_[i]) / (periods + 1) * periods;
  }
  profile_.repeated(periods, more);
  times_.repeated(cycles, more);
}

void CoreRecorder::finish(const Moment& now) {
  const Events all = everything(now);
  while (!profile_.calls().empty()) end_call(all);
  profile_.finish(counted(all));
  times_.spent(all, waited_);
  times_.finish();
}

void CoreRecorder::give_up() {
  while (!profile_.calls().empty()) end_call(last_);
  times_.finish();
}

}  // namespace rc::sim::observe
