// What a node's operating system does with messages: requests that programs posted, messages that
// nobody waits for yet, the queue of what is to be sent, and the interrupts that move them on.
//
// Everything here runs with interrupts masked: in the handler, or between Masked's braces.
#pragma once

#include <stdint.h>

#include "hardware.h"

namespace nx {

// What a message carries, in the header's word "kind". To the host: IPSC_HOST_*.
enum Kind : uint32_t {
  kData = 1,     // data at once
  kReserve = 2,  // asks for room for `count` bytes; tag: the sender's request
  kGrant = 3,    // there is room; tag: the sender's request, count: the reservation
  kReserved = 4  // data for a reservation; tag: the reservation
};

constexpr long kUnreservedBytes = 100;  // longer UNFORCED messages reserve first
constexpr int kRequests = 1024;

struct Request {
  enum class State : uint8_t { free, posted, busy, done };
  State state = State::free;
  bool sends = false;
  bool to_host = false;
  long type = 0;  // receives: the selector, then what came
  void* buffer = nullptr;
  long length = 0;  // receives: room, then what came
  long node = 0;    // the other side
  uint32_t order = 0;
  Request* next = nullptr;  // in its list
};

// A message without a receive, in a system buffer.
struct Arrival {
  enum class State : uint8_t { free, coming, complete };
  State state = State::free;
  long type = 0;
  long length = 0;
  long node = 0;
  void* data = nullptr;
  Request* claimed_by = nullptr;  // a receive posted while it was coming in
  Arrival* next = nullptr;        // in order of arrival
};

class Masked {
 public:
  Masked() { asm volatile("pushfl\n\tpopl %0\n\tcli" : "=r"(flags_)::"memory"); }
  ~Masked() { asm volatile("pushl %0\n\tpopfl" ::"r"(flags_) : "memory", "cc"); }
  Masked(const Masked&) = delete;
  Masked& operator=(const Masked&) = delete;

 private:
  uint32_t flags_;
};

bool is_forced(long type);

// Programs' errors end the run: text as printf has it.
[[noreturn]] void error(const char* format, ...) __attribute__((format(printf, 1, 2)));

// Both give a request in state posted, busy or done.
Request& post_send(long type, const void* buffer, long length, long node, bool to_host);
Request& post_receive(long typesel, void* buffer, long length);
// Sleeps until the request is done.
void wait_for(const Request& request);
void release(Request& request);
// A request's number, as programs hold it, and back; error for what is none.
long id_of(const Request& request);
Request& request_of(long id, const char* caller);

// The oldest message nobody has received of a type that `typesel` selects, or nullptr.
const Arrival* find_arrival(long typesel);
void sleep();  // until something happened

}  // namespace nx
