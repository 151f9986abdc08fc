// SPDX-License-Identifier: Apache-2.0
// Everything that a profile, a timeline and a summary need of one core, gathered while it runs.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hw_model/cpu/observer.h"
#include "hw_model/scc/tile/geometry.h"
#include "sim/observe/profile/core_clock.h"
#include "sim/observe/profile/core_profile.h"
#include "sim/observe/profile/core_times.h"

namespace rc::sim::observe {

// What all recorders of a run share. Nothing in it changes while cores run.
struct RecorderOptions {
  bool scc = true;  // else memory is all that a bus access reaches
  scc::Geometry geometry;
  // Entries of the functions whose calls make slices; what MPBs carried is kept with them.
  std::unordered_set<std::uint32_t> sliced;
  // Of the program's own functions, whose calls make slices if they are long.
  std::unordered_set<std::uint32_t> own;
  kernel::Picos period{0};                             // of the cores' first clock
  kernel::Picos from{0}, to = kernel::Picos::never();  // of slices
  std::size_t most_slices = 0;                         // of each core
  bool region = false;  // the profile counts from count(true) to count(false) only
};

// A core came to a mark of its program.
struct MarkSeen {
  kernel::Cycle cycle = 0;
  std::uint32_t address = 0;
};

// A call of one of the sliced functions.
struct CallSlice {
  kernel::Cycle begin = 0, end = 0;
  std::uint32_t function = 0;
  std::uint32_t depth = 0;  // calls of such functions around it
};

// In the order in which they began, those that hold others before them.
std::vector<CallSlice> by_begin(std::vector<CallSlice> slices);

// A run of neighbouring bytes that a core read or wrote in the MPB of another one or its own.
struct MpbTransfer {
  kernel::Cycle begin = 0, end = 0;
  std::uint16_t core = 0;  // whose MPB
  bool write = false;
  std::uint32_t first = 0, last = 0;  // offsets of bytes
};

// Shorter calls of the program's own functions are as many as its instructions let them be, and no
// timeline of a run shows them: about a microsecond.
inline constexpr kernel::Cycle kShortestOwnCall = 500;

class CoreRecorder : public cpu::CoreObserver {
 public:
  CoreRecorder(int core_id, const RecorderOptions& options);

  void resumed(const Moment& now) override;
  std::uint32_t describe(std::span<const Instruction> block) override;
  void entered(const Entry& entry, const Moment& now) override;
  void spent(std::uint32_t eip, const Moment& now) override;
  void fetched(std::uint32_t eip, const Moment& now) override;
  void requested(const cpu::BusRequest& request, std::uint32_t eip, kernel::Cycle cycle) override;
  void answered(const cpu::BusRequest& request, const cpu::BusReply& reply,
                kernel::Cycle cycle) override;
  void watch_repetition(bool on, std::uint32_t eip, const Moment& now) override;
  void repeated(kernel::Cycle cycles, std::uint64_t periods, const Moment& now) override;

  // The core's clock is this one from `at` on.
  void clock_changed(kernel::Picos at, const kernel::ClockDomain& clock) {
    clock_.changed(at, clock);
  }
  const CoreClock& clock() const { return clock_; }
  // The core has come to a mark.
  void marked(const MarkSeen& mark);
  // From here, before the instruction at `eip`, the profile counts or does not.
  void count(bool on, std::uint32_t eip, const Moment& now);

  // When the run is over, with what the core counted in all.
  void finish(const Moment& now);
  // Instead, for a run that failed: calls that have not returned end where the core was seen last.
  void give_up();

  int id() const { return id_; }
  const CoreProfile& profile() const { return profile_; }
  const CoreTimes& times() const { return times_; }
  // Bytes that went from and to the MPB of each core, without polls and without the words that a
  // core reads of registers.
  const std::vector<std::uint64_t>& read_from() const { return read_from_; }
  const std::vector<std::uint64_t>& written_to() const { return written_to_; }
  // By the time they ended.
  const std::vector<CallSlice>& slices() const { return slices_; }
  // Of the program's own functions, by the time they ended, without their depth.
  const std::vector<CallSlice>& own_slices() const { return own_slices_; }
  const std::vector<MpbTransfer>& transfers() const { return transfers_; }
  const std::vector<MarkSeen>& marks() const { return marks_; }
  std::uint64_t slices_lost() const { return slices_lost_; }

 private:
  enum class Target : std::uint8_t { memory, mpb, reg };

  Events everything(const Moment& now) const;
  // Of that, what the profile counts.
  Events counted(const Events& all) const { return counts_ ? difference(all, outside_) : inside_; }
  // Whether the window has some of it.
  bool in_window(kernel::Cycle begin, kernel::Cycle end) const {
    return clock_.time_of(begin) < options_.to && clock_.time_of(end) >= options_.from;
  }
  Target target_of(std::uint32_t paddr) const;
  void transfer(std::uint32_t paddr, std::uint32_t bytes, bool write, kernel::Cycle cycle);
  void end_call(const Events& now);
  void keep(std::vector<CallSlice>& slices, const CallSlice& slice);

  int id_;
  const RecorderOptions& options_;
  CoreClock clock_;
  CoreProfile profile_;
  CoreTimes times_;
  std::array<std::uint64_t, kEventCount - kMpbReads> bus_{};  // what no counter of the core has
  Kind waited_ = kWaitsMemory;
  bool counts_ = true;
  Events outside_{};  // of everything, while it counts; and what had counted
  Events inside_{};   // when it ceased to
  Events last_{};     // everything at the last spent() or fetched()
  Events watched_{};  // everything when the watch began
  std::uint32_t watched_eip_ = 0;
  std::vector<std::uint64_t> read_from_;
  std::vector<std::uint64_t> written_to_;
  std::uint32_t depth_ = 0;
  std::vector<CallSlice> slices_, own_slices_;
  std::vector<MpbTransfer> transfers_;
  std::vector<MarkSeen> marks_;
  std::uint64_t slices_lost_ = 0;
};

}  // namespace rc::sim::observe
