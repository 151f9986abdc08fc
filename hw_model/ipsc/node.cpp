// SPDX-License-Identifier: Apache-2.0
#include "hw_model/ipsc/node.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/fault.h"
#include "hw_model/kernel/frequency.h"
#include "hw_model/kernel/hex.h"
#include "hw_model/kernel/random.h"

namespace rc::ipsc {

using kernel::Cycle;
using kernel::hex32;
using kernel::Picos;

namespace {

constexpr std::uint32_t kLine = 32;
constexpr std::uint64_t kPicosPerTick = 1'000'000'000'000 / IPSC_CLOCK_HZ;
constexpr std::uint64_t kPicosPerTimestamp = 8'000;  // 125 MHz
constexpr std::uint32_t kLargestMessage = IPSC_MEMORY_BYTES;

}  // namespace

Node::Node(unsigned number, const IpscParams& params, Doorbell doorbell)
    : number_(number),
      params_(params.node),
      software_(params.software),
      doorbell_(std::move(doorbell)),
      clock_(kernel::period_of(params.node.clock_mhz)),
      line_cycles_(cycles(params.node.memory_line_ns * 1e-3)),
      word_cycles_(cycles(params.node.memory_word_ns * 1e-3)),
      register_cycles_(cycles(params.node.register_ns * 1e-3)),
      core_(params.core, static_cast<int>(number)) {
  core_.attach(this);
  reset();
  below_caches_ = [this](std::uint32_t paddr, void* data, std::uint32_t bytes, bool write) {
    backdoor(paddr, data, bytes, write);
  };
}

void Node::reset() {
  core_.reset();
  core_.set_l2_enabled(params_.l2);
  memory_ = {};
  state_ = State::stopped;
  request_waits_ = finished_ = header_waits_ = sending_ = false;
  cause_ = led_ = 0;
}

void Node::start(std::uint32_t entry, Picos time, std::uint32_t pid) {
  pid_ = pid;
  last_event_ = std::max(last_event_, time);
  core_.release(clock_.cycle_at(time + clock_.period() - Picos{1}), entry);
  state_ = State::running;
}

Cycle Node::cycles(double us) const {
  return static_cast<Cycle>(std::llround(us * 1e6 / static_cast<double>(clock_.period().value)));
}

Picos Node::next() const {
  if (state_ != State::running) return Picos::never();
  const Picos next = clock_.time_of(request_waits_ ? core_.request_cycle() : core_.now());
  return stands_ ? std::max(next + clock_.period() - Picos{1}, stood_until_) : next;
}

std::optional<Node::Command> Node::run(Picos until, Picos calls_until) {
  while (state_ == State::running) {
    if (request_waits_) {
      const bool calls = core_.request().paddr == IPSC_REGISTERS + SCC_GRB_HOSTCALL + 8 * number_;
      const Picos end = calls ? calls_until : until;
      if (clock_.time_of(core_.request_cycle()) >= end) return {};
      request_waits_ = false;
      if (auto command = serve(core_.request_cycle())) return command;
      continue;
    }
    // The first edge at or after `until`.
    const Cycle limit = clock_.cycle_at(until - Picos{1}) + 1;
    if (core_.now() >= limit) return {};
    switch (core_.run(limit)) {
      case cpu::Stop::limit:
        break;
      case cpu::Stop::broken:
        stands_ = true;
        stood_until_ = until;
        if (broken_) broken_();
        return {};
      case cpu::Stop::request:
        request_waits_ = true;
        break;
      case cpu::Stop::halted:
        state_ = State::halted;
        break;
      case cpu::Stop::wait_bus:  // every transaction is completed as it is raised
      case cpu::Stop::stopped:
        state_ = State::stopped;
        break;
    }
  }
  return {};
}

// One bus transaction.
std::optional<Node::Command> Node::serve(Cycle cycle) {
  const cpu::BusRequest request = core_.request();
  cpu::BusReply reply;
  std::optional<Command> command;
  if (cpu::is_port(request.op)) {
    fail("port " + hex32(request.paddr) + " where nothing answers");
  }
  const bool write = request.op != cpu::BusOp::read && request.op != cpu::BusOp::read_line;
  Cycle done = cycle;
  if (request.paddr < IPSC_MEMORY_BYTES) {
    done += request.bytes == kLine ? line_cycles_ : word_cycles_;
    if (!write) {
      memory_.read(request.paddr, reply.data.data(), request.bytes);
    } else {
      memory_.write(request.paddr, request.data.data(), request.bytes);
    }
  } else if (request.paddr - IPSC_REGISTERS < SCC_GRB_HOSTCALL_END && request.bytes <= 4 &&
             request.paddr % 4 == 0) {
    done += register_cycles_;
    const std::uint32_t offset = request.paddr - IPSC_REGISTERS;
    const Picos time = clock_.time_of(cycle);
    std::uint32_t value = 0;
    if (write) {
      std::memcpy(&value, request.data.data(), request.bytes);
      command = write_register(offset, value, time);
    } else {
      Cycle extra = 0;
      value = read_register(offset, time, extra);
      done += extra;
      std::memcpy(reply.data.data(), &value, sizeof value);
    }
  } else {
    fail(std::string(write ? "write to" : "read from") + " address " + hex32(request.paddr) +
         " where nothing answers");
  }
  core_.complete(done, reply);
  return command;
}

// No other part reaches memory before the instant up to which the core runs, nor the registers
// that only report something.
Cycle Node::read(std::uint32_t paddr, std::uint32_t bytes, void* data, Cycle cycle, Cycle before) {
  if (paddr < IPSC_MEMORY_BYTES) {
    const Cycle done = cycle + (bytes == kLine ? line_cycles_ : word_cycles_);
    if (done >= before) return kNotHere;
    memory_.read_aligned(paddr, data, bytes);
    return done;
  }
  const std::uint32_t offset = paddr - IPSC_REGISTERS;
  const Cycle done = cycle + register_cycles_;
  const bool told =
      offset == IPSC_CAUSE || offset == IPSC_CLOCK_LO || offset == IPSC_CLOCK_HI ||
      (offset >= IPSC_HEADER_SOURCE && offset <= IPSC_HEADER_BYTES && offset % 8 == 0);
  if (!told || bytes != 4 || done >= before) return kNotHere;
  Cycle extra = 0;
  const std::uint32_t value = read_register(offset, clock_.time_of(cycle), extra);
  std::memcpy(data, &value, sizeof value);
  return done;
}

Cycle Node::write(std::uint32_t paddr, std::uint32_t bytes, const void* data, Cycle cycle) {
  if (paddr >= IPSC_MEMORY_BYTES) return kNotHere;
  memory_.write_aligned(paddr, data, bytes);
  return cycle + (bytes == kLine ? line_cycles_ : word_cycles_);
}

// What one holds until somebody writes to it or a message comes.
std::optional<std::uint32_t> Node::steady_register(std::uint32_t offset) const {
  if (offset >= IPSC_HEADER_SOURCE && offset <= IPSC_HEADER_BYTES && offset % 8 == 0)
    return header_[(offset - IPSC_HEADER_SOURCE) / 8];
  if (offset == SCC_GRB_HOSTCALL + 8 * number_) return doorbell_value_;
  if (offset == IPSC_CAUSE) return cause_;
  if (offset == IPSC_LED) return led_;
  if (offset == IPSC_PID) return pid_;
  return std::nullopt;
}

std::uint32_t Node::read_register(std::uint32_t offset, Picos time, Cycle& extra) {
  if (const auto steady = steady_register(offset)) return *steady;
  const std::uint64_t ticks = time.value / kPicosPerTick;
  const std::uint64_t stamp = time.value / kPicosPerTimestamp;
  switch (offset) {
    case IPSC_CLOCK_LO:
      clock_high_ = static_cast<std::uint32_t>(ticks >> 32);
      return static_cast<std::uint32_t>(ticks);
    case IPSC_CLOCK_HI:
      return clock_high_;
    case IPSC_COST_SEND:
      extra = cycles(software_.send_us) + send_jitter();
      return 0;
    case IPSC_COST_ACCEPT:
      extra = cycles(software_.accept_us);
      return 0;
    case IPSC_COST_COMPLETE:
      extra = cycles(software_.complete_us);
      return 0;
    case IPSC_COST_RECEIVE:
      extra = cycles(software_.receive_us);
      return 0;
    case IPSC_COST_CONTROL:
      extra = cycles(software_.control_us);
      return 0;
    case SCC_GRB_TIMESTAMP_LO:
      return static_cast<std::uint32_t>(stamp);
    case SCC_GRB_TIMESTAMP_HI:
      return static_cast<std::uint32_t>(stamp >> 32);
    default:
      fail("read from register " + hex32(offset) + " which the node does not have");
  }
}

std::optional<Node::Command> Node::write_register(std::uint32_t offset, std::uint32_t value,
                                                  Picos time) {
  last_event_ = std::max(last_event_, time);
  if (offset == SCC_GRB_HOSTCALL + 8 * number_) {
    doorbell_value_ = doorbell_(number_, value, time);
    return {};
  }
  switch (offset) {
    case IPSC_CAUSE:
      cause_ &= ~value;
      return {};
    case IPSC_LED:
      led_ = value & 1;
      return {};
    case IPSC_LAUNCH:
      return launch(value, time);
    case IPSC_ACCEPT:
      if (!header_waits_) fail("accepted a message where none waits");
      header_waits_ = false;
      receive_address_ = value;
      return Command{time, {}};
    default:
      fail("write to register " + hex32(offset) + " which the node does not have");
  }
}

Node::Command Node::launch(std::uint32_t descriptor, Picos time) {
  std::uint32_t word[IPSC_DESCRIPTOR_WORDS] = {};
  if (sending_) fail("launched a message while another is being sent");
  if (!peek(descriptor, word, sizeof word)) fail("descriptor at unmapped " + hex32(descriptor));
  Message message;
  message.source = static_cast<std::uint8_t>(number_);
  message.to_host = word[0] == IPSC_DESTINATION_HOST;
  if (!message.to_host && word[0] > IPSC_MAX_NODES) {
    fail("destination " + std::to_string(word[0]) + " is no node");
  }
  message.destination = message.to_host ? 0 : static_cast<std::uint8_t>(word[0]);
  message.kind = word[1];
  message.type = word[2];
  message.count = word[3];
  message.tag = word[4];
  if (word[6] > kLargestMessage) fail("message of " + std::to_string(word[6]) + " bytes");
  message.data.resize(word[6]);
  if (!peek(word[5], message.data.data(), word[6])) fail("message at unmapped " + hex32(word[5]));
  sending_ = true;
  ++counters_.sent;
  counters_.bytes_sent += word[6];
  return {time, std::move(message)};
}

// A hash of seed, node and count, so that jitter does not depend on the order in which nodes send.
Cycle Node::send_jitter() {
  const Cycle span = cycles(software_.jitter_us);
  const std::uint64_t draw =
      std::uint64_t{software_.seed} << 40 | std::uint64_t{number_} << 32 | (sends_++ & 0xFFFFFFFF);
  return span == 0 ? 0 : kernel::splitmix64(draw) % (span + 1);
}

void Node::raise(std::uint32_t cause, Picos time) {
  last_event_ = std::max(last_event_, time);
  const bool rises = (cause_ & cause) == 0;
  cause_ |= cause;
  if (!rises || finished_) return;
  core_.interrupt(clock_.cycle_after(time) + cycles(params_.interrupt_ns * 1e-3), IPSC_VECTOR);
  if (state_ == State::halted) state_ = State::running;
}

void Node::header(Picos time, const Message& message) {
  const std::uint32_t words[6] = {message.source, message.kind,
                                  message.type,   message.count,
                                  message.tag,    static_cast<std::uint32_t>(message.data.size())};
  std::copy(std::begin(words), std::end(words), header_);
  header_waits_ = true;
  raise(IPSC_CAUSE_HEADER, time);
}

void Node::received(Picos time, const Message& message) {
  ++counters_.received;
  counters_.bytes_received += message.data.size();
  if (!finished_ && receive_address_ != IPSC_ACCEPT_NOWHERE &&
      !poke(receive_address_, message.data.data(),
            static_cast<std::uint32_t>(message.data.size()))) {
    fail("receive buffer at unmapped " + hex32(receive_address_));
  }
  raise(IPSC_CAUSE_RECEIVED, time);
}

void Node::sent(Picos time) {
  sending_ = false;
  raise(IPSC_CAUSE_SENT, time);
}

void Node::check_memory(std::uint32_t paddr, std::uint32_t bytes) const {
  if (paddr >= IPSC_MEMORY_BYTES || bytes > IPSC_MEMORY_BYTES - paddr) {
    fail("no memory behind address " + hex32(paddr));
  }
}

void Node::backdoor(std::uint32_t paddr, void* data, std::uint32_t bytes, bool write) {
  check_memory(paddr, bytes);
  write ? memory_.write(paddr, data, bytes) : memory_.read(paddr, data, bytes);
}

void Node::clear_memory(std::uint32_t paddr, std::uint32_t bytes) {
  check_memory(paddr, bytes);
  memory_.clear(paddr, bytes);
}

bool Node::peek(std::uint32_t vaddr, void* data, std::uint32_t bytes) const {
  return bytes == 0 || core_.peek(vaddr, data, bytes, below_caches_);
}

bool Node::poke(std::uint32_t vaddr, const void* data, std::uint32_t bytes) {
  return bytes == 0 || core_.poke(vaddr, data, bytes, below_caches_);
}

std::string Node::waiting_on() const {
  if (state_ == State::stopped) return "held in reset";
  if (state_ == State::running) return "running";
  std::string text = core_.interrupts_enabled() ? "halted, waiting for an interrupt"
                                                : "halted with interrupts masked";
  if (sending_) text += ", a message on its way out";
  return text;
}

std::optional<cpu::EndlessLoop> Node::endless_loop(const cpu::CoreParams& params) {
  if (asleep() || stands_) return std::nullopt;
  return cpu::endless_loop(core_, params, IPSC_MEMORY_BYTES,
                           {[this](const cpu::BusRequest& request, cpu::BusReply& reply) {
                             return steady_read(request, reply);
                           }});
}

// What the processor reads again and again as long as no message comes.
bool Node::steady_read(const cpu::BusRequest& request, cpu::BusReply& reply) const {
  if (request.op != cpu::BusOp::read && request.op != cpu::BusOp::read_line) return false;
  if (request.paddr < IPSC_MEMORY_BYTES) {
    memory_.read(request.paddr, reply.data.data(), request.bytes);
    return true;
  }
  const auto value = steady_register(request.paddr - IPSC_REGISTERS);
  if (value) std::memcpy(reply.data.data(), &*value, sizeof *value);
  return value.has_value();
}

void Node::fail(const std::string& what) const {
  throw kernel::FaultError({static_cast<int>(number_), core_.arch_state().eip, {}},
                           "node " + std::to_string(number_) + ": " + what + ",", "");
}

}  // namespace rc::ipsc
