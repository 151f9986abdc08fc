// SPDX-License-Identifier: Apache-2.0
#include "firmware/native/faults.h"

#include <signal.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "firmware/native/boot_block.h"
#include "firmware/native/process.h"

namespace {

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
constexpr uintptr_t kNearStack = 0x10000;  // a frame that large may have begun below the stack

alignas(16) char handler_stack[0x10000];  // the program's own may be at its end
pid_t process;

uint32_t low(uintptr_t address) { return static_cast<uint32_t>(address); }
uint32_t high(uintptr_t address) { return static_cast<uint32_t>(address >> 32); }

}  // namespace

// Found by its name (sim/symbols/process_stack.cpp).
extern "C" void rockcreek_native_fault(int number, siginfo_t* info, void* context) {
  if (getpid() != process) {  // a process that the program has started dies by itself
    signal(number, SIG_DFL);
    return;
  }
  greg_t* const registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  const auto address = reinterpret_cast<uintptr_t>(info->si_addr);
  NativeWait& wait = native::wait_of_this_core();
  native::note_start();
  wait.thread = static_cast<unsigned>(syscall(SYS_gettid));
  wait.trap = static_cast<unsigned>(registers[REG_TRAPNO]);
  wait.error = static_cast<unsigned>(registers[REG_ERR]);
  wait.address[0] = low(address);
  wait.address[1] = high(address);
  wait.jumped = number == SIGSEGV && address == static_cast<uintptr_t>(registers[REG_RIP]);
  wait.at_stack =
      address - static_cast<uintptr_t>(registers[REG_RSP]) + kNearStack < 2 * kNearStack;
  if (wait.jumped != 0) {  // the call has left where it was
    registers[REG_RIP] = *reinterpret_cast<const greg_t*>(registers[REG_RSP]) - 1;
    registers[REG_RSP] += sizeof(greg_t);
  }
  __atomic_store_n(&wait.signal, static_cast<unsigned>(number), __ATOMIC_RELEASE);
  for (;;) pause();
}

void native::watch_faults() {
  process = getpid();
  const stack_t stack = {handler_stack, 0, sizeof handler_stack};
  stack_t present;
  if (sigaltstack(nullptr, &present) == 0 && (present.ss_flags & SS_DISABLE) != 0)
    sigaltstack(&stack, nullptr);
  for (const int number : kSignals) {
    struct sigaction action = {};
    if (sigaction(number, nullptr, &action) != 0 || action.sa_handler != SIG_DFL) continue;
    action.sa_sigaction = rockcreek_native_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaction(number, &action, nullptr);
  }
}
