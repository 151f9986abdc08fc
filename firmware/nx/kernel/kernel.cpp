// SPDX-License-Identifier: Apache-2.0
// The kernel's calls. Its parts are headers that only this file includes: their state and functions
// have internal linkage, so that the compiler sees the whole path of a message, as the time of an
// interrupt depends on it.
#include "kernel.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arrivals.h"
#include "firmware/hal/boot_block.h"
#include "firmware/hal/host.h"
#include "firmware/hal/interrupt.h"
#include "firmware/hal/processor.h"
#include "nx.h"
#include "pool.h"
#include "posted_receives.h"
#include "protocol.h"
#include "send_queue.h"

namespace nx {

namespace {

void (*after_interrupt)() = nullptr;

__attribute__((cold)) void interrupt_and_more() {
  interrupt();
  after_interrupt();
}

// A message to the own node does not leave it.
void deliver_here(long type, const void* buffer, long length) {
  const long source = hal::core_id() | static_cast<long>(out.pid);
  Request* request = take_posted(type, source);
  if (request != nullptr && fits(*request, type, length, source)) {
    memcpy(request->buffer, buffer, static_cast<size_t>(length));
    finish_receive(*request, type, length, source);
  } else if (is_forced(type)) {
    report_lost(type, length, source);
  } else {
    Arrival* arrival = new_arrival(type, length, source);
    if (arrival == nullptr) error("no system buffer for %ld bytes to the own node", length);
    memcpy(arrival->data, buffer, static_cast<size_t>(length));
    complete(arrival);
  }
}

__attribute__((cold)) bool sends_under_way() {
  for (int i = 0; Request* request = requests.at(i); ++i) {
    if (request->sends && request->state == Request::State::busy) return true;
  }
  return false;
}

// A program that ends still sends what it began to send, and refuses what waits for room.
__attribute__((cold, noinline)) void finish_sends() {
  const Masked masked;
  for (int i = 0; i < refused_count; ++i) {
    report_lost(refused[i].type, refused[i].length, refused[i].source);
    send_control(node_of(refused[i].source), kRefuse, static_cast<uint32_t>(refused[i].type), 0,
                 refused[i].tag);
  }
  refused_count = 0;
  while (sends_under_way() || out.first != out.end) sleep();
}

// Interrupts are on from before main().
struct Start {
  Start() {
    hal::set_handler(IPSC_VECTOR, interrupt);
    set_pid(static_cast<long>(node_register(IPSC_PID)));
    hal::enable_interrupts();
    atexit(finish_sends);
  }
} start;

}  // namespace

bool is_forced(long type) { return type >= NX_FORCED_FIRST && type <= NX_FORCED_LAST; }

void error(const char* format, ...) {
  static char text[256];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  hal::host_call(IPSC_HOSTCALL_ERROR, reinterpret_cast<uint32_t>(text));
  hal::stop();
}

long own_pid() { return static_cast<long>(out.pid >> kPidShift); }
void set_pid(long pid) { out.pid = static_cast<uint32_t>(pid) << kPidShift; }

Request& post_send(long type, const void* buffer, long length, long node, bool to_host) {
  const Masked masked;
  Request* request = requests.take();
  if (request == nullptr) error("more than %d messages posted", kRequests);
  request->state = Request::State::busy;
  request->sends = true;
  request->type = type;
  request->buffer = const_cast<void*>(buffer);
  request->length = length;
  request->node = node;
  spend(IPSC_COST_SEND);
  const auto bytes = static_cast<uint32_t>(length);
  const auto type_word = static_cast<uint32_t>(type);
  if (to_host) {
    enqueue({IPSC_DESTINATION_HOST, IPSC_KIND_CONSOLE, type_word, bytes, 0, buffer, bytes},
            request);
  } else if (node == hal::core_id()) {
    deliver_here(type, buffer, length);
    request->state = Request::State::done;
    if (after_interrupt != nullptr) after_interrupt();
  } else if (length > kUnreservedBytes && !is_forced(type)) {
    send_control(node, kReserve, type_word, bytes,
                 static_cast<uint32_t>(requests.index_of(request)) | out.pid);
  } else {
    enqueue({static_cast<uint32_t>(node), kData, type_word, bytes, out.pid, buffer, bytes},
            request);
  }
  return *request;
}

Options& options_of(Request& request) {
  if (!request.special) known_options(request) = {};
  request.special = true;
  return known_options(request);
}

namespace {
inline __attribute__((always_inline)) Request& receive_with(long typesel, void* buffer, long length,
                                                            const Options* wanted) {
  const Masked masked;
  Request* request = requests.take();
  if (request == nullptr) error("more than %d messages posted", kRequests);
  request->type = typesel;
  request->buffer = buffer;
  request->length = length;
  request->order = post_count++;
  if (wanted != nullptr) options_of(*request) = *wanted;
  if (Arrival** link = find_link(typesel, wanted != nullptr ? wanted->from : Senders())) {
    Arrival* arrival = *link;
    if (!fits(*request, arrival->type, arrival->length, arrival->node)) return *request;
    request->state = Request::State::busy;
    arrival->claimed_by = request;
    if (arrival->state == Arrival::State::complete) {
      complete(arrival);
      grant_refused();
    }
  } else {
    post(*request);
    grant_refused();
  }
  return *request;
}

}  // namespace

Request& post_receive(long typesel, void* buffer, long length) {
  return receive_with(typesel, buffer, length, nullptr);
}
__attribute__((cold)) Request& post_receive(long typesel, void* buffer, long length,
                                            const Options& wanted) {
  return receive_with(typesel, buffer, length, &wanted);
}

void sleep() { hal::wait_for_interrupt(); }

void wait_for(const Request& request) {
  const Masked masked;
  while (*const_cast<volatile const Request::State*>(&request.state) != Request::State::done) {
    sleep();
  }
}

void release(Request& request) {
  const Masked masked;
  requests.give(&request);
}

long id_of(const Request& request) { return requests.index_of(&request) + 1; }

Request* request_of(long id) {
  Request* request = requests.at(static_cast<int>(id - 1));
  return request == nullptr || request->state == Request::State::free ? nullptr : request;
}

__attribute__((cold, section(".last.text"))) bool was_given(long id) {
  return requests.at(static_cast<int>(id - 1)) != nullptr;
}

__attribute__((cold)) bool withdraw(Request& request) {
  const Masked masked;
  if (request.state != Request::State::posted) return false;
  List& list = list_for(request);
  Request** link = &list.first;
  while (*link != &request) link = &(*link)->next;
  unlink(list, link);
  requests.give(&request);
  return true;
}

const Arrival* find_arrival(long typesel, Senders from) {
  Arrival** link = find_link(typesel, from);
  return link != nullptr && (*link)->state == Arrival::State::complete ? *link : nullptr;
}

__attribute__((cold)) void flush_arrivals(long typesel, Senders from) {
  const Masked masked;
  Arrival** link = &first_arrival;
  while (Arrival* arrival = *link) {
    if (arrival->claimed_by == nullptr && arrival->state == Arrival::State::complete &&
        selects(typesel, arrival->type) && from.include(arrival->node)) {
      remove(arrival);
    } else {
      link = &arrival->next;
    }
  }
  grant_refused();
}

__attribute__((cold)) void call_after_interrupts(void (*function)()) {
  const Masked masked;
  after_interrupt = function;
  hal::set_handler(IPSC_VECTOR, interrupt_and_more);
}

__attribute__((cold)) void kill(long node) {
  const Masked masked;
  send_control(node, kKill, 0, 0, 0);
}

}  // namespace nx
