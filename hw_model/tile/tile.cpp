#include "hw_model/tile/tile.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/hex.h"

namespace rc::tile {
namespace {

using kernel::Cycle;
using kernel::hex;
using kernel::Picos;

constexpr std::uint8_t kLint0Vector = 0x20, kLint1Vector = 0x21;
// A change of clock comes behind whatever else happens on its edge.
constexpr std::uint64_t kLastOfAnEdge = std::uint64_t{1} << 63;
constexpr unsigned kMostMeshDivider = 16;

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
      register_port_(params_.mpb_port_cycles),
      mpb_(params_, counters_, config.geometry.mpb_bytes),
      miu_(place_, params_, registers_),
      loopback_(*config.mesh_clock, config.mesh_cycles_per_hop, params_),
      polling_(options_.fast_forward,
               {clock_, loopback_.mesh_clock(), ports_, events_, mpb_, miu_, counters_}),
      lone_(options_.fast_forward && may_skip_one(),
            {clock_, loopback_.mesh_clock(), ports_, mpb_, miu_, counters_}, params_) {
  show_mesh_ratio(Picos{0});
  find_early();
  for (unsigned z = 0; z < ports_.size(); ++z) {
    if ((config.cores >> z & 1) == 0) continue;
    ports_[z].core = std::make_unique<cpu::Core>(config.core, static_cast<int>(core_id(place_, z)));
    ports_[z].core->reset();
    ports_[z].core->keep_x87(options_.keep_x87);
    if (options_.observer != nullptr) ports_[z].core->observe_accesses(this, z, SCC_SHARED_BASE);
    ports_[z].stretch.emplace(options_.workers, *ports_[z].core);
  }
}

// --- the host's side -----------------------------------------------------------------------------

void Tile::start_core(unsigned z, std::uint32_t entry, Picos at) {
  CorePort& port = ports_[z];
  if (!port.present()) throw std::logic_error("tile: a core is started that was not built");
  port.entry = entry;
  port.starts_after = port.forgotten;
  if (port.forgotten) return;
  port.core->release(clock_.cycle_after(at), entry);
  enter(z, CoreState::running);
  port.progress.started(at);
}

void Tile::wake(Picos at) {
  for (unsigned z = 0; z < ports_.size(); ++z) settle(z);
  if (polling_.parked()) {
    polling_.unpark(at);
    advance(at);
  }
  unpark_each(at);
  polling_.cancel_detection();
  lone_.cancel_detection();
  show_mesh_ratio(at);
}

void Tile::mesh_clock_changes(Picos now, Picos lookahead) {
  if (polling_.parked()) polling_.unpark(now);
  unpark_each(now);
  polling_.cancel_detection();
  lone_.cancel_detection();
  options_.lookahead = lookahead;
}

void Tile::reset_core(unsigned z) {
  CorePort& port = ports_[z];
  if (!port.present()) return;
  settle(z);
  events_.drop_request_of(z);
  port.core->reset();
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
  if (polling_.parked()) polling_.unpark(at);
  unpark_each(at);
  polling_.set(false);
  lone_.set(false);
  for (unsigned z = 0; z < ports_.size(); ++z) settle(z);
  options_.workers = nullptr;
  advance(at);
}

Picos Tile::idle_since(unsigned z) {
  settle(z);
  const CorePort& port = ports_[z];
  if (parked(z)) return port.progress.last_progress();
  if (port.state == CoreState::running) {
    return port.progress.idle_since(clock_.time_of(port.core->now()));
  }
  // A core that ran ahead to a distant bus access waits only for time to catch up with it.
  const Event* request = events_.request_of(z);
  return request == nullptr ? port.progress.last_progress()
                            : port.progress.idle_since(request->time);
}

// --- events --------------------------------------------------------------------------------------

void Tile::push(EventKind kind, Cycle cycle, std::uint64_t order, std::uint8_t unit, Path path,
                MessagePool::Slot message) {
  events_.push({clock_.time_of(cycle), order, cycle, kind, unit, path, message});
}

void Tile::advance(Picos until) {
  if (polling_.parked()) return;
  until_ = until;
  while (!polling_.parked()) {
    while (running_ != 0 && run_cores()) {
    }
    // Whatever the core does in its stretch, nothing of it comes before the stretch begins.
    if (options_.workers != nullptr) {
      if (const Picos first = first_stretch(); first <= events_.next() && first < until_) {
        until_ = first;
        break;
      }
    }
    if (events_.next() >= until_) break;
    if (lone_.parked() != 0 && unpark_before(events_.first())) continue;
    const Event event = events_.pop();
    switch (event.kind) {
      case EventKind::accept:
        accept(event);
        break;
      case EventKind::serve:
        serve(event);
        break;
      case EventKind::clock:
        change_clock(event);
        break;
    }
  }
  reached_ = std::max(reached_, until_);
}

// --- requests on their way to the target ---------------------------------------------------------

// The MIU takes a core's transaction.
void Tile::accept(const Event& event) {
  CorePort& port = ports_[event.unit];
  port.progress.requested(event.time);
  port.under_way = true;
  const Cycle routed = miu_.accept(event.cycle);
  const MessagePool::Slot slot = messages_.take();
  Message& message = messages_[slot];
  const Path path = miu_.route(event.unit, port.core->request(), message);
  if (options_.signals != nullptr)
    options_.signals->requested(place_, message, event.time, cycles(routed, 1));

  const bool polls = path != Path::mesh && message.command == Command::read_line &&
                     message.subdestination == SCC_SUBDEST_MPB;
  if (!polls) {
    polling_.cancel_detection();
    lone_.other_request(event.unit);
  }
  Cycle target = routed;
  switch (path) {
    case Path::bypass:
      ++counters_.local_bypass;
      push(EventKind::serve, target, event.unit, event.unit, path, slot);
      break;
    case Path::loopback:
      ++counters_.own_mesh;
      target = loopback_.turn_round(clock_, routed + params_.mesh_out_cycles, flit_count(message));
      push(EventKind::serve, target, event.unit, event.unit, path, slot);
      break;
    case Path::mesh:
      send(slot, routed + params_.mesh_out_cycles);
      break;
  }
  if (polls && !behind_) {
    polled(
        event,
        {event.cycle, target, static_cast<std::uint32_t>(message.address), path == Path::loopback},
        routed == event.cycle + params_.miu_request_cycles);
  }
}

void Tile::send(MessagePool::Slot message, Cycle leave) {
  ++counters_.sent;
  const Picos ready = clock_.time_of(leave);
  // An answer comes in behind the edge after `leave`, if not later.
  Picos undisturbed = ready + options_.lookahead;
  if (early_)
    undisturbed = std::max(undisturbed, clock_.time_of(leave + 1 + params_.mesh_in_cycles));
  until_ = std::min(until_, undisturbed);
  outbound_.push_back({ready, message});
}

void Tile::sent() {
  for (const Outbound& each : outbound_) messages_.release(each.message);
  outbound_.clear();
}

void Tile::deliver(const Message& message, Picos at) {
  if (polling_.parked()) {
    polling_.unpark(at);
    lone_.cancel_detection();
  }
  polling_.cancel_detection();
  lone_.message();
  ++counters_.received;
  const Cycle in = clock_.cycle_after(at) + params_.mesh_in_cycles;
  if (reached_ > clock_.time_of(in) + Picos{1}) {
    throw std::logic_error("tile: a message from the past");
  }
  if (is_response(message.command)) {
    settle(message.unit);
    finish(message.unit, miu_.respond(in), message);
  } else {
    const MessagePool::Slot slot = messages_.take();
    messages_[slot] = message;
    push(EventKind::serve, in, ports_.size() + delivered_++, 0, Path::mesh, slot);
  }
}

// --- the targets ---------------------------------------------------------------------------------

// A request reaches the MPB or the registers.
void Tile::serve(const Event& event) {
  const MessagePool::Slot slot = messages_.take();
  const Message& request = messages_[event.message];
  Message& response = messages_[slot];
  Cycle done = 0;
  if (request.subdestination == SCC_SUBDEST_MPB) {
    done = mpb_.reserve(request, event.cycle);
    if (event.path != Path::mesh && done != event.cycle + mpb_.access_cycles(request))
      lone_.waited(event.unit);
    if (is_write(request.command))
      lone_.written(static_cast<std::uint32_t>(request.address), request.bytes);
    mpb_.serve(request, response);
    if (options_.signals != nullptr)
      options_.signals->mpb_used(
          place_, request, cycles(done - mpb_.access_cycles(request), params_.mpb_port_cycles));
  } else {
    done = register_port_.reserve(event.cycle) + params_.register_access_cycles;
    access_registers(request, event.time, response);
  }
  if (!watches_.empty()) look_at(event, request);
  if (options_.observer != nullptr) options_.observer->served(request, response, event.time);
  messages_.release(event.message);
  respond(event, slot, done);
}

void Tile::look_at(const Event& event, const Message& request) const {
  const bool registers = request.subdestination != SCC_SUBDEST_MPB;
  const auto first = static_cast<std::uint32_t>(request.address);
  const bool write = is_write(request.command);
  for (const TileWatch& watch : watches_) {
    if (watch.registers != registers || !(write ? watch.writes : watch.reads)) continue;
    for (std::uint32_t i = 0; i < request.bytes; ++i) {
      if (first + i - watch.offset >= watch.bytes) continue;
      if (request.command == Command::write_combined && (request.byte_mask >> i & 1) == 0) continue;
      const auto core = static_cast<int>(core_id(request.source, request.unit));
      watch_hook_({core, event.time, first + i, registers, write});
      break;
    }
  }
}

void Tile::access_registers(const Message& request, Picos time, Message& response) {
  if (request.subdestination != SCC_SUBDEST_CRB || request.bytes > 4 ||
      request.address >= geometry_.register_bytes()) {
    return answer(response, request, Command::abort);
  }
  const auto offset = static_cast<std::uint32_t>(request.address);
  ++counters_.register_accesses;
  const std::uint32_t reg = offset & ~3u;
  if (reg == SCC_CRB_GCBCFG) show_mesh_ratio(time);
  if (is_write(request.command)) {
    std::uint32_t value = 0;
    std::memcpy(&value, request.data.data(), request.bytes);
    if (const auto effect = registers_.write(reg, value)) {
      register_written(*effect, time);
      return answer(response, request, Command::acknowledge);
    }
  } else {
    const bool own = request.source.x == place_.x && request.source.y == place_.y;
    if (const auto value = registers_.read(reg, own ? request.unit : 0)) {
      answer(response, request, Command::data);
      const std::uint32_t shifted = *value >> 8 * (offset & 3);
      std::memcpy(response.data.data(), &shifted, 4);
      return;
    }
  }
  answer(response, request, Command::abort);
}

void Tile::register_written(const Registers::Effect& effect, Picos time) {
  const auto refuse = [this](const char* what) {
    throw kernel::MachineError("tile (" + std::to_string(place_.x) + "," +
                               std::to_string(place_.y) + "): firmware changed " + what);
  };
  lone_.cancel_detection();
  for (unsigned z = 0; z < ports_.size(); ++z) {
    if (!ports_[z].present()) continue;
    for (unsigned pin = 0; pin < 2; ++pin) {
      if ((effect.interrupt_mask[z] >> pin & 1) == 0) continue;
      settle(z);
      ports_[z].core->interrupt(clock_.cycle_at(time) + params_.interrupt_cycles,
                                pin == 0 ? kLint0Vector : kLint1Vector);
      if (ports_[z].state == CoreState::halted) enter(z, CoreState::running);
    }
  }
  if (effect.l2_config) {
    for (unsigned z = 0; z < ports_.size(); ++z) {
      if (!ports_[z].present()) continue;
      settle(z);
      ports_[z].core->set_l2_enabled(registers_.l2_enabled(z));
    }
  }
  if (effect.resets) {
    refuse("a core's reset bit in GCBCFG, which is not modelled: the host starts cores");
  }
  if (effect.mesh) mesh_ratio_written(time);
  if (effect.clock) {
    // Of two writes the later one stands.
    push(EventKind::clock, clock_.cycle_at(time) + params_.clock_change_cycles,
         kLastOfAnEdge | counters_.register_accesses,
         static_cast<std::uint8_t>(registers_.tile_divider()));
    // Its effect on the times of messages is known when it comes.
    until_ = std::min(until_, clock_.time_of(clock_.cycle_at(time) + params_.clock_change_cycles));
    find_early();
  }
}

// GCBCFG shows the clock that the mesh has at `time`.
void Tile::show_mesh_ratio(Picos time) {
  const std::uint64_t period = loopback_.mesh_clock().period_at(time).value;
  registers_.show_mesh_divider(static_cast<unsigned>(period / global_period_.value));
}

void Tile::mesh_ratio_written(Picos time) {
  const unsigned ratio = registers_.mesh_ratio();
  const unsigned divider = ratio / SCC_GCBCFG_RATIO(1);
  if (ratio % SCC_GCBCFG_RATIO(1) != 0 || divider < 1 || divider > kMostMeshDivider) {
    throw kernel::MachineError(
        "tile (" + std::to_string(place_.x) + "," + std::to_string(place_.y) +
        "): firmware wrote " + std::to_string(ratio) +
        " to the mesh's ratio in GCBCFG, which must be 7 times a divider of 1 to " +
        std::to_string(kMostMeshDivider));
  }
  mesh_changes_.push_back({time, divider});
  until_ = std::min(until_, time + Picos{1});
}

void Tile::change_clock(const Event& event) {
  polling_.cancel_detection();
  lone_.cancel_detection();
  clock_.change(event.time, Picos{global_period_.value * event.unit});
  clock_changes_.push_back({event.time, event.unit});
  events_.change_clock(clock_);
  find_early();
}

// While a change of the clock is ahead it is not known how long a message will take. A debugger
// sees no effect before its time.
void Tile::find_early() {
  early_ = options_.decoupled && clock_.period() <= options_.early_period && !broken_ &&
           watches_.empty() && !events_.has(EventKind::clock);
}

// --- responses on their way back -----------------------------------------------------------------

void Tile::respond(const Event& request, MessagePool::Slot slot, Cycle done) {
  if (request.path == Path::mesh) return send(slot, done + params_.mesh_out_cycles);
  const Message& response = messages_[slot];
  if (request.path == Path::loopback) {
    done = loopback_.turn_round(clock_, done + params_.mesh_out_cycles, flit_count(response));
  }
  finish(request.unit, miu_.respond(done), response);
  messages_.release(slot);
}

void Tile::finish(unsigned z, Cycle done, const Message& response) {
  CorePort& port = ports_[z];
  if (options_.signals != nullptr) options_.signals->answered(place_, z, response, cycles(done, 1));
  port.under_way = false;
  if (std::exchange(port.forgotten, false)) {
    if (port.starts_after) start_core(z, port.entry, clock_.time_of(done));
    return;
  }
  if (response.command == Command::abort) nothing_answers(z);
  port.progress.answered(port.op, port.paddr, response, clock_.time_of(done));
  cpu::BusReply reply;
  reply.data = response.data;
  port.core->complete(done, reply);
  // A halted core looks again, too: the answer may have let its next write-back out.
  if (port.state != CoreState::stopped) enter(z, CoreState::running);
}

void Tile::nothing_answers(unsigned z) const {
  const CorePort& port = ports_[z];
  const bool read = port.op == cpu::BusOp::read || port.op == cpu::BusOp::read_line;
  throw kernel::MachineError("core " + std::to_string(port.core->id()) + ": " +
                             (read ? "read from" : "write to") + " address " + hex(port.paddr) +
                             " where nothing answers, EIP " +
                             kernel::hex32(port.core->arch_state().eip) + " (LUT slot " +
                             hex(port.paddr >> SCC_SLOT_SHIFT) + ")");
}

}  // namespace rc::tile
