// SPDX-License-Identifier: Apache-2.0
#include "sim/experiments/coherence/measure.h"

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"

namespace rc::sim::experiments {

using coherent::Address;
using coherent::kLineBytes;
using kernel::Picos;

namespace {

constexpr std::uint64_t kStep = 8000000;  // picoseconds between setting up and starting together

Program timed_load(Thread thread, Address address, Picos& taken) {
  const Picos begin = thread.now();
  co_await thread(coherent::load(address));
  taken = thread.now() - begin;
}

Program ping(Thread thread, Buffer from, Buffer to, Buffer own, Picos start, Picos& taken) {
  co_await thread(coherent::wait_until(start));
  const Picos begin = thread.now();
  co_await thread(coherent::copy(to.address, from.address, from.lines));
  co_await thread(coherent::poll(Lab::canary(own), coherent::Access::Until::equal, Lab::kCanary));
  taken = thread.now() - begin;
}

Program pong(Thread thread, Buffer from, Buffer to, Buffer own) {
  co_await thread(coherent::poll(Lab::canary(own), coherent::Access::Until::equal, Lab::kCanary));
  co_await thread(coherent::copy(to.address, from.address, from.lines));
}

Program copy_at(Thread thread, Buffer from, Buffer to, Picos start, Picos& end) {
  co_await thread(coherent::wait_until(start));
  co_await thread(coherent::copy(to.address, from.address, from.lines));
  end = std::max(end, thread.now());
}

}  // namespace

Placement placement_named(const machine::Machine& machine, const std::string& name) {
  const auto has = [&name](const char* word) { return name.find(word) != std::string::npos; };
  if (has("same") && has("core") && !has("cores")) return {0, 0};
  if (machine.kind == machine::kSandyBridge) {
    if (has("same")) return {0, 1};
    const coherent::SandyBridgeParams& params = machine.sandybridge;
    if (has("different") && params.snoop.sockets > 1)
      return {0, params.cores.cores / params.snoop.sockets};
  } else {
    if (has("adjacent")) return {0, 1};
    if (has("middle")) return {0, 15};
    if (has("farthest") || has("maximum")) return {0, 30};
  }
  throw kernel::InputError("no placement '" + name + "' on " + kernel::shown(machine.name));
}

Spread line_latency(Lab& lab, const Placement& placement, char state, unsigned reads) {
  const Thread reader = lab.thread(placement.first_core);
  const Thread owner = lab.thread(placement.second_core, placement.same_core() ? 1 : 0);
  // On the reader's socket; on the ring of 64 stops as far from both as can be.
  const Thread helper = lab.thread(lab.sockets() ? 2 : 45);
  Spread spread;
  for (unsigned i = 0; i < reads; ++i) {
    const Buffer line = lab.fresh(placement.second_core);
    lab.prepare(line, state, owner, helper);
    Picos taken{0};
    const Program program = timed_load(reader, line.address, taken);
    lab.cores().run();
    spread.add(nanoseconds(taken));
  }
  return spread;
}

Spread ping_pong(Lab& lab, const Placement& placement, char send, char receive, unsigned lines,
                 unsigned exchanges) {
  const unsigned a = placement.first_core, b = placement.second_core;
  const Thread first = lab.thread(a), second = lab.thread(b, placement.same_core() ? 1 : 0);
  Spread spread;
  for (unsigned i = 0; i < exchanges; ++i) {
    const Buffer send_a = lab.fresh(a, lines), send_b = lab.fresh(b, lines);
    const Buffer receive_a = lab.fresh(a, lines), receive_b = lab.fresh(b, lines);
    lab.fill(send_a, first);
    lab.fill(send_b, second);
    lab.prepare(send_a, send, first, second);
    lab.prepare(send_b, send, second, first);
    lab.prepare(receive_a, receive, first, second);
    lab.prepare(receive_b, receive, second, first);
    Picos taken{0};
    const Picos start = lab.cores().now() + Picos{kStep};
    const Program answers = pong(second, send_b, receive_a, receive_b);
    const Program asks = ping(first, send_a, receive_b, receive_a, start, taken);
    lab.cores().run();
    spread.add(nanoseconds(taken) / 2);
  }
  return spread;
}

Spread contention(Lab& lab, unsigned readers, char send, char receive, unsigned repetitions) {
  Spread spread;
  for (unsigned i = 0; i < repetitions; ++i) {
    const Buffer common = lab.fresh(0);
    lab.prepare(common, send, lab.thread(0), lab.thread(0));
    std::vector<Buffer> own;
    for (unsigned reader = 1; reader <= readers; ++reader) {
      own.push_back(lab.fresh(reader));
      lab.prepare(own.back(), receive, lab.thread(reader), lab.thread(reader));
    }
    const Picos start = lab.cores().now() + Picos{kStep};
    Picos end{0};
    std::vector<Program> programs;
    for (unsigned reader = 1; reader <= readers; ++reader)
      programs.push_back(copy_at(lab.thread(reader), common, own[reader - 1], start, end));
    lab.cores().run();
    spread.add(nanoseconds(end - start));
  }
  return spread;
}

double bandwidth(Lab& lab, const std::vector<std::pair<unsigned, unsigned>>& pairs,
                 unsigned lines) {
  std::vector<Program> programs;
  std::vector<Picos> taken(pairs.size());
  std::vector<std::array<Buffer, 4>> buffers;
  for (const auto& [a, b] : pairs) {
    buffers.push_back(
        {lab.fresh(a, lines), lab.fresh(b, lines), lab.fresh(a, lines), lab.fresh(b, lines)});
    lab.fill(buffers.back()[0], lab.thread(a));
    lab.fill(buffers.back()[1], lab.thread(b));
  }
  const Picos start = lab.cores().now() + Picos{kStep};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto& [send_a, send_b, receive_a, receive_b] = buffers[i];
    programs.push_back(pong(lab.thread(pairs[i].second), send_b, receive_a, receive_b));
    programs.push_back(
        ping(lab.thread(pairs[i].first), send_a, receive_b, receive_a, start, taken[i]));
  }
  lab.cores().run();
  Spread time;
  for (const Picos pair : taken) time.add(nanoseconds(pair) / 2);
  return lines * double{kLineBytes} / time.mean();
}

}  // namespace rc::sim::experiments
