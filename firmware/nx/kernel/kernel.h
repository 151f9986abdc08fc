// SPDX-License-Identifier: Apache-2.0
// What a node's operating system does with messages: the calls that NX (messages.cpp, global.cpp)
// is made of.
//
// Everything here runs with interrupts masked: in the interrupt handler, or while a Masked lives.
// Source of the protocol: docs/ipsc.md.
#pragma once

#include <stdint.h>

#include "firmware/nx/hardware.h"

namespace nx {

// What a message is, in the header's word "kind".
enum Kind : uint32_t {
  kData = IPSC_KIND_DATA,
  kReserve = IPSC_KIND_RESERVE,
  kGrant = IPSC_KIND_GRANT,
  kReserved = IPSC_KIND_RESERVED,
  kRefuse = IPSC_KIND_REFUSE,
  kKill = IPSC_KIND_KILL
};

constexpr long kUnreservedBytes = IPSC_UNRESERVED_BYTES;  // longer UNFORCED messages reserve first
constexpr int kRequests = 1024;  // per node; also the most messages in system buffers

// Who sent a message, in one word: node and process id.
constexpr int kPidShift = IPSC_PID_SHIFT;
constexpr long kMaxPid = 0x7FFF;
inline long node_of(long source) { return source & ((1L << kPidShift) - 1); }
inline long pid_of(long source) { return source >> kPidShift; }

// Whose messages a receive takes; negative: any sender's.
struct Senders {
  int16_t node = -1;
  int16_t pid = -1;
  bool all() const { return node < 0 && pid < 0; }
  bool include(long source) const {
    return (node < 0 || node == node_of(source)) && (pid < 0 || pid == pid_of(source));
  }
};

// A message that a program sends or receives.
struct Request {
  enum class State : uint8_t { free, posted, busy, done };
  State state = State::free;
  bool sends = false;
  bool to_host = false;
  bool special = false;  // options_of() says more
  long type = 0;         // receives: the selector, then what came
  void* buffer = nullptr;
  long length = 0;  // receives: room, then what came
  long node = 0;    // sends: where to; receives: who sent it, with process id
  uint32_t order = 0;
  Request* next = nullptr;  // in its list
};

// What only some requests have, apart so that the others stay small.
struct Options {
  Senders from;          // receives
  bool reports = false;  // a message that is too long is an error of the call, not of the run
  int error = 0;         // EQ* (nx.h); 0: none
  long partner = 0;      // id of a request that is waited for together with this one; 0: none
  long* info = nullptr;  // receives: where to note what came, beside msginfo
};

// A message without a posted receive, in a system buffer.
struct Arrival {
  enum class State : uint8_t { free, coming, complete };
  State state = State::free;
  long type = 0;
  long length = 0;
  long node = 0;  // who sent it, with process id
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

// Ends the run; `format` and what follows are as for printf.
[[noreturn]] void error(const char* format, ...) __attribute__((cold, format(printf, 1, 2)));

long own_pid();  // of this node's program
void set_pid(long pid);

// Both give a request in state posted, busy or done; release() takes it back. Lengths in bytes.
// `to_host`: text for the console; `type` is the file descriptor, and `node` is ignored.
Request& post_send(long type, const void* buffer, long length, long node, bool to_host);
Request& post_receive(long typesel, void* buffer, long length);
Request& post_receive(long typesel, void* buffer, long length, const Options& options);
// Of a request: makes it special.
Options& options_of(Request& request);
// Halts the core until the request is done.
void wait_for(const Request& request);
void release(Request& request);
// A request's number, as programs hold it, and back: nullptr if `id` is not in use.
long id_of(const Request& request);
Request* request_of(long id);
bool was_given(long id);  // to a request, now or earlier
// Takes a receive back that no message has reached yet; false if one has.
bool withdraw(Request& request);

// The oldest message in a system buffer that `typesel` and `from` select; nullptr if there is none.
const Arrival* find_arrival(long typesel, Senders from = {});
// Drops the messages in system buffers that they select.
void flush_arrivals(long typesel, Senders from);
void sleep();  // until the next interrupt

// `function` is called after every interrupt from now on, and after a message to the own node.
void call_after_interrupts(void (*function)());
// Ends the program of another node.
void kill(long node);

}  // namespace nx
