// The kernel's calls. Its parts are headers that only this file includes: their state and functions
// have internal linkage, so that the compiler sees the whole path of a message, as the time of an
// interrupt depends on it.
#include "kernel.h"

#include <stdarg.h>
#include <stdio.h>
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

// A message to the own node does not leave it.
void deliver_here(long type, const void* buffer, long length) {
  const long node = hal::core_id();
  if (Request* request = take_posted(type)) {
    check_room(*request, type, length, node);
    memcpy(request->buffer, buffer, static_cast<size_t>(length));
    finish_receive(*request, type, length, node);
  } else if (is_forced(type)) {
    report_lost(type, length, node);
  } else {
    Arrival* arrival = new_arrival(type, length, node);
    if (arrival == nullptr) error("no system buffer for %ld bytes to the own node", length);
    memcpy(arrival->data, buffer, static_cast<size_t>(length));
    complete(arrival);
  }
}

// Interrupts are on from before main().
struct Start {
  Start() {
    hal::set_handler(IPSC_VECTOR, interrupt);
    hal::enable_interrupts();
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
    enqueue({IPSC_DESTINATION_HOST, IPSC_HOST_WRITE, type_word, bytes, 0, buffer, bytes}, request);
  } else if (node == hal::core_id()) {
    deliver_here(type, buffer, length);
    request->state = Request::State::done;
  } else if (length > kUnreservedBytes && !is_forced(type)) {
    send_control(node, kReserve, type_word, bytes,
                 static_cast<uint32_t>(requests.index_of(request)));
  } else {
    enqueue({static_cast<uint32_t>(node), kData, type_word, bytes, 0, buffer, bytes}, request);
  }
  return *request;
}

Request& post_receive(long typesel, void* buffer, long length) {
  const Masked masked;
  Request* request = requests.take();
  if (request == nullptr) error("more than %d messages posted", kRequests);
  request->type = typesel;
  request->buffer = buffer;
  request->length = length;
  request->order = post_count++;
  if (Arrival** link = find_link(typesel)) {
    Arrival* arrival = *link;
    check_room(*request, arrival->type, arrival->length, arrival->node);
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

Request& request_of(long id, const char* caller) {
  Request* request = requests.at(static_cast<int>(id - 1));
  if (request == nullptr || request->state == Request::State::free) {
    error("%s: %ld is no message id", caller, id);
  }
  return *request;
}

const Arrival* find_arrival(long typesel) {
  Arrival** link = find_link(typesel);
  return link != nullptr && (*link)->state == Arrival::State::complete ? *link : nullptr;
}

}  // namespace nx
