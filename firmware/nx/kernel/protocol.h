// SPDX-License-Identifier: Apache-2.0
// What a node does as messages come in: the protocol between kernels, and the interrupt handler
// that runs it.
//
// Data of up to kUnreservedBytes and FORCED messages come at once. Longer UNFORCED ones are
// announced (kReserve), and their data comes (kReserved) after this node has granted room for it
// (kGrant).
#pragma once

#include "arrivals.h"
#include "firmware/hal/host.h"
#include "firmware/hal/processor.h"
#include "hw_model/arch/scc_map.h"
#include "nx.h"
#include "send_queue.h"

namespace nx {
namespace {

// Where an incoming message goes: a receive, a system buffer, or neither (its data is dropped).
struct Target {
  Request* request = nullptr;
  Arrival* arrival = nullptr;
};
Target incoming;

// Room that was granted, by its number, until the data begins to come.
struct Reservation {
  enum class State : uint8_t { free, granted };
  State state = State::free;
  Target target;
  Reservation* next = nullptr;
};
Pool<Reservation, kRequests> reservations;

// Announced messages for which there was no room yet; granted as receives are posted and buffers
// come free.
struct Refused {
  long source, type, length;
  uint32_t tag;
};
Refused refused[kRequests];
int refused_count = 0;

struct Header {
  long source;  // of data and reservations: with process id
  uint32_t kind;
  long type;
  uint32_t count, tag, bytes;
};

constexpr uint32_t kIndexMask = (1u << kPidShift) - 1;

Header read_header() {
  const uint32_t tag = node_register(IPSC_HEADER_TAG);
  return {static_cast<long>(node_register(IPSC_HEADER_SOURCE) | (tag & ~kIndexMask)),
          node_register(IPSC_HEADER_KIND),
          static_cast<long>(node_register(IPSC_HEADER_TYPE)),
          node_register(IPSC_HEADER_COUNT),
          tag & kIndexMask,
          node_register(IPSC_HEADER_BYTES)};
}

// Whether the message fits into the receive. If not, the receive is done with an error, or the run
// ends.
__attribute__((cold, noinline)) void refuse_length(Request& request, long type, long length,
                                                   long source) {
  if (!request.special || !known_options(request).reports) {
    error(
        "message of %ld bytes, type %ld from node %ld, is longer than the %ld bytes posted for it",
        length, type, node_of(source), request.length);
  }
  known_options(request).error = EQMSGLONG;
  finish_receive(request, type, length, source);
}
bool fits(Request& request, long type, long length, long source) {
  if (length <= request.length) return true;
  refuse_length(request, type, length, source);
  return false;
}

__attribute__((cold, noinline)) void report_lost(long type, long length, long source) {
  hal::host_call(IPSC_HOSTCALL_LOST, static_cast<uint32_t>(type), static_cast<uint32_t>(length),
                 static_cast<uint32_t>(node_of(source)));
}

// The receive that is posted for a message, or else a new system buffer; neither if no room is
// left.
Target target_for(long type, long length, long source) {
  Target target;
  target.request = take_posted(type, source);
  if (target.request != nullptr && fits(*target.request, type, length, source)) {
    target.request->node = source;
  } else {
    target.request = nullptr;
    target.arrival = new_arrival(type, length, source);
  }
  return target;
}

void receive_into(const Header& header, const Target& target) {
  incoming = target;
  const auto length = static_cast<long>(header.bytes);
  if (target.request != nullptr) {
    target.request->length = length;
    target.request->type = header.type;
  }
  spend(IPSC_COST_ACCEPT);
  void* buffer = target.request != nullptr   ? target.request->buffer
                 : target.arrival != nullptr ? target.arrival->data
                                             : nullptr;
  accept(header.bytes != 0 ? buffer : nullptr);
  if (header.bytes != 0) return;
  incoming = {};
  if (target.request != nullptr) {
    target.request->state = Request::State::done;
  } else if (target.arrival != nullptr) {
    complete(target.arrival);
  }
}

void handle_data(const Header& header) {
  const auto length = static_cast<long>(header.bytes);
  Target target;
  if (is_forced(header.type)) {
    target.request = take_posted(header.type, header.source);
    if (target.request == nullptr || !fits(*target.request, header.type, length, header.source)) {
      target.request = nullptr;
      report_lost(header.type, length, header.source);
    } else {
      target.request->node = header.source;
    }
  } else {
    target = target_for(header.type, length, header.source);
    if (target.request == nullptr && target.arrival == nullptr) {
      error("no system buffer for a message of %ld bytes, type %ld from node %ld", length,
            header.type, node_of(header.source));
    }
  }
  receive_into(header, target);
}

bool grant(long source, long type, long length, uint32_t tag) {
  const Target target = target_for(type, length, source);
  if (target.request == nullptr && target.arrival == nullptr) return false;
  Reservation* reservation = reservations.take();
  if (reservation == nullptr) error("more than %d reservations", kRequests);
  reservation->state = Reservation::State::granted;
  reservation->target = target;
  send_control(node_of(source), kGrant, static_cast<uint32_t>(type),
               static_cast<uint32_t>(reservations.index_of(reservation)), tag);
  return true;
}

void handle_reserve(const Header& header) {
  accept(nullptr);
  spend(IPSC_COST_CONTROL);
  const auto length = static_cast<long>(header.count);
  if (grant(header.source, header.type, length, header.tag)) return;
  if (refused_count == kRequests) error("more than %d messages wait for room", kRequests);
  refused[refused_count++] = {header.source, header.type, length, header.tag};
}

void grant_refused() {
  int kept = 0;
  for (int i = 0; i < refused_count; ++i) {
    const Refused& next = refused[i];
    // Strictly in order: while one waits, those behind it wait too.
    if (kept != 0 || !grant(next.source, next.type, next.length, next.tag)) refused[kept++] = next;
  }
  refused_count = kept;
}

void handle_grant(const Header& header) {
  accept(nullptr);
  spend(IPSC_COST_CONTROL);
  Request& request = *requests.at(static_cast<int>(header.tag));
  enqueue({static_cast<uint32_t>(request.node), kReserved, static_cast<uint32_t>(request.type),
           static_cast<uint32_t>(request.length), header.count, request.buffer,
           static_cast<uint32_t>(request.length)},
          &request);
}

// The message reached a program that had ended; its host has reported it to the user. Or: a program
// ended all others.
__attribute__((cold, noinline)) void handle_rare(const Header& header) {
  accept(nullptr);
  if (header.kind == kRefuse) {
    requests.at(static_cast<int>(header.tag))->state = Request::State::done;
  } else if (header.kind == kKill) {
    hal::host_call(SCC_HOSTCALL_EXIT, 0);
    hal::stop();
  } else {
    error("message of unknown kind %u from node %ld", header.kind, node_of(header.source));
  }
}

void handle_header() {
  const Header header = read_header();
  switch (header.kind) {
    case kData:
      handle_data(header);
      break;
    case kReserve:
      handle_reserve(header);
      break;
    case kGrant:
      handle_grant(header);
      break;
    case kReserved: {
      Reservation* reservation = reservations.at(static_cast<int>(header.tag));
      const Target target = reservation->target;
      reservations.give(reservation);
      receive_into(header, target);
      break;
    }
    default:
      handle_rare(header);
  }
}

void handle_received() {
  const Target target = incoming;
  incoming = {};
  spend(IPSC_COST_COMPLETE);
  if (target.request != nullptr) {
    target.request->state = Request::State::done;
  } else if (target.arrival != nullptr) {
    complete(target.arrival);
  }
}

void interrupt() {
  while (const uint32_t cause = node_register(IPSC_CAUSE)) {
    node_register(IPSC_CAUSE) = cause;
    // The end of one message before the beginning of the next.
    if ((cause & IPSC_CAUSE_SENT) != 0) handle_sent();
    if ((cause & IPSC_CAUSE_RECEIVED) != 0) handle_received();
    if ((cause & IPSC_CAUSE_HEADER) != 0) handle_header();
  }
}

}  // namespace
}  // namespace nx
