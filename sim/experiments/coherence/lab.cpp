// SPDX-License-Identifier: Apache-2.0
#include "sim/experiments/coherence/lab.h"

#include <fmt/format.h>

#include "hw_model/kernel/error.h"

namespace rc::sim::experiments {

using coherent::Address;
using coherent::kLineBytes;

namespace {

Program once(Thread thread, coherent::Access access) { co_await thread(access); }

std::unique_ptr<coherent::System> make_system(const machine::Machine& machine) {
  if (machine.kind == machine::kSandyBridge)
    return std::make_unique<coherent::System>(machine.sandybridge);
  return std::make_unique<coherent::System>(machine.xeonphi);
}

}  // namespace

Lab::Lab(const machine::Machine& machine)
    : system_(make_system(machine)), sockets_(machine.kind == machine::kSandyBridge) {
  if (sockets_) per_socket_ = cores().cores() / machine.sandybridge.snoop.sockets;
}

// A program that submits to no thread would throw where its coroutine begins, and one of too great a
// sibling would be on the next core.
Thread Lab::thread(unsigned core, unsigned sibling) {
  if (core >= cores().cores() || sibling >= cores().threads_per_core())
    throw kernel::InputError(fmt::format("thread {} of core {}: the machine has {} cores of {}",
                                         sibling, core, cores().cores(),
                                         cores().threads_per_core()));
  return {cores(), cores().thread_on(core, sibling)};
}

Buffer Lab::fresh(unsigned core, unsigned lines) {
  // Of 2^38 bytes, in pieces that no other buffer begins in.
  const Address piece = Address{random_.word()} % (1u << 24);
  const Address address = piece * (256 * kLineBytes) * ((lines + 255) / 256) +
                          (lines < 128 ? random_.below(128) * kLineBytes : 0);
  const Address offset = address % (Address{1} << coherent::kHomeShift);
  return {sockets_ ? coherent::address_at(core / per_socket_, offset) : offset, lines};
}

void Lab::let(Thread thread, const coherent::Access& access) {
  const Program program = once(thread, access);
  cores().run();
}

void Lab::fill(const Buffer& buffer, Thread owner) {
  let(owner, coherent::store(canary(buffer), kCanary));
  let(owner, coherent::fence());
  let(owner, coherent::evict(canary(buffer)));
}

void Lab::prepare(const Buffer& buffer, char state, Thread owner, Thread peer) {
  for (Address line = buffer.address; line < buffer.address + buffer.lines * kLineBytes;
       line += kLineBytes) {
    if (state == 'F') let(peer, coherent::load(line));
    if (state == 'M') let(owner, coherent::add(line, 0));
    if (state != 'I' && state != 'M') let(owner, coherent::load(line));
    if (state == 'S') let(peer, coherent::load(line));
  }
}

double nanoseconds(kernel::Picos time) { return static_cast<double>(time.value) * 1e-3; }

std::string published_name(const machine::Machine& machine) {
  return machine.kind == machine::kSandyBridge ? "sandy_bridge" : "xeon_phi";
}

}  // namespace rc::sim::experiments
