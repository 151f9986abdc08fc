#include "kernel.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "buffers.h"
#include "firmware/hal/boot_block.h"
#include "firmware/hal/host.h"
#include "firmware/hal/interrupt.h"
#include "firmware/hal/processor.h"
#include "nx.h"

namespace nx {
namespace {

// --- free lists
// -----------------------------------------------------------------------------------

template <class T, int N>
class Pool {
 public:
  T* take() {
    if (free_ != nullptr) {
      T* item = free_;
      free_ = item->next;
      *item = {};
      return item;
    }
    return used_ < N ? &items_[used_++] : nullptr;
  }
  void give(T* item) {
    item->state = T::State::free;
    item->next = free_;
    free_ = item;
  }
  int index_of(const T* item) const { return static_cast<int>(item - items_); }
  T* at(int index) { return index >= 0 && index < used_ ? &items_[index] : nullptr; }

 private:
  T items_[N];
  T* free_ = nullptr;
  int used_ = 0;
};

Pool<Request, kRequests> requests;
Pool<Arrival, kRequests> arrivals;

// --- posted receives
// ------------------------------------------------------------------------------ Those for one type
// stand in a list found by that type, so that a node may post hundreds and still find the right one
// at once; selectors of several types stand in a list of their own.

constexpr uint32_t kBuckets = 256;

struct List {
  Request* first = nullptr;
  Request** end = &first;
};
List posted_by_type[kBuckets];
List posted_sets;
uint32_t post_count = 0;

List& list_of(long type) { return posted_by_type[static_cast<uint32_t>(type) % kBuckets]; }

void append(List& list, Request& request) {
  request.next = nullptr;
  *list.end = &request;
  list.end = &request.next;
}

void unlink(List& list, Request** link) {
  Request* request = *link;
  *link = request->next;
  if (list.end == &request->next) list.end = link;
}

bool selects(long typesel, long type) {
  if (typesel >= 0) return typesel == type;
  if (typesel == NX_ANY) return type <= NX_USER_LAST;
  return type < 31 && (static_cast<uint32_t>(typesel) >> type & 1) != 0;
}

Request** find_in(List& list, long type) {
  for (Request** link = &list.first; *link != nullptr; link = &(*link)->next) {
    if (selects((*link)->type, type)) return link;
  }
  return nullptr;
}

// The receive posted first that takes a message of `type`, no longer posted; or nullptr.
Request* take_posted(long type) {
  List& list = list_of(type);
  Request** exact = find_in(list, type);
  Request** set = find_in(posted_sets, type);
  if (exact == nullptr && set == nullptr) return nullptr;
  const bool use_set = exact == nullptr || (set != nullptr && (*set)->order < (*exact)->order);
  Request** link = use_set ? set : exact;
  Request* request = *link;
  unlink(use_set ? posted_sets : list, link);
  request->state = Request::State::busy;
  return request;
}

// --- messages nobody has received
// -------------------------------------------------------------------

Arrival* first_arrival = nullptr;
Arrival** last_arrival = &first_arrival;

Arrival* new_arrival(long type, long length, long node) {
  void* data = allocate_buffer(static_cast<uint32_t>(length));
  if (data == nullptr) return nullptr;
  Arrival* arrival = arrivals.take();
  if (arrival == nullptr) {
    free_buffer(data);
    return nullptr;
  }
  arrival->state = Arrival::State::coming;
  arrival->type = type;
  arrival->length = length;
  arrival->node = node;
  arrival->data = data;
  *last_arrival = arrival;
  last_arrival = &arrival->next;
  return arrival;
}

Arrival** find_link(long typesel) {
  for (Arrival** link = &first_arrival; *link != nullptr; link = &(*link)->next) {
    if ((*link)->claimed_by == nullptr && selects(typesel, (*link)->type)) return link;
  }
  return nullptr;
}

void remove(Arrival* arrival) {
  Arrival** link = &first_arrival;
  while (*link != arrival) link = &(*link)->next;
  *link = arrival->next;
  if (last_arrival == &arrival->next) last_arrival = link;
  free_buffer(arrival->data);
  arrivals.give(arrival);
}

// --- sending
// ------------------------------------------------------------------------------------------

struct Outgoing {
  Descriptor descriptor;
  Request* request;  // done once it left; nullptr for control messages
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

void control(long node, Kind kind, uint32_t type, uint32_t count, uint32_t tag) {
  enqueue({static_cast<uint32_t>(node), kind, type, count, tag, nullptr, 0}, nullptr);
}

// --- receiving
// ----------------------------------------------------------------------------------------

// Where the message that is coming in goes: a receive, a system buffer, or neither.
struct Target {
  Request* request = nullptr;
  Arrival* arrival = nullptr;
};
Target coming;

// Room that was granted, by reservation number, until its data begins to come.
struct Reservation {
  enum class State : uint8_t { free, granted };
  State state = State::free;
  Target target;
  Reservation* next = nullptr;
};
Pool<Reservation, kRequests> reservations;

// Reserves that found no room: answered as buffers come free.
struct Refused {
  long node, type, length;
  uint32_t tag;
};
Refused refused[kRequests];
int refused_count = 0;

struct Header {
  long node;
  uint32_t kind;
  long type;
  uint32_t count, tag, bytes;
};

Header read_header() {
  return {static_cast<long>(node_register(IPSC_HEADER_SOURCE)),
          node_register(IPSC_HEADER_KIND),
          static_cast<long>(node_register(IPSC_HEADER_TYPE)),
          node_register(IPSC_HEADER_COUNT),
          node_register(IPSC_HEADER_TAG),
          node_register(IPSC_HEADER_BYTES)};
}

void finish_receive(Request& request, long type, long length, long node) {
  request.type = type;
  request.length = length;
  request.node = node;
  request.state = Request::State::done;
}

void check_room(const Request& request, long type, long length, long node) {
  if (length <= request.length) return;
  error("message of %ld bytes, type %ld from node %ld, is longer than the %ld bytes posted for it",
        length, type, node, request.length);
}

void arrived(Arrival* arrival) {
  arrival->state = Arrival::State::complete;
  if (Request* request = arrival->claimed_by) {
    memcpy(request->buffer, arrival->data, static_cast<size_t>(arrival->length));
    finish_receive(*request, arrival->type, arrival->length, arrival->node);
    remove(arrival);
  }
}

void lose(long type, long length, long node) {
  hal::host_call(IPSC_HOSTCALL_LOST, static_cast<uint32_t>(type), static_cast<uint32_t>(length),
                 static_cast<uint32_t>(node));
}

// A receive that waits for it or a buffer; neither: no room.
Target target_for(long type, long length, long node) {
  Target target;
  target.request = take_posted(type);
  if (target.request != nullptr) {
    check_room(*target.request, type, length, node);
    target.request->node = node;
  } else {
    target.arrival = new_arrival(type, length, node);
  }
  return target;
}

void receive_into(const Header& header, const Target& target) {
  coming = target;
  const auto length = static_cast<long>(header.bytes);
  if (target.request != nullptr) {
    target.request->length = length;
    target.request->type = header.type;
    target.request->node = header.node;
  }
  spend(IPSC_COST_ACCEPT);
  void* buffer = target.request != nullptr   ? target.request->buffer
                 : target.arrival != nullptr ? target.arrival->data
                                             : nullptr;
  accept(header.bytes != 0 ? buffer : nullptr);
  if (header.bytes != 0) return;
  coming = {};
  if (target.request != nullptr) {
    target.request->state = Request::State::done;
  } else if (target.arrival != nullptr) {
    arrived(target.arrival);
  }
}

void handle_data(const Header& header) {
  const auto length = static_cast<long>(header.bytes);
  Target target;
  if (is_forced(header.type)) {
    target.request = take_posted(header.type);
    if (target.request == nullptr) {
      lose(header.type, length, header.node);
    } else {
      check_room(*target.request, header.type, length, header.node);
    }
  } else {
    target = target_for(header.type, length, header.node);
    if (target.request == nullptr && target.arrival == nullptr) {
      error("no system buffer for a message of %ld bytes, type %ld from node %ld", length,
            header.type, header.node);
    }
  }
  receive_into(header, target);
}

bool grant(long node, long type, long length, uint32_t tag) {
  const Target target = target_for(type, length, node);
  if (target.request == nullptr && target.arrival == nullptr) return false;
  Reservation* reservation = reservations.take();
  if (reservation == nullptr) error("more than %d reservations", kRequests);
  reservation->state = Reservation::State::granted;
  reservation->target = target;
  control(node, kGrant, static_cast<uint32_t>(type),
          static_cast<uint32_t>(reservations.index_of(reservation)), tag);
  return true;
}

void handle_reserve(const Header& header) {
  accept(nullptr);
  spend(IPSC_COST_CONTROL);
  const auto length = static_cast<long>(header.count);
  if (grant(header.node, header.type, length, header.tag)) return;
  if (refused_count == kRequests) error("more than %d messages wait for room", kRequests);
  refused[refused_count++] = {header.node, header.type, length, header.tag};
}

void grant_refused() {
  int kept = 0;
  for (int i = 0; i < refused_count; ++i) {
    const Refused& wish = refused[i];
    // Strictly in order: nobody overtakes who asked first.
    if (kept != 0 || !grant(wish.node, wish.type, wish.length, wish.tag)) refused[kept++] = wish;
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
      error("message of unknown kind %u from node %ld", header.kind, header.node);
  }
}

void handle_received() {
  const Target target = coming;
  coming = {};
  spend(IPSC_COST_COMPLETE);
  if (target.request != nullptr) {
    target.request->state = Request::State::done;
  } else if (target.arrival != nullptr) {
    arrived(target.arrival);
  }
}

void handle_sent() {
  Request* request = queue[queue_first++ % kQueue].request;
  if (request != nullptr) request->state = Request::State::done;
  sending = false;
  launch_next();
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

// A message to the own node does not leave it.
void deliver_here(long type, const void* buffer, long length) {
  const long node = hal::core_id();
  if (Request* request = take_posted(type)) {
    check_room(*request, type, length, node);
    memcpy(request->buffer, buffer, static_cast<size_t>(length));
    finish_receive(*request, type, length, node);
  } else if (is_forced(type)) {
    lose(type, length, node);
  } else {
    Arrival* arrival = new_arrival(type, length, node);
    if (arrival == nullptr) error("no system buffer for %ld bytes to the own node", length);
    memcpy(arrival->data, buffer, static_cast<size_t>(length));
    arrived(arrival);
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
    control(node, kReserve, type_word, bytes, static_cast<uint32_t>(requests.index_of(request)));
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
      arrived(arrival);
      grant_refused();
    }
  } else {
    request->state = Request::State::posted;
    append(typesel >= 0 ? list_of(typesel) : posted_sets, *request);
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
