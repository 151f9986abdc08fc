// SPDX-License-Identifier: Apache-2.0
#include "hw_model/scc/tile/tile.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/fault.h"
#include "hw_model/kernel/hex.h"

namespace rc::scc {
namespace {

using kernel::Cycle;
using kernel::hex;
using kernel::Picos;

}  // namespace

Tile::Tile(const TileConfig& config)
    : place_{config.x, config.y, noc::kLocal},
      geometry_(config.geometry),
      params_(config.tile),
      global_period_(config.global_period),
      options_(config.options),
      clock_(Picos{config.global_period.value * config.tile_divider}),
      ports_(config.geometry.cores_per_tile),
      events_(messages_),
      registers_(config.x, config.y, gcbcfg_word(config.tile_divider, 1), config.geometry),
      register_port_(params_.register_port_cycles),
      mpb_(params_, counters_, config.geometry.mpb_bytes),
      miu_(place_, params_, registers_, config.system_interface),
      idle_mesh_(config.idle_mesh),
      loopback_(*config.mesh_clock, idle_mesh_, params_),
      queue_(*config.mesh_clock, idle_mesh_, params_),
      shortcuts_(options_,
                 {params_, clock_, loopback_.mesh_clock(), ports_, messages_, events_, mpb_, miu_,
                  counters_},
                 *this) {
  show_mesh_ratio(Picos{0});
  for (unsigned z = 0; z < ports_.size(); ++z) {
    if ((config.cores >> z & 1) == 0) continue;
    ports_[z].core = std::make_unique<cpu::Core>(config.core, static_cast<int>(core_id(place_, z)));
    ports_[z].core->reset();
    ports_[z].apic = std::make_unique<cpu::LocalApic>();
    ports_[z].apic->reset();
    ports_[z].core->attach(ports_[z].apic.get());
    ports_[z].core->keep_x87(options_.keep_x87);
    if (options_.observer != nullptr) ports_[z].core->observe_accesses(this, z, SCC_SHARED_BASE);
    shortcuts_.built(z);
  }
}

// --- the host's side -----------------------------------------------------------------------------

void Tile::release_core(unsigned z, Picos at) {
  if (!ports_[z].present()) throw std::logic_error("tile: a core is started that was not built");
  registers_.hold(z, false);
  start(z, at);
}

void Tile::start(unsigned z, Picos at) {
  CorePort& port = ports_[z];
  port.starts_after = port.forgotten;
  if (port.forgotten) return;
  if (port.entry) {
    port.core->release(clock_.cycle_after(at), *port.entry);
    port.apic->set_up_for_programs();
  } else {
    port.core->release_from_reset(clock_.cycle_after(at));
  }
  port.core->set_l2_enabled(registers_.l2_enabled(z));
  enter(z, CoreState::running);
  port.progress.started(at);
}

void Tile::wake(Picos at) {
  until_ = std::max(until_, at);  // a parked core runs that far by itself
  Picos end = at;                 // nothing comes before what a core that stands may still ask for
  for (unsigned z = 0; broken_ && z < ports_.size(); ++z)
    if (ports_[z].present() && ports_[z].core->stands())
      end = std::min(end, clock_.time_of(ports_[z].core->now()));
  shortcuts_.stand_still(end, [&] { advance(end); });
  show_mesh_ratio(at);
}

void Tile::mesh_clock_changes(Picos now, Picos lookahead) {
  until_ = std::max(until_, now);
  shortcuts_.mesh_clock_changes(now, lookahead);
}

void Tile::reset_core(unsigned z) {
  registers_.hold(z, true);
  if (ports_[z].present()) stop(z);
}

void Tile::stop(unsigned z) {
  CorePort& port = ports_[z];
  cpu::Core& core = this->core(z);
  events_.drop_request_of(z);
  core.reset();
  port.apic->reset();
  enter(z, CoreState::stopped);
  port.forgotten = port.under_way;
  port.starts_after = false;
}

bool Tile::write_register(std::uint32_t offset, std::uint32_t value, Picos at) {
  show_mesh_ratio(at);
  const auto effect = registers_.write(offset, value);
  if (effect) register_written(*effect, at);
  return effect.has_value();
}

void Tile::flush(Picos at) {
  wake(at);
  shortcuts_.end();
  advance(at);
}

// When core z, which is not on another thread, next needs the bus, as far as is known; never() if it
// waits for an answer.
Picos Tile::next_use(unsigned z) const {
  const CorePort& port = ports_[z];
  if (port.state == CoreState::running) return clock_.time_of(port.core->now());
  // A core that ran ahead to a distant bus access waits only for time to catch up with it.
  const Event* request = events_.request_of(z);
  return request == nullptr ? Picos::never() : request->time;
}

Picos Tile::idle_since(unsigned z) {
  shortcuts_.settle(z);
  const CorePort& port = ports_[z];
  if (parked(z) && !port.asleep())
    return shortcuts_.parked_waiting(z) ? port.progress.last_progress() : Picos::never();
  const Picos next = next_use(z);
  return next == Picos::never() ? port.progress.last_progress() : port.progress.idle_since(next);
}

std::optional<cpu::EndlessLoop> Tile::endless_loop(unsigned z, Picos at,
                                                   const cpu::CoreParams& params,
                                                   const cpu::KnownRead& known) {
  wake(at);
  const CorePort& port = ports_[z];
  if (port.asleep() || port.core->stands()) return std::nullopt;
  const bool comes = port.apic->waits_from() != cpu::InterruptController::kNone;
  return cpu::endless_loop(*port.core, params, SCC_SHARED_BASE, {known, comes});
}

std::optional<std::uint32_t> Tile::polled_core(unsigned z, Picos at) {
  shortcuts_.settle(z);
  return scc::polled_core(ports_[z], geometry_, next_use(z), at);
}

std::string Tile::waiting_on(unsigned z, Picos at) {
  shortcuts_.settle(z);
  return scc::waiting_on(ports_[z], geometry_, next_use(z), at);
}

// --- events --------------------------------------------------------------------------------------

void Tile::push(EventKind kind, Cycle cycle, std::uint64_t order, std::uint8_t unit, Path path,
                MessagePool::Slot message, std::uint8_t refusals) {
  events_.push({clock_.time_of(cycle), order, cycle, kind, unit, path, refusals, message});
}

void Tile::advance(Picos until) {
  if (shortcuts_.parked()) return;  // it stands still
  until_ = until;
  while (!shortcuts_.parked()) {
    while (running_ != 0 && run_cores()) {
    }
    until_ = std::min(until_, shortcuts_.bound(events_.next()));
    if (events_.next() >= until_) break;
    if (shortcuts_.before(events_.first())) take_place(events_.pop());
  }
  // Behind a core that stands there is no more to do by then.
  reached_ = std::max(reached_, until_ == stands_ ? until : until_);
}

void Tile::take_place(const Event& event) {
  switch (event.kind) {
    case EventKind::accept:
      return accept(event);
    case EventKind::serve:
      return serve(event);
    case EventKind::clock:
      return change_clock(event);
  }
}

// --- requests on their path to the target --------------------------------------------------------

// The MIU takes a core's transaction.
void Tile::accept(const Event& event) {
  CorePort& port = ports_[event.unit];
  if (port.accesses_apic()) return access_apic(event);
  port.progress.requested(event.time);
  port.under_way = true;
  const Cycle routed = miu_.accept(event.cycle);
  const MessagePool::Slot slot = messages_.take();
  Message& message = messages_[slot];
  const Path path = miu_.route(event.unit, port.core->request(), message);
  if (options_.signals != nullptr)
    options_.signals->requested(place_, message, event.time, cycles(routed, 1));
  Cycle target = routed;
  switch (path) {
    case Path::bypass:
      ++counters_.local_bypass;
      push(EventKind::serve, target, event.unit, event.unit, path, slot);
      break;
    case Path::turn:
      ++counters_.own_mesh;
      target = loopback_.turn_in_tile(routed + params_.mesh_out_cycles);
      push(EventKind::serve, target, event.unit, event.unit, path, slot);
      break;
    case Path::loopback:
      ++counters_.own_mesh;
      target = loopback_.turn_round(clock_, routed + params_.mesh_out_cycles, message);
      push(EventKind::serve, target, event.unit, event.unit, path, slot);
      break;
    case Path::mesh:
      send(slot, routed + params_.mesh_out_cycles);
      break;
  }
  if (shortcuts_.requested(event, message, path, routed, target)) until_ = event.time;
}

void Tile::send(MessagePool::Slot message, Cycle leave) {
  ++counters_.sent;
  until_ = std::min(until_, shortcuts_.undisturbed_after(leave));
  outbound_.push_back({clock_.time_of(leave), message});
}

void Tile::sent() {
  for (const Outbound& each : outbound_) messages_.release(each.message);
  outbound_.clear();
}

void Tile::deliver(const Message& message, Picos at) {
  shortcuts_.message(at);
  ++counters_.received;
  const Cycle in = clock_.cycle_after(at) + params_.mesh_in_cycles;
  if (reached_ > clock_.time_of(in) + Picos{1}) {
    throw std::logic_error("tile: a message from the past");
  }
  if (is_response(message.command)) {
    finish(message.unit, miu_.respond(in), message);
  } else {
    const MessagePool::Slot slot = messages_.take();
    messages_[slot] = message;
    push(EventKind::serve, in, ports_.size() + delivered_++, 0, Path::mesh, slot);
  }
}

// --- responses on their path back ----------------------------------------------------------------

void Tile::respond(const Event& request, MessagePool::Slot slot, Cycle done) {
  if (request.path == Path::mesh) return send(slot, done + params_.mesh_out_cycles);
  const Message& response = messages_[slot];
  if (request.path == Path::turn) {
    done = loopback_.turn_in_tile(done + params_.mesh_out_cycles);
  } else if (request.path == Path::loopback) {
    done = loopback_.turn_round(clock_, done + params_.mesh_out_cycles, response);
  }
  finish(request.unit, miu_.respond(done), response);
  messages_.release(slot);
}

void Tile::finish(unsigned z, Cycle done, const Message& response) {
  if (z >= ports_.size() || !ports_[z].under_way)
    throw kernel::MachineError("an answer came to core " + std::to_string(core_id(place_, z)) +
                               ", which has asked for nothing");
  cpu::Core& core = this->core(z);
  CorePort& port = ports_[z];
  if (options_.signals != nullptr) options_.signals->answered(place_, z, response, cycles(done, 1));
  port.under_way = false;
  if (std::exchange(port.forgotten, false)) {
    if (port.starts_after) start(z, clock_.time_of(done));
    return;
  }
  if (response.command == Command::abort) nothing_answers(z);
  port.progress.answered(port.op, port.paddr, response, clock_.time_of(done), core.time_uses());
  cpu::BusReply reply;
  reply.data = response.data;
  core.complete(done, reply);
  // A halted core looks again, too: the answer may have let its next write-back out.
  if (port.state != CoreState::stopped) enter(z, CoreState::running);
}

void Tile::nothing_answers(unsigned z) const {
  const CorePort& port = ports_[z];
  const bool read = port.op == cpu::BusOp::read || port.op == cpu::BusOp::read_line;
  const bool cached = port.op == cpu::BusOp::read_line && port.paddr >= SCC_CRB_BASE;
  throw kernel::FaultError({static_cast<int>(port.core->id()), port.core->arch_state().eip, {}},
                           "core " + std::to_string(port.core->id()) + ": " +
                               (read ? "read from" : "write to") + " address " + hex(port.paddr) +
                               " where nothing answers,",
                           " (LUT slot " + hex(port.paddr >> SCC_SLOT_SHIFT) +
                               (cached ? "; registers answer no cached read)" : ")"));
}

}  // namespace rc::scc
