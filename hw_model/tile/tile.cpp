#include "hw_model/tile/tile.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "hw_model/kernel/fault.h"
#include "hw_model/kernel/hex.h"

namespace rc::tile {
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
  const bool whole = polling_.parked();
  unpark(at);
  if (whole) advance(at);
  cancel_detection();
  show_mesh_ratio(at);
}

void Tile::mesh_clock_changes(Picos now, Picos lookahead) {
  unpark(now);
  cancel_detection();
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
  unpark(at);
  set_fast_forward(false);
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
  throw kernel::FaultError({static_cast<int>(port.core->id()), port.core->arch_state().eip, {}},
                           "core " + std::to_string(port.core->id()) + ": " +
                               (read ? "read from" : "write to") + " address " + hex(port.paddr) +
                               " where nothing answers,",
                           " (LUT slot " + hex(port.paddr >> SCC_SLOT_SHIFT) + ")");
}

}  // namespace rc::tile
