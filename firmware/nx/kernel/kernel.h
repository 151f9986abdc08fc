// What a node's operating system does with messages: the calls that NX (messages.cpp, global.cpp)
// is made of.
//
// Everything here runs with interrupts masked: in the interrupt handler, or while a Masked lives.
// Source of the protocol: docs/ipsc.md.
#pragma once

#include <stdint.h>

#include "firmware/nx/hardware.h"

namespace nx {

// What a message is, in the header's word "kind". To the host: IPSC_HOST_*.
enum Kind : uint32_t {
  kData = 1,     // data at once
  kReserve = 2,  // a request for room for `count` bytes; tag: the sender's request
  kGrant = 3,    // there is room; tag: the sender's request, count: the reservation
  kReserved = 4  // data for a reservation; tag: the reservation
};

constexpr long kUnreservedBytes = 100;  // longer UNFORCED messages reserve room first
constexpr int kRequests = 1024;         // per node; also the most messages in system buffers

// A message that a program sends or receives.
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

// A message without a posted receive, in a system buffer.
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

// Masks interrupts while it lives.
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

// A program's error ends the run; `format` and what follows are as for printf.
[[noreturn]] void error(const char* format, ...) __attribute__((format(printf, 1, 2)));

// Both give a request in state posted, busy or done; release() takes it back. Lengths in bytes.
// `to_host`: `type` is the file descriptor, and `node` is ignored.
Request& post_send(long type, const void* buffer, long length, long node, bool to_host);
Request& post_receive(long typesel, void* buffer, long length);
// Halts the core until the request is done.
void wait_for(const Request& request);
void release(Request& request);
// A request's number, as programs hold it, and back. Ends the run if `id` is not in use.
long id_of(const Request& request);
Request& request_of(long id, const char* caller);

// The oldest message in a system buffer that `typesel` selects; nullptr if there is none.
const Arrival* find_arrival(long typesel);
void sleep();  // until the next interrupt

}  // namespace nx
