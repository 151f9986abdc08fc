// SPDX-License-Identifier: Apache-2.0
// Handlers: functions of the program that run when a message has come or gone, in between whatever
// the program does. They run one at a time, with the kernel's interrupts on, so they may send,
// receive and wait.
#include <errno.h>
#include <string.h>

#include "calls.h"
#include "firmware/hal/boot_block.h"
#include "firmware/hal/processor.h"
#include "nx.h"

using nx::Request;

namespace {

using Handler = void (*)(long type, long count, long node, long pid, long parameter);

// A request whose end calls a function.
struct Trap {
  Request* request;
  Handler handler;
  long parameter;
};
Trap traps[nx::kRequests];
int trap_count = 0;  // in the order in which they were posted
bool masked = false;
bool started = false;

// Its handler may be anywhere between two instructions of a computation.
class FloatingPoint {
 public:
  FloatingPoint() { asm volatile("fnsave %0\n\tfwait" : "=m"(state_)); }
  ~FloatingPoint() { asm volatile("frstor %0" ::"m"(state_)); }
  FloatingPoint(const FloatingPoint&) = delete;
  FloatingPoint& operator=(const FloatingPoint&) = delete;

 private:
  struct {
    char bytes[108];
  } state_;
};

void call(const Trap& trap) {
  const FloatingPoint floating_point;
  const nx::OwnErrors own_errors;
  const int error = errno;
  long info[8];
  memcpy(info, msginfo, sizeof info);
  long type = trap.request->type, count = trap.request->length;
  long source = trap.request->node;
  if (trap.request->sends) {
    source = mynode() | nx::own_pid() << nx::kPidShift;
    nx::release(*trap.request);
  } else {
    nx::finish(*trap.request);
  }
  hal::enable_interrupts();
  trap.handler(type, count, nx::node_of(source), nx::pid_of(source), trap.parameter);
  hal::disable_interrupts();
  memcpy(msginfo, info, sizeof info);
  errno = error;
}

// Takes out the first that is done.
bool take_done(Trap* taken) {
  for (int i = 0; i < trap_count; ++i) {
    if (traps[i].request->state != Request::State::done) continue;
    *taken = traps[i];
    memmove(traps + i, traps + i + 1, static_cast<size_t>(--trap_count - i) * sizeof(Trap));
    return true;
  }
  return false;
}

// Interrupts are masked.
void run_traps() {
  Trap trap;
  while (!masked && take_done(&trap)) {
    masked = true;
    call(trap);
    masked = false;
  }
}

template <class Function>
void set_trap(Request& request, Function handler, long parameter) {
  const nx::Masked interrupts;
  if (!started) {
    nx::call_after_interrupts(run_traps);
    started = true;
  }
  traps[trap_count++] = {&request, reinterpret_cast<Handler>(handler), parameter};
  run_traps();
}

// A handler of nullptr takes back the receives of that type that still wait for a message.
void remove_traps(long typesel) {
  const nx::Masked interrupts;
  int kept = 0;
  for (int i = 0; i < trap_count; ++i) {
    const Request& request = *traps[i].request;
    const bool mine = !request.sends && request.type == typesel;
    if (!mine || !nx::withdraw(*traps[i].request)) traps[kept++] = traps[i];
  }
  trap_count = kept;
}

}  // namespace

void hrecvx(long typesel, void* buffer, long length, long node, long pid, nx_handler_t handler,
            long parameter) {
  if (handler == nullptr) {
    remove_traps(typesel);
    return;
  }
  nx::check_message("hrecvx", buffer, length);
  set_trap(nx::begin_receive(typesel, buffer, length, nx::senders("hrecvx", node, pid)), handler,
           parameter);
}

void hrecv(long typesel, void* buffer, long length, nx_handler_t handler) {
  hrecvx(typesel, buffer, length, -1, -1, handler, 0);
}

void hsendx(long type, const void* buffer, long length, long node, long, nx_handler_t handler,
            long parameter) {
  nx::check_send("hsendx", type, buffer, length, node);
  if (node < 0) nx::fail(EQNODE, "hsendx: node %ld: one node at a time", node);
  set_trap(nx::begin_send(type, buffer, length, node), handler, parameter);
}

void hsend(long type, const void* buffer, long length, long node, long pid, nx_handler_t handler) {
  hsendx(type, buffer, length, node, pid, handler, 0);
}

void hsendrecv(long type, const void* send_buffer, long send_length, long node, long pid,
               long typesel, void* receive_buffer, long receive_length, nx_handler_t handler) {
  nx::check_send("hsendrecv", type, send_buffer, send_length, node);
  hrecv(typesel, receive_buffer, receive_length, handler);
  msgignore(isend(type, send_buffer, send_length, node, pid));
}

long masktrap(long state) {
  const nx::Masked interrupts;
  const long before = masked;
  masked = state != 0;
  run_traps();
  return before;
}
