// SPDX-License-Identifier: Apache-2.0
#include "hw_model/cpu/core.h"

#include <algorithm>
#include <array>
#include <utility>

#include "hw_model/cpu/execute/core_impl.h"
#include "hw_model/kernel/fault.h"

namespace rc::cpu {
namespace {

constexpr kernel::Cycle kLongestRun = 1u << 31;
constexpr std::uint32_t kArithmeticMask = kArithmeticFlags;

}  // namespace

std::string hex(std::uint32_t value) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text = "0x";
  for (int shift = 28; shift >= 0; shift -= 4) text += digits[value >> shift & 15];
  return text;
}

Core::Impl::Impl(const CoreParams& parameters, int core_id)
    : mem(parameters, clock, counters),
      btb(parameters.btb_entries),
      params(parameters),
      id(core_id) {
  reset();
}

std::string Core::Impl::position() const { return hex(resume ? resume->eip : eip); }

// The error names the present instruction with its bytes, as far as they are readable.
void Core::Impl::fail(const std::string& what, std::optional<std::uint32_t> unmapped) const {
  const std::uint32_t at = resume ? resume->eip : eip;
  std::string text = ": bytes";
  auto& path = const_cast<MemoryPath&>(mem);  // reading code has no effect
  unsigned seen = 0;
  for (std::uint8_t byte; seen < 8 && path.read_code(at + seen, &byte, 1); ++seen) {
    text += ' ' + hex(byte).substr(8);
  }
  if (seen == 0) text += " not readable";
  throw kernel::FaultError({static_cast<int>(id), at, unmapped},
                           "core " + std::to_string(id) + ": " + what + " at",
                           text + ", cycle " + std::to_string(now()));
}

void Core::Impl::drop_resume() {
  repeating = false;
  if (!resume) return;
  clock.base += resume->offset;
  eip = resume->eip;
  resume = nullptr;
  block = nullptr;
}

void Core::Impl::take_external(std::uint8_t vector) {
  begin_event(vector);
  event.external = true;
  drop_resume();
  halted = false;
}

// An NMI, the highest vector that has arrived by now, or the controller's becomes the event.
bool Core::Impl::take_interrupt() {
  if (nmi_at <= now() && !nmi_blocked) {
    nmi_at = kNever;
    nmi_blocked = true;
    take_external(kNonMaskable);
    return true;
  }
  if (!interrupts_on()) return false;
  auto best = interrupts.end();
  for (auto i = interrupts.begin(); i != interrupts.end(); ++i) {
    if (i->cycle <= now() && (best == interrupts.end() || i->vector > best->vector)) best = i;
  }
  if (best != interrupts.end()) {
    const std::uint8_t vector = best->vector;
    interrupts.erase(best);
    take_external(vector);
    return true;
  }
  if (controller == nullptr || controller->waits_from() > now()) return false;
  take_external(controller->acknowledge(now()));
  return true;
}

kernel::Cycle Core::Impl::next_interrupt() const {
  kernel::Cycle first = nmi_blocked ? kNever : nmi_at;
  if (!interrupts_on()) return first;
  for (const PendingInterrupt& interrupt : interrupts) first = std::min(first, interrupt.cycle);
  if (controller != nullptr) first = std::min(first, controller->waits_from());
  return first;
}

Stop Core::Impl::run(kernel::Cycle until, bool ask) {
  if (in_reset) return Stop::stopped;
  if (breaks.standing) return mem.pending() ? (mem.take_request(), Stop::request) : Stop::broken;
  if (mem.bus_error()) {
    fail("bus error: no target answers at address " + hex(mem.failed_request().paddr));
  }
  // The host's x87 is free again, however this ends; or it may be taken before the next run().
  const struct X87Guard {
    Impl& core;
    ~X87Guard() {
      if (!core.keep_x87) core.x87_leave();
    }
  } guard{*this};
  if (!fpu.in_host()) x87_gate = kNever;
  hands_over = prompt && !observer && !breaks.active();
  mem.answer_at_once(prompt, ask && hands_over ? until : 0);
  for (;;) {
    if (mem.pending() && !hand_over_posted()) {
      mem.take_request();
      if (observer) {
        const bool within = started || repeating;
        const std::uint32_t at = !within ? 0 : resume ? resume->eip : eip;
        observer->requested(mem.request(), at, mem.request_cycle());
      }
      return Stop::request;
    }
    if (event.active) {
      if (std::exchange(single, false)) shadow = false;
      const Step step = deliver();
      observe_spent(eip);
      if (step == Step::retry && !mem.pending()) return Stop::wait_bus;
      continue;
    }
    if (!started) {
      if (single && ends_step()) continue;
      if (enabled_now && !shadow) {
        enabled_now = false;
        return Stop::limit;
      }
      if (now() >= until) return Stop::limit;
      if (may_interrupt() && !shadow && take_interrupt()) continue;
      if (halted) {
        const kernel::Cycle wake = next_interrupt();
        if (wake == kNever) return Stop::halted;
        const kernel::Cycle then = std::min(wake, until);
        counters.halted += then - clock.base;
        clock.base = then;
        observe_spent(eip);
        continue;
      }
    }
    if (!started && ((eflags & kTf) || dr[7] != 0) && begins_step()) continue;
    // Blocks compare with the limit in 32 bits.
    limit = std::min(until, clock.base + kLongestRun);
    if (may_interrupt()) limit = std::min(limit, next_interrupt());
    if (shadow || single) limit = 0;
    const Stop stop = !params.caches ? execute<false, false>()
                      : observer     ? execute<true, true>()
                                     : execute<true, false>();
    if (stop == Stop::wait_bus || stop == Stop::broken) return stop;
  }
}

// A posted request that was raised goes to the owner, and the core goes on; false: run() returns.
bool Core::Impl::hand_over_posted() {
  if (!hands_over || !mem.request().posted || !prompt->take_posted()) return false;
  mem.take_request();
  mem.answer_at_once(prompt, 0);
  return true;
}

// --- public interface ----------------------------------------------------------------------------

Core::Core(const CoreParams& params, int core_id)
    : impl_(std::make_unique<Impl>(params, core_id)) {}
Core::~Core() = default;

Stop Core::run(kernel::Cycle limit, bool ask) { return impl_->run(limit, ask); }
kernel::Cycle Core::now() const { return impl_->now(); }
bool Core::requesting() const { return impl_->mem.pending(); }
const BusRequest& Core::request() const { return impl_->mem.request(); }
bool Core::behind_write() const {
  return impl_->mem.outstanding() && impl_->mem.request().posted && !impl_->started;
}
kernel::Cycle Core::request_cycle() const { return impl_->mem.request_cycle(); }
void Core::complete(kernel::Cycle cycle, const BusReply& reply) {
  if (impl_->observer) impl_->observer->answered(impl_->mem.request(), reply, cycle);
  impl_->mem.complete(cycle, reply);
}

void Core::attach(PromptTarget* target) { impl_->prompt = target; }

void Core::interrupt(kernel::Cycle cycle, std::uint8_t vector) {
  for (Impl::PendingInterrupt& known : impl_->interrupts) {
    if (known.vector != vector) continue;
    known.cycle = std::min(known.cycle, cycle);
    return;
  }
  impl_->interrupts.push_back({cycle, vector});
}

bool Core::interrupts_enabled() const { return impl_->interrupts_on(); }
void Core::attach(InterruptController* controller) { impl_->controller = controller; }
void Core::non_maskable_interrupt(kernel::Cycle cycle) {
  impl_->nmi_at = std::min(impl_->nmi_at, cycle);
}

void Core::observe_accesses(CoreAccessObserver* observer, unsigned unit, std::uint32_t from) {
  impl_->mem.observe(observer, unit, from);
}
int Core::id() const { return impl_->id; }

ArchState Core::arch_state() const {
  ArchState state;
  std::copy_n(impl_->reg.begin(), 8, state.gpr);
  state.eip = impl_->resume ? impl_->resume->eip : impl_->eip;
  state.eflags = impl_->packed_eflags();
  state.cr0 = impl_->cr0;
  state.cr2 = impl_->cr2;
  state.cr3 = impl_->cr3;
  state.cr4 = impl_->cr4;
  std::copy(impl_->segment.begin(), impl_->segment.end(), state.segment);
  return state;
}

void Core::set_arch_state(const ArchState& state) {
  Impl& core = *impl_;
  core.drop_resume();
  core.x87_leave();
  core.breaks.standing = core.breaks.asks_again = false;
  core.breaks.noted = {};
  core.mem.instruction_done(core.eip);
  std::copy_n(state.gpr, 8, core.reg.begin());
  core.eip = state.eip;
  std::copy_n(state.segment, 6, core.segment.begin());
  core.segments_changed();
  core.flags.unpack(state.eflags);
  core.eflags = (state.eflags & ~kArithmeticMask) | 2;
  const bool paging_changed =
      core.cr0 != state.cr0 || core.cr3 != state.cr3 || core.cr4 != state.cr4;
  core.cr0 = state.cr0;
  core.cr2 = state.cr2;
  core.cr3 = state.cr3;
  core.cr4 = state.cr4;
  if (paging_changed) {
    core.mem.set_paging(core.cr0, core.cr3, core.cr4);
    core.flush_blocks = true;
  }
  core.started = core.shadow = core.halted = core.enabled_now = core.single = false;
  core.event = Event{};
  core.alignment_changed();
}

bool Core::translate(std::uint32_t vaddr, std::uint32_t& paddr,
                     const BackdoorMemory& backdoor) const {
  PageType type;
  return impl_->mem.translate_quietly(vaddr, backdoor, paddr, type);
}

const CoreCounters& Core::counters() const { return impl_->counters; }
Fpu& Core::fpu() {
  impl_->x87_leave();
  free_x87();
  return impl_->fpu;
}
void Core::keep_x87(bool on) { impl_->keep_x87 = on; }
void Core::free_x87() { Fpu::free_host(); }

void Core::attach_flat(std::uint8_t* memory, std::uint32_t bytes) {
  impl_->flat_memory = memory;
  impl_->flat_bytes = bytes;
  impl_->mem.attach_flat(memory, bytes);
}

void Core::set_l2_enabled(bool on) { impl_->mem.set_l2_enabled(on); }

bool Core::peek(std::uint32_t vaddr, void* data, std::uint32_t bytes,
                const BackdoorMemory& backdoor) const {
  return impl_->mem.peek(vaddr, data, bytes, backdoor);
}
bool Core::poke(std::uint32_t vaddr, const void* data, std::uint32_t bytes,
                const BackdoorMemory& backdoor) {
  impl_->poking = true;
  const bool done = impl_->mem.poke(vaddr, data, bytes, backdoor);
  impl_->poking = false;
  return done;
}

kernel::Cycle Core::raised_at() const { return impl_->raised_at; }

void Core::set_breaks(const BreakConditions& conditions) { impl_->set_breaks(conditions); }
bool Core::stands() const { return impl_->breaks.standing; }
const BreakReport& Core::break_report() const { return impl_->breaks.report; }

// Few long parts: each costs the host a call.
void Core::fingerprint(kernel::Cycle origin, kernel::StateImage& image) const {
  const Impl& core = *impl_;
  const MicroOp* const op = core.resume;
  image.append(core.reg);
  image.append(std::array{core.packed_eflags(), op ? op->eip : core.eip, op ? core.block->eip : 0u,
                          op ? static_cast<std::uint32_t>(op - core.block->ops()) : ~0u, core.cr0,
                          core.cr2, core.cr3, core.cr4, core.gdt.base, core.idt.base,
                          core.event.error, core.event.cr2});
  if (image.differs()) return;  // most comparisons end here: the core is elsewhere in its loop
  image.append(core.dr);
  image.append(core.segment);
  image.append(std::array{core.ldtr, core.tr});
  // Nothing that a debugger counts or must hear of repeats itself.
  if (core.breaks.active()) {
    const bool counts = core.breaks.on.instructions != BreakConditions::kNever;
    image.append(std::array{core.breaks.hits, counts ? core.counters.instructions : 0});
  }
  image.append(std::array{core.gdt.limit, core.idt.limit});
  image.append(std::array<std::uint8_t, 20>{core.nmi_blocked,      core.started,
                                            core.repeating,        core.shadow,
                                            core.halted,           core.in_reset,
                                            core.enabled_now,      core.event.active,
                                            core.event.has_error,  core.event.software,
                                            core.event.external,   core.cpl,
                                            core.event.vector,     core.event.first_vector,
                                            core.event.length,     core.event.fault,
                                            core.event.loads_task, core.single,
                                            core.traced,           core.resume_flag_loaded});
  image.append(core.debug_hits);
  image.append(std::array{core.clock.base - origin,
                          core.x87_busy > core.clock.base ? core.x87_busy - core.clock.base : 0});
  image.append(core.time_uses);
  if (core.nmi_at != kNever) image.append(core.nmi_at - origin);
  for (const Impl::PendingInterrupt& interrupt : core.interrupts) {
    image.append(interrupt.cycle - origin);
    image.append(interrupt.vector);
  }
  if (image.differs()) return;
  impl_->x87_leave();
  core.fpu.append_state(image);
  core.btb.append_state(image);
  core.mem.fingerprint(origin, image);
}

std::uint64_t Core::time_uses() const { return impl_->time_uses; }

void Core::watch_stores(bool on) {
  impl_->mem.watch_stores(on);
  if (impl_->observer) {
    impl_->observer->watch_repetition(on, impl_->resume ? impl_->resume->eip : impl_->eip,
                                      {impl_->clock.base, impl_->counters});
  }
}
bool Core::stores_neutral() const { return impl_->mem.stores_neutral(); }

void Core::skip(kernel::Cycle cycles, std::uint64_t periods, const CoreCounters& each_period) {
  Impl& core = *impl_;
  core.clock.base += cycles;
  core.x87_busy += cycles;
  if (core.x87_gate != kNever) core.x87_gate += cycles;
  core.mem.shift_time(cycles);
  core.stepped_from += periods * each_period.instructions;
  CoreCounters::each(
      [&](const char*, auto member) { core.counters.*member += periods * each_period.*member; });
  if (core.observer) core.observer->repeated(cycles, periods, {core.clock.base, core.counters});
}

void Core::set_block_cache(bool on) {
  impl_->cache_blocks = on;
  impl_->flush_blocks = true;
}

}  // namespace rc::cpu
