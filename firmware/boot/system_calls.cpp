// newlib's system calls, carried to the host. There is one process and no signals: what needs
// either says ENOSYS.
#include <errno.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/times.h>
#include <unistd.h>

#include "firmware/boot/host_request.h"
#include "firmware/boot/memory_layout.h"
#include "firmware/hal/processor.h"
#include "firmware/hal/time.h"

extern "C" {
extern char __heap_start[];

// Declared by newlib's headers only under feature macros that freestanding C++ does not set.
int kill(int process, int signal);
int gettimeofday(struct timeval* now, void* zone);
int open(const char* path, int flags, int mode);
}

using boot::address;
using boot::request;

namespace {

int unsupported() {
  errno = ENOSYS;
  return -1;
}

constexpr uint64_t kMicrosPerSecond = 1'000'000;
constexpr uint64_t kTimestampTicksPerMicro = 125;

uint64_t micros() { return hal::global_timestamp() / kTimestampTicksPerMicro; }

}  // namespace

extern "C" {

void _exit(int status) {
  hal::host_call(SCC_HOSTCALL_EXIT, static_cast<uint32_t>(status));
  hal::stop();
}

// Weak: a machine may have a console of its own.
__attribute__((weak)) int write(int file, const void* data, size_t bytes) {
  return request(SCC_HOSTCALL_WRITE, static_cast<uint32_t>(file), address(data), bytes);
}

int read(int file, void* data, size_t bytes) {
  return request(SCC_HOSTCALL_READ, static_cast<uint32_t>(file), address(data), bytes);
}

int open(const char* path, int flags, int mode) {
  return request(SCC_HOSTCALL_OPEN, address(path), static_cast<uint32_t>(flags),
                 static_cast<uint32_t>(mode));
}

int close(int file) { return request(SCC_HOSTCALL_CLOSE, static_cast<uint32_t>(file)); }

off_t lseek(int file, off_t offset, int whence) {
  return request(SCC_HOSTCALL_LSEEK, static_cast<uint32_t>(file), static_cast<uint32_t>(offset),
                 static_cast<uint32_t>(whence));
}

int isatty(int file) {
  if (file <= STDERR_FILENO) return 1;
  errno = ENOTTY;
  return 0;
}

void* sbrk(ptrdiff_t increment) {
  static char* top = __heap_start;
  char* const before = top;
  const uint32_t room = FW_STACK_GUARD - address(before);
  if (increment > 0 && static_cast<uint32_t>(increment) > room) {
    errno = ENOMEM;
    return reinterpret_cast<void*>(-1);
  }
  top += increment;
  return before;
}

// Simulated time since the chip was started.
int gettimeofday(struct timeval* now, void*) {
  const uint64_t us = micros();
  now->tv_sec = static_cast<time_t>(us / kMicrosPerSecond);
  now->tv_usec = static_cast<suseconds_t>(us % kMicrosPerSecond);
  return 0;
}

clock_t times(struct tms* used) {
  const auto ticks = static_cast<clock_t>(micros() * CLOCKS_PER_SEC / kMicrosPerSecond);
  *used = {ticks, 0, 0, 0};
  return ticks;
}

int getpid() { return 1; }
int kill(int, int) { return unsupported(); }
int link(const char*, const char*) { return unsupported(); }

}  // extern "C"
