// SPDX-License-Identifier: Apache-2.0
// What a process knows of itself and its system: there is one, of root's, and it has no children.
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "firmware/boot/memory_layout.h"
#include "firmware/hal/boot_block.h"
#include "firmware/posix/call.h"

using posix::fail;
using posix::unsupported;

extern "C" char __stack_top[], __stack_guard[], _start[];

namespace {

// Of the stack that the linker gave the program, or (run --stack) the loader: that one ends where
// _start says, and lies behind the rest of memory and a guard page.
rlim_t stack_bytes() {
  constexpr int kOperand = 3;  // of what loads the stack pointer
  uint32_t top;
  memcpy(&top, _start + kOperand, sizeof top);
  const bool linked = top == reinterpret_cast<uint32_t>(__stack_top);
  const uint32_t guard =
      linked ? reinterpret_cast<uint32_t>(__stack_guard) : hal::boot_word(SCC_BOOT_WORD_MEMORY_END);
  return top - guard - FW_PAGE;
}

}  // namespace

RC_POSIX uid_t getuid() { return 0; }
RC_POSIX uid_t geteuid() { return 0; }
RC_POSIX gid_t getgid() { return 0; }
RC_POSIX gid_t getegid() { return 0; }
RC_POSIX pid_t getppid() { return 0; }
RC_POSIX pid_t getpgrp() { return 1; }
RC_POSIX pid_t setsid() { return fail(EPERM); }
RC_POSIX char* getlogin() { return nullptr; }
RC_POSIX char* secure_getenv(const char* name) { return getenv(name); }
RC_POSIX int nice(int) { return 0; }
RC_POSIX int sched_yield() { return 0; }

RC_POSIX pid_t fork() { return unsupported(); }
RC_POSIX pid_t vfork() { return unsupported(); }
RC_POSIX int execve(const char*, char* const*, char* const*) { return unsupported(); }
RC_POSIX int execv(const char*, char* const*) { return unsupported(); }
RC_POSIX int execvp(const char*, char* const*) { return unsupported(); }
RC_POSIX pid_t wait(int*) { return fail(ECHILD); }
RC_POSIX pid_t waitpid(pid_t, int*, int) { return fail(ECHILD); }
RC_POSIX pid_t wait3(int*, int, struct rusage*) { return fail(ECHILD); }
RC_POSIX pid_t wait4(pid_t, int*, int, struct rusage*) { return fail(ECHILD); }
RC_POSIX int pipe(int*) { return unsupported(); }
RC_POSIX int pclose(FILE*) { return fail(ECHILD); }

// system(NULL) asks whether there is a shell.
RC_POSIX int system(const char* command) { return command == nullptr ? 0 : unsupported(); }

RC_POSIX int getrusage(int who, struct rusage* used) {
  memset(used, 0, sizeof *used);
  if (who == RUSAGE_CHILDREN) return 0;
  return who == RUSAGE_SELF ? gettimeofday(&used->ru_utime, nullptr) : fail(EINVAL);
}

RC_POSIX int getrlimit(int what, struct rlimit* limit) {
  limit->rlim_cur = limit->rlim_max = RLIM_INFINITY;
  if (what == RLIMIT_STACK) limit->rlim_cur = limit->rlim_max = stack_bytes();
  return 0;
}
RC_POSIX int setrlimit(int, const struct rlimit*) { return unsupported(); }
RC_POSIX int getpriority(int, id_t) { return 0; }
RC_POSIX int setpriority(int, id_t, int) { return unsupported(); }

RC_POSIX int uname(struct utsname* name) {
  strcpy(name->sysname, "RockCreek");
  gethostname(name->nodename, sizeof name->nodename);
  strcpy(name->release, "1");
  strcpy(name->version, "newlib");
  strcpy(name->machine, "i586");
  return 0;
}

// Days from 1970 to the first of March of a year, whose years end in February.
RC_POSIX time_t timegm(struct tm* date) {
  const int months = date->tm_year * 12 + date->tm_mon - 2;  // since March 1900
  const long year = 1900 + (months >= 0 ? months / 12 : -((11 - months) / 12));
  const long month = (months % 12 + 12) % 12;
  const long days = year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 +
                    date->tm_mday - 1 - 719468;
  const time_t seconds =
      ((time_t{days} * 24 + date->tm_hour) * 60 + date->tm_min) * 60 + date->tm_sec;
  gmtime_r(&seconds, date);
  return seconds;
}

RC_POSIX int getpagesize() { return FW_PAGE; }

// One processor: what a program sees of the others is RCCE's.
RC_POSIX long sysconf(int name) {
  switch (name) {
    case _SC_PAGESIZE:
      return FW_PAGE;
    case _SC_CLK_TCK:
      return CLOCKS_PER_SEC;
    case _SC_NPROCESSORS_CONF:
    case _SC_NPROCESSORS_ONLN:
      return 1;
    case _SC_PHYS_PAGES:
    case _SC_AVPHYS_PAGES:
      return static_cast<long>(hal::boot_word(SCC_BOOT_WORD_MEMORY_END) / FW_PAGE);
    case _SC_OPEN_MAX:
      return 256;
    case _SC_ARG_MAX:
      return SCC_BOOT_BLOCK_SIZE;
    case _SC_HOST_NAME_MAX:
      return 64;
    case _SC_LINE_MAX:
      return 2048;
    default:
      return fail(EINVAL);
  }
}
