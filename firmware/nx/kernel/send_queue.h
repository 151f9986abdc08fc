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
uint32_t queue_first = 0, queue_end = 0;
bool sending = false;

void launch_next() {
  if (sending || queue_first == queue_end) return;
  sending = true;
  launch(queue[queue_first % kQueue].descriptor);
}

void enqueue(const Descriptor& descriptor, Request* request) {
  if (queue_end - queue_first == kQueue) error("more than %u messages to be sent", kQueue);
  queue[queue_end++ % kQueue] = {descriptor, request};
  launch_next();
}

void send_control(long node, Kind kind, uint32_t type, uint32_t count, uint32_t tag) {
  enqueue({static_cast<uint32_t>(node), kind, type, count, tag, nullptr, 0}, nullptr);
}

void handle_sent() {
  Request* request = queue[queue_first++ % kQueue].request;
  if (request != nullptr) request->state = Request::State::done;
  sending = false;
  launch_next();
}

}  // namespace
}  // namespace nx
