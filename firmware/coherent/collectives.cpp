// SPDX-License-Identifier: Apache-2.0
#include "firmware/coherent/collectives.h"

#include <utility>

namespace shared_memory {
namespace {

// Words of a line that is a flag with something beside it.
constexpr Address kBeside = kWordBytes, kNotifications = 2 * kWordBytes;

std::vector<Address> line_each(int threads, const NewLines& lines) {
  std::vector<Address> found;
  for (int i = 0; i < threads; ++i) found.push_back(lines(1));
  return found;
}

}  // namespace

Broadcast::Broadcast(Tree shape, Acknowledge how, const NewLines& lines)
    : tree(std::move(shape)),
      acknowledge(how),
      finished(lines(1)),
      data(line_each(tree.threads(), lines)),
      forward(line_each(tree.threads(), lines)),
      back(line_each(tree.threads(), lines)) {}

Program broadcast(Thread& thread, int me, const Broadcast& plan, Word time) {
  const std::vector<int>& children = plan.tree.children[me];
  const int parent = plan.tree.parent[me];
  Word word;
  if (parent < 0) {
    co_await wait_for(thread, plan.finished, time - 1);
    word = co_await load(thread, plan.data[me]);
  } else {
    co_await wait_for(thread, plan.forward[parent], time);
    word = co_await load(thread, plan.forward[parent] + kBeside);
    co_await store(thread, plan.data[me], word);
  }
  if (!children.empty()) {
    co_await store(thread, plan.forward[me] + kBeside, word);
    co_await store(thread, plan.forward[me], time);
    if (plan.acknowledge == Acknowledge::one_line)
      co_await wait_for(thread, plan.back[me], time * children.size());
    else
      for (const int child : children) co_await wait_for(thread, plan.back[child], time);
  }
  if (parent < 0)
    co_await store(thread, plan.finished, time);
  else if (plan.acknowledge == Acknowledge::one_line)
    co_await add(thread, plan.back[parent], 1);
  else
    co_await store(thread, plan.back[me], time);
}

Reduction::Reduction(Tree shape, const NewLines& lines)
    : tree(std::move(shape)),
      result(lines(1)),
      data(line_each(tree.threads(), lines)),
      ready(line_each(tree.threads(), lines)),
      count(line_each(tree.threads(), lines)),
      slot(line_each(tree.threads(), lines)) {}

Program reduce(Thread& thread, int me, const Reduction& plan, Word time) {
  const std::vector<int>& children = plan.tree.children[me];
  const int parent = plan.tree.parent[me];
  if (!children.empty()) co_await store(thread, plan.ready[me], time);
  Word sum = co_await load(thread, plan.data[me]);
  if (!children.empty()) {
    co_await wait_for(thread, plan.count[me], time * children.size());
    for (const int child : children) sum += co_await load(thread, plan.slot[child]);
  }
  if (parent < 0) {
    co_await store(thread, plan.result, sum);
  } else {
    co_await wait_for(thread, plan.ready[parent], time);
    co_await store(thread, plan.slot[me], sum);
    co_await add(thread, plan.count[parent], 1);
  }
}

Barrier::Barrier(int n, int ways, const NewLines& lines)
    : threads(n), m(ways), rounds(barrier_rounds(n, ways)), line(line_each(n, lines)) {}

Program barrier(Thread& thread, int me, const Barrier& plan, Word time) {
  for (int round = 0; round < plan.rounds; ++round) {
    const Word flag = (time - 1) * plan.rounds + round + 1;
    co_await store(thread, plan.line[me], flag);
    for (const int peer : barrier_peers(plan.threads, me, plan.m, round)) {
      co_await wait_for(thread, plan.line[peer], flag);
      co_await add(thread, plan.line[peer] + kBeside, 1);
    }
    co_await wait_for(thread, plan.line[me] + kBeside, flag * plan.m);
  }
}

LargeBroadcast::LargeBroadcast(int n, int length, const NewLines& new_lines)
    : threads(n), lines(length), line(line_each(n, new_lines)), taken(new_lines(1)) {
  for (int i = 0; i < n; ++i) data.push_back(new_lines(length));
}

Program flat_broadcast(Thread& thread, int me, const LargeBroadcast& plan, Word time) {
  if (me == 0) {
    co_await store(thread, plan.line[0] + kBeside, plan.data[0]);
    co_await store(thread, plan.line[0], time);
    co_await wait_for(thread, plan.taken, time * (plan.threads - 1));
  } else {
    co_await wait_for(thread, plan.line[0], time);
    const Address from = co_await load(thread, plan.line[0] + kBeside);
    co_await copy(thread, plan.data[me], from, plan.lines);
    co_await add(thread, plan.taken, 1);
  }
}

Program pipelined_broadcast(Thread& thread, int me, const LargeBroadcast& plan, Word time) {
  const int n = plan.threads;
  const Address own = plan.line[me];
  co_await store(thread, own + kBeside, plan.data[me]);
  if (me == 0) {
    co_await store(thread, own, time);
    co_await wait_for(thread, own + kNotifications, time * (n - 1));
    co_return;
  }
  for (int stage = 0; stage < n - 1; ++stage) {
    const int slice = slice_in_stage(n, me, stage);
    const int owner = stage == 0 ? 0 : owner_of_slice(slice);
    const int start = slice_start(n, slice, plan.lines);
    const Address offset = start * kLineBytes;
    co_await wait_for(thread, plan.line[owner], time);
    const Address from = co_await load(thread, plan.line[owner] + kBeside);
    co_await copy(thread, plan.data[me] + offset, from + offset,
                  slice_start(n, slice + 1, plan.lines) - start);
    if (stage == 0)
      co_await store(thread, own, time);
    else
      co_await add(thread, plan.line[owner] + kNotifications, 1);
    // Each in another stage, so that they do not queue for the root's line.
    if (stage == me - 1) co_await add(thread, plan.line[0] + kNotifications, 1);
  }
  co_await wait_for(thread, own + kNotifications, time * (n - 2));
}

PingPong::PingPong(int length, const NewLines& new_lines) : lines(length) {
  for (Address* buffers : {send, receive})
    for (int i = 0; i < 2; ++i) buffers[i] = new_lines(length);
}

Program ping_pong(Thread& thread, int me, const PingPong& plan, Word time) {
  const Address canary = plan.lines * kLineBytes - kWordBytes;
  if (me == 1) co_await wait_for(thread, plan.receive[1] + canary, time);
  co_await store(thread, plan.send[me] + canary, time);
  co_await copy(thread, plan.receive[1 - me], plan.send[me], plan.lines);
  if (me == 0) co_await wait_for(thread, plan.receive[0] + canary, time);
}

}  // namespace shared_memory
