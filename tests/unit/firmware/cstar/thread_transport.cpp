// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/firmware/cstar/thread_transport.h"

#include <barrier>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "firmware/cstar/transport.h"

namespace cstar {
namespace {

using Message = std::vector<char>;

struct Inbox {
  std::mutex mutex;
  std::condition_variable arrived;
  std::map<int, std::deque<Message>> by_sender;

  std::deque<Message>& wait_for(int from, std::unique_lock<std::mutex>& lock) {
    std::deque<Message>& queue = by_sender[from];
    arrived.wait(lock, [&] { return !queue.empty(); });
    return queue;
  }
};

struct Machine {
  explicit Machine(int nodes) : inboxes(static_cast<std::size_t>(nodes)), barrier(nodes) {}
  std::vector<Inbox> inboxes;
  std::barrier<> barrier;
};

Machine* machine;
thread_local int this_node;

}  // namespace

void run_nodes(int nodes, const std::function<void()>& body) {
  Machine these(nodes);
  machine = &these;
  std::vector<std::jthread> threads;
  for (int node = 0; node < nodes; ++node)
    threads.emplace_back([node, &body] {
      this_node = node;
      body();
      CS__Finish();
    });
}

namespace transport {

int node() { return this_node; }
int node_count() { return static_cast<int>(machine->inboxes.size()); }

void send(int to, const void* data, long bytes) {
  Inbox& inbox = machine->inboxes.at(static_cast<std::size_t>(to));
  const auto* begin = static_cast<const char*>(data);
  const std::lock_guard lock(inbox.mutex);
  inbox.by_sender[this_node].emplace_back(begin, begin + bytes);
  inbox.arrived.notify_one();
}

void receive(int from, void* data, long bytes) {
  Inbox& inbox = machine->inboxes.at(static_cast<std::size_t>(this_node));
  std::unique_lock lock(inbox.mutex);
  auto& queue = inbox.wait_for(from, lock);
  if (static_cast<long>(queue.front().size()) != bytes)
    CS__Fail("%zu bytes came where %ld were expected", queue.front().size(), bytes);
  if (bytes > 0) std::memcpy(data, queue.front().data(), queue.front().size());
  queue.pop_front();
}

long await(int from) {
  Inbox& inbox = machine->inboxes.at(static_cast<std::size_t>(this_node));
  std::unique_lock lock(inbox.mutex);
  return static_cast<long>(inbox.wait_for(from, lock).front().size());
}

void synchronise() { machine->barrier.arrive_and_wait(); }

double ticks() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count() * CS__HWHZ;
}

void spend(double) {}

}  // namespace transport
}  // namespace cstar
