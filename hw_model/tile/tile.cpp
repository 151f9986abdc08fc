#include "hw_model/tile/tile.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "hw_model/kernel/error.h"

namespace rc::tile {
namespace {

using kernel::Cycle;
using kernel::Picos;

// A core that runs ahead privately is looked at again after this many cycles, so that an endless
// private loop does not hang the simulator. Has no effect on simulated time.
constexpr Cycle kRunAhead = 1'000'000;
constexpr unsigned kDetectorTries = 64;
// A core that needs no bus for this long computes: polling loops come back sooner.
constexpr Picos kComputing{10'000'000};
constexpr std::uint8_t kLint0Vector = 0x20, kLint1Vector = 0x21;

std::string hex(std::uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

Command command_of(const cpu::BusRequest& request) {
  switch (request.op) {
    case cpu::BusOp::read_line:
      return Command::read_line;
    case cpu::BusOp::read:
      return Command::read;
    case cpu::BusOp::write:
      return Command::write;
    case cpu::BusOp::write_back:
      return Command::write_line;
    case cpu::BusOp::write_combined:
      return Command::write_combined;
  }
  return Command::read;
}

noc::Port exit_port(std::uint8_t subdestination) {
  switch (subdestination) {
    case SCC_SUBDEST_EAST:
      return noc::kEast;
    case SCC_SUBDEST_SOUTH:
      return noc::kSouth;
    case SCC_SUBDEST_WEST:
      return noc::kWest;
    case SCC_SUBDEST_NORTH:
      return noc::kNorth;
    default:
      return noc::kLocal;
  }
}

template <class T>
void append(std::vector<std::uint8_t>& image, const T& value) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(&value);
  image.insert(image.end(), bytes, bytes + sizeof value);
}

}  // namespace

Tile::Tile(std::uint8_t x, std::uint8_t y, const TileParams& params,
           const cpu::CoreParams& core_params, Picos global_period, unsigned tile_divider,
           unsigned mesh_divider, kernel::ClockDomain mesh_clock, unsigned mesh_cycles_per_hop,
           TileOptions options)
    : x_(x),
      y_(y),
      params_(params),
      global_period_(global_period),
      clock_(Picos{global_period.value * tile_divider}),
      mesh_clock_(mesh_clock),
      mesh_cycles_per_hop_(mesh_cycles_per_hop),
      options_(options),
      registers_(x, y, gcbcfg_word(tile_divider, mesh_divider)) {
  for (unsigned z = 0; z < ports_.size(); ++z) {
    ports_[z].core =
        std::make_unique<cpu::Core>(core_params, static_cast<int>(SCC_CORE_ID(x, y, z)));
    ports_[z].core->reset();
  }
}

void Tile::start_core(unsigned z, std::uint32_t entry, Picos at) {
  Port& port = ports_[z];
  port.entry = entry;
  port.starts_after = port.forgotten;
  if (port.forgotten) return;
  port.core->release(clock_.cycle_after(at), entry);
  port.state = State::running;
  port.last_progress = at;
}

void Tile::wake(Picos at) {
  if (parked_) {
    unpark(at);
    advance(at);
  }
  disturb();
}

void Tile::reset_core(unsigned z) {
  Port& port = ports_[z];
  std::erase_if(events_,
                [z](const Event& event) { return event.kind == Kind::accept && event.unit == z; });
  port.core->reset();
  port.state = State::stopped;
  port.forgotten = port.under_way;
  port.starts_after = false;
}

bool Tile::write_register(std::uint32_t offset, std::uint32_t value, Picos at) {
  const auto effect = registers_.write(offset, value);
  if (effect) register_written(*effect, at);
  return effect.has_value();
}

void Tile::read_mpb(std::uint32_t offset, void* data, std::uint32_t bytes) const {
  std::memcpy(data, mpb_.data() + offset, bytes);
}

void Tile::write_mpb(std::uint32_t offset, const void* data, std::uint32_t bytes) {
  std::memcpy(mpb_.data() + offset, data, bytes);
}

namespace {
// The order of events: the latest first.
constexpr auto kLater = [](const auto& a, const auto& b) {
  return a.time != b.time ? a.time > b.time : a.order > b.order;
};
}  // namespace

void Tile::push(Kind kind, Cycle cycle, std::uint64_t order, std::uint8_t unit,
                const Message& message) {
  Event event{clock_.time_of(cycle), order, kind, unit, cycle, message};
  events_.insert(std::upper_bound(events_.begin(), events_.end(), event, kLater), std::move(event));
}

void Tile::advance(Picos until) {
  if (parked_) return;
  until_ = until;
  while (!parked_) {
    while (run_cores()) {
    }
    if (events_.empty() || events_.back().time >= until_) break;
    const Event event = std::move(events_.back());
    events_.pop_back();
    switch (event.kind) {
      case Kind::accept:
        accept(event);
        break;
      case Kind::serve:
        serve(event);
        break;
      case Kind::clock:
        change_clock(event);
        break;
    }
  }
  reached_ = std::max(reached_, until_);
}

// Lets every runnable core go as far as it may; true if one of them moved.
bool Tile::run_cores() {
  bool moved = false;
  for (unsigned z = 0; z < ports_.size(); ++z) {
    if (ports_[z].state == State::running) moved |= run_core(z);
  }
  return moved;
}

bool Tile::run_core(unsigned z) {
  Port& port = ports_[z];
  const Cycle begin = port.core->now();
  while (port.state == State::running) {
    Cycle limit = clock_.cycle_at(until_) + kRunAhead;
    if (port.core->interrupts_enabled() || !options_.decoupled) {
      // Whoever could raise an interrupt acts at `bound` at the earliest, and its pin follows
      // interrupt_cycles later.
      Picos bound = until_;
      if (!events_.empty()) bound = std::min(bound, events_.back().time);
      const Port& mate = ports_[z ^ 1];
      if (mate.state == State::running) {
        bound = std::min(bound, clock_.time_of(mate.core->now()));
      }
      limit = clock_.cycle_at(bound) + params_.interrupt_cycles;
    }
    if (stop_ != Picos::never()) limit = std::min(limit, clock_.cycle_at(stop_) + 1);
    if (port.core->now() >= limit && !port.core->requesting()) break;
    switch (port.core->run(limit)) {
      case cpu::Stop::limit:
        break;
      case cpu::Stop::request: {
        port.request = port.core->request();
        const Cycle cycle = port.core->request_cycle();
        if (!port.request.posted) port.state = State::waiting;
        push(Kind::accept, cycle, z, static_cast<std::uint8_t>(z));
        break;
      }
      case cpu::Stop::wait_bus:
        port.state = State::waiting;
        break;
      case cpu::Stop::halted:
        port.state = State::halted;
        break;
      case cpu::Stop::stopped:
        port.state = State::stopped;
        break;
    }
  }
  return port.state != State::running || port.core->now() != begin;
}

// The MIU takes a core's transaction: LUT, then the way to the target.
void Tile::accept(const Event& event) {
  Port& port = ports_[event.unit];
  const cpu::BusRequest& request = port.request;
  const Cycle start = std::max(event.cycle, miu_free_);
  miu_free_ = start + 1;
  const Cycle routed = start + params_.miu_request_cycles;

  if (computes_at(event.unit, event.time)) port.last_progress = event.time;
  port.under_way = true;

  const Route route = Route::decode(registers_.lut(event.unit, request.paddr >> SCC_SLOT_SHIFT));
  Message message;
  message.command = command_of(request);
  message.source = {x_, y_, noc::kLocal};
  message.destination = {route.x, route.y, exit_port(route.subdestination)};
  message.unit = event.unit;
  message.subdestination = route.subdestination;
  message.bytes = request.bytes;
  message.address = static_cast<std::uint64_t>(route.address) << SCC_SLOT_SHIFT |
                    (request.paddr & (SCC_SLOT_SIZE - 1));
  message.byte_mask = request.byte_mask;
  message.data = request.data;

  const bool own = message.destination == message.source;
  const bool polls = (own || route.bypass) && request.op == cpu::BusOp::read_line &&
                     route.subdestination == SCC_SUBDEST_MPB;
  if (!polls) disturb();

  if (route.bypass || own) {
    message.destination = message.source;
    ++(route.bypass ? counters_.local_bypass : counters_.own_mesh);
    const Cycle at =
        route.bypass ? routed : turn_round(routed + params_.mesh_out_cycles, flit_count(message));
    // The bypass bit travels with the request, for the way back.
    if (route.bypass) message.destination.port = noc::kPorts;
    push(Kind::serve, at, event.unit, event.unit, message);
  } else {
    send(message, routed + params_.mesh_out_cycles);
  }
  if (polls && options_.fast_forward) {
    if (streak_ == 0) anchor_ = event.unit;
    if (anchor_ == event.unit) {
      ++streak_;
      watch_polling(event.time);
    }
  }
}

void Tile::send(const Message& message, Cycle leave) {
  ++counters_.sent;
  const Picos ready = clock_.time_of(leave);
  until_ = std::min(until_, ready + options_.lookahead);
  outbound_.push_back({message, ready});
}

// Out at tile cycle `leave`, through one router's worth of mesh cycles, and in again.
Cycle Tile::turn_round(Cycle leave, unsigned flits) const {
  const Cycle edge = mesh_clock_.cycle_after(clock_.time_of(leave));
  const Picos out = mesh_clock_.time_of(edge + mesh_cycles_per_hop_ + flits - 1);
  return clock_.cycle_after(out) + params_.mesh_in_cycles;
}

void Tile::deliver(const Message& message, Picos at) {
  if (parked_) unpark(at);
  // What arrives at an instant takes effect at a later edge, so that instant itself may be over.
  if (at + Picos{1} < reached_) throw std::logic_error("tile: a message from the past");
  disturb();
  ++counters_.received;
  const Cycle in = clock_.cycle_after(at) + params_.mesh_in_cycles;
  if (is_response(message.command)) {
    finish(message.unit, in + params_.miu_response_cycles, message);
  } else {
    push(Kind::serve, in, SCC_CORES_PER_TILE + delivered_++, 0, message);
  }
}

// A request reaches the MPB or the registers.
void Tile::serve(const Event& event) {
  const bool mpb = event.message.subdestination == SCC_SUBDEST_MPB;
  Cycle& free = mpb ? mpb_free_ : register_free_;
  const Cycle start = std::max(event.cycle, free);
  if (mpb) counters_.mpb_wait_cycles += start - event.cycle;
  free = start + params_.mpb_port_cycles;
  const Message response = access(event.message, event.time);
  const Cycle access_cycles = !mpb                              ? params_.register_access_cycles
                              : is_write(event.message.command) ? params_.mpb_write_cycles
                                                                : params_.mpb_access_cycles;
  respond(event.message, response, start + access_cycles);
}

Message Tile::access(const Message& request, Picos time) {
  const auto offset = static_cast<std::uint32_t>(request.address & (SCC_SLOT_SIZE - 1));
  if (request.subdestination == SCC_SUBDEST_MPB && offset + request.bytes <= SCC_MPB_PER_TILE) {
    if (is_write(request.command)) {
      ++counters_.mpb_writes;
      for (unsigned i = 0; i < request.bytes; ++i) {
        if (request.command == Command::write_combined && (request.byte_mask >> i & 1) == 0)
          continue;
        mpb_[offset + i] = request.data[i];
      }
      return response_to(request, Command::acknowledge);
    }
    ++counters_.mpb_reads;
    Message response = response_to(
        request, request.command == Command::read_line ? Command::data_line : Command::data);
    std::memcpy(response.data.data(), mpb_.data() + offset, request.bytes);
    return response;
  }
  if (request.subdestination == SCC_SUBDEST_CRB && request.bytes <= 4 && offset < SCC_CRB_SIZE) {
    ++counters_.register_accesses;
    const std::uint32_t reg = offset & ~3u;
    const std::uint8_t reader = request.source.x == x_ && request.source.y == y_ ? request.unit : 0;
    if (is_write(request.command)) {
      std::uint32_t value = 0;
      std::memcpy(&value, request.data.data(), request.bytes);
      if (const auto effect = registers_.write(reg, value)) {
        register_written(*effect, time);
        return response_to(request, Command::acknowledge);
      }
    } else if (const auto value = registers_.read(reg, reader)) {
      Message response = response_to(request, Command::data);
      const std::uint32_t shifted = *value >> 8 * (offset & 3);
      std::memcpy(response.data.data(), &shifted, 4);
      return response;
    }
  }
  return response_to(request, Command::abort);
}

void Tile::register_written(const Registers::Effect& effect, Picos time) {
  for (unsigned z = 0; z < ports_.size(); ++z) {
    for (unsigned pin = 0; pin < 2; ++pin) {
      if ((effect.interrupt_mask[z] >> pin & 1) == 0) continue;
      ports_[z].core->interrupt(clock_.cycle_at(time) + params_.interrupt_cycles,
                                pin == 0 ? kLint0Vector : kLint1Vector);
      if (ports_[z].state == State::halted) ports_[z].state = State::running;
    }
  }
  if (effect.l2_config) {
    for (unsigned z = 0; z < ports_.size(); ++z) {
      ports_[z].core->set_l2_enabled(registers_.l2_enabled(z));
    }
  }
  if (effect.resets) {
    throw kernel::MachineError("tile (" + std::to_string(x_) + "," + std::to_string(y_) +
                               "): firmware changed a core's reset bit in GCBCFG, which is not "
                               "modelled: the host starts cores");
  }
  if (effect.mesh) {
    throw kernel::MachineError("tile (" + std::to_string(x_) + "," + std::to_string(y_) +
                               "): firmware changed the mesh's ratio in GCBCFG, which is not "
                               "modelled: the mesh keeps its clock");
  }
  if (effect.clock) {
    // Behind whatever else happens on that edge; of two writes the later one stands.
    push(Kind::clock, clock_.cycle_at(time) + params_.clock_change_cycles,
         std::uint64_t{1} << 63 | counters_.register_accesses,
         static_cast<std::uint8_t>(registers_.tile_divider()));
  }
}

void Tile::change_clock(const Event& event) {
  disturb();
  clock_.change(event.time, Picos{global_period_.value * event.unit});
  clock_changes_.push_back({event.time, event.unit});
  for (Event& other : events_) other.time = clock_.time_of(other.cycle);
}

void Tile::respond(const Message& request, Message response, Cycle done) {
  if (request.destination.port == noc::kPorts) {  // bypass
    finish(request.unit, done + params_.miu_response_cycles, response);
  } else if (request.source == request.destination) {
    const Cycle back = turn_round(done + params_.mesh_out_cycles, flit_count(response));
    finish(request.unit, back + params_.miu_response_cycles, response);
  } else {
    send(response, done + params_.mesh_out_cycles);
  }
}

void Tile::finish(unsigned z, Cycle done, const Message& response) {
  Port& port = ports_[z];
  port.under_way = false;
  if (std::exchange(port.forgotten, false)) {
    if (port.starts_after) start_core(z, port.entry, clock_.time_of(done));
    return;
  }
  if (response.command == Command::abort) {
    throw kernel::MachineError(
        "core " + std::to_string(port.core->id()) + ": " +
        (port.request.op == cpu::BusOp::read || port.request.op == cpu::BusOp::read_line
             ? "read from"
             : "write to") +
        " address " + hex(port.request.paddr) + " where nothing answers, EIP " +
        hex(port.core->arch_state().eip) + " (LUT slot " +
        hex(port.request.paddr >> SCC_SLOT_SHIFT) + ")");
  }
  port.last_answer = clock_.time_of(done);
  note_progress(port, response, port.last_answer);
  cpu::BusReply reply;
  reply.data = response.data;
  port.core->complete(done, reply);
  // A halted core looks again, too: the answer may have let its next write-back out.
  if (port.state != State::stopped) port.state = State::running;
}

// --- progress watch ------------------------------------------------------------------------------

void Tile::note_progress(Port& port, const Message& response, Picos time) {
  // Lines of private memory are misses of a program at work, perhaps on the same few lines for
  // long. Who waits for another core reads what that core can write.
  const bool miss =
      port.request.op == cpu::BusOp::read_line && port.request.paddr < SCC_SHARED_BASE;
  if (response.command != Command::acknowledge && !miss) {
    for (const Port::Seen& seen : port.seen) {
      if (seen.paddr == port.request.paddr && seen.data == response.data) return;
    }
  }
  port.seen[port.seen_next++ % port.seen.size()] = {port.request.paddr, response.data};
  port.last_progress = time;
}

Picos Tile::idle_since(unsigned z) const {
  const Port& port = ports_[z];
  if (parked_) return port.last_progress;
  // A core that ran ahead to a distant bus access waits only for time to catch up with it.
  const bool computes =
      port.state == State::running
          ? computes_at(z, clock_.time_of(port.core->now()))
          : std::any_of(events_.begin(), events_.end(), [&](const Event& event) {
              return event.kind == Kind::accept && event.unit == z && computes_at(z, event.time);
            });
  return computes ? Picos::never() : port.last_progress;
}

bool Tile::computes_at(unsigned z, Picos time) const {
  return time > ports_[z].last_answer + kComputing;
}

std::string Tile::waiting_on(unsigned z) const {
  const Port& port = ports_[z];
  if (port.state == State::stopped) return "held in reset";
  if (port.state == State::halted) {
    return port.core->interrupts_enabled() ? "halted, waiting for an interrupt"
                                           : "halted with interrupts masked";
  }
  const std::uint32_t paddr = port.request.paddr;
  if (paddr >= SCC_MPB_BASE && paddr < SCC_MPB_OWN) {
    const std::uint32_t tile = (paddr - SCC_MPB_BASE) / SCC_SLOT_SIZE;
    const std::uint32_t offset = paddr % SCC_SLOT_SIZE;
    return "polls the MPB of core " + std::to_string(2 * tile + offset / SCC_MPB_PER_CORE) +
           " at offset " + hex(offset % SCC_MPB_PER_CORE);
  }
  if (paddr >= SCC_CRB_BASE && paddr < SCC_CRB_OWN) {
    return "polls register " + hex(paddr % SCC_SLOT_SIZE) + " of tile " +
           std::to_string((paddr - SCC_CRB_BASE) / SCC_SLOT_SIZE);
  }
  return "last bus access at " + hex(paddr);
}

// --- polling fast-forward ------------------------------------------------------------------------

void Tile::disturb() {
  streak_ = 0;
  wanted_streak_ = 8;
  if (!watching_) return;
  watching_ = false;
  for (Port& port : ports_) port.core->watch_stores(false);
}

void Tile::watch_polling(Picos time) {
  if (!watching_) {
    if (streak_ < wanted_streak_) return;
    watching_ = true;
    tries_ = 0;
    snapshot_.time = time;
    snapshot_.tile = counters_;
    for (unsigned z = 0; z < ports_.size(); ++z) {
      ports_[z].core->watch_stores(true);
      snapshot_.cores[z] = ports_[z].core->counters();
    }
    snapshot_.image.clear();
    image_of(time, snapshot_.image);
    return;
  }
  image_.clear();
  image_of(time, image_);
  const bool neutral = std::all_of(ports_.begin(), ports_.end(),
                                   [](const Port& port) { return port.core->stores_neutral(); });
  if (neutral && image_ == snapshot_.image) {
    parked_ = true;
    parked_at_ = time;
    until_ = time;
    period_ = time - snapshot_.time;
    watching_ = false;
    for (Port& port : ports_) port.core->watch_stores(false);
  } else if (++tries_ == kDetectorTries) {
    watching_ = false;
    for (Port& port : ports_) port.core->watch_stores(false);
    streak_ = 0;
    wanted_streak_ = std::min(wanted_streak_ * 4, 1u << 20);
  }
}

// Everything that decides the tile's future, relative to `time`. MPB and registers are left out:
// whatever changes them disturbs the detector.
void Tile::image_of(Picos time, std::vector<std::uint8_t>& image) const {
  const Cycle now = clock_.cycle_at(time);
  const auto ahead = [now](Cycle cycle) { return cycle > now ? cycle - now : 0; };
  append(image, time - mesh_clock_.time_of(mesh_clock_.cycle_at(time)));
  append(image, ahead(mpb_free_));
  append(image, ahead(miu_free_));
  append(image, events_.size());
  for (const Event& event : events_) {
    append(image, event.time - time);
    append(image, event.kind);
    append(image, event.unit);
    append(image, event.message.command);
    append(image, event.message.address);
    append(image, event.message.unit);
  }
  for (const Port& port : ports_) {
    append(image, port.state);
    append(image, port.request.paddr);
    // A core that is halted or in reset keeps the time at which it stopped.
    if (asleep(port)) continue;
    port.core->fingerprint(now, image);
  }
}

void Tile::unpark(Picos at) {
  parked_ = false;
  streak_ = 0;
  const std::uint64_t periods = at > parked_at_ ? (at - parked_at_).value / period_.value : 0;
  if (periods == 0) return;
  const Picos shift{periods * period_.value};
  const Cycle cycles = shift.value / clock_.period().value;
  for (Event& event : events_) {
    event.time = event.time + shift;
    event.cycle += cycles;
  }
  mpb_free_ += cycles;
  miu_free_ += cycles;
  for (unsigned z = 0; z < ports_.size(); ++z) {
    if (asleep(ports_[z])) continue;
    ports_[z].core->skip(cycles, periods, snapshot_.cores[z]);
    ports_[z].last_answer = ports_[z].last_answer + shift;
  }
  TileCounters::each([&](const char*, std::uint64_t TileCounters::*counter) {
    counters_.*counter += periods * (counters_.*counter - snapshot_.tile.*counter);
  });
}

void Tile::settle(Picos at) {
  if (parked_) unpark(at);
  options_.fast_forward = false;
  advance(at);
}

Picos Tile::next_event() const {
  if (parked_) return Picos::never();
  Picos next = events_.empty() ? Picos::never() : events_.back().time;
  for (const Port& port : ports_) {
    if (port.state == State::running) {
      const cpu::Core& core = *port.core;
      next = std::min(next, clock_.time_of(core.requesting() ? core.request_cycle() : core.now()));
    }
  }
  return std::max(next, reached_);
}

}  // namespace rc::tile
