// SPDX-License-Identifier: Apache-2.0
// Messages on their way out. The node's hardware sends one at a time, in the order of the queue.
#pragma once

#include "kernel.h"

namespace nx {
namespace {

struct Outgoing {
  Descriptor descriptor;
  Request* request;  // done when its data has left; nullptr for control messages
};
constexpr uint32_t kQueue = 2048;
Outgoing queue[kQueue];
// Together, so that a send needs one line of the data cache for them.
struct {
  uint32_t first, end;
  uint32_t pid;  // this program's process id << kPidShift
  bool sending;
} out;

void launch_next() {
  if (out.sending || out.first == out.end) return;
  out.sending = true;
  launch(queue[out.first % kQueue].descriptor);
}

void enqueue(const Descriptor& descriptor, Request* request) {
  if (out.end - out.first == kQueue) error("more than %u messages to be sent", kQueue);
  queue[out.end++ % kQueue] = {descriptor, request};
  launch_next();
}

void send_control(long node, Kind kind, uint32_t type, uint32_t count, uint32_t tag) {
  enqueue({static_cast<uint32_t>(node), kind, type, count, tag, nullptr, 0}, nullptr);
}

void handle_sent() {
  Request* request = queue[out.first++ % kQueue].request;
  if (request != nullptr) request->state = Request::State::done;
  out.sending = false;
  launch_next();
}

}  // namespace
}  // namespace nx
