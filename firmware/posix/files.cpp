// SPDX-License-Identifier: Apache-2.0
// Files and descriptors beyond newlib's system calls.
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "firmware/boot/host_request.h"
#include "firmware/posix/call.h"
#include "hw_model/arch/host_file_calls.h"

using boot::request;
using posix::fail;
using posix::unsupported;

extern "C" {
ssize_t __getline(char** line, size_t* bytes, FILE* file);
ssize_t __getdelim(char** line, size_t* bytes, int end, FILE* file);
}

RC_POSIX mode_t umask(mode_t) { return 022; }
RC_POSIX int chmod(const char*, mode_t) { return unsupported(); }
RC_POSIX int symlink(const char*, const char*) { return unsupported(); }
RC_POSIX ssize_t readlink(const char*, char*, size_t) { return fail(EINVAL); }
RC_POSIX int lstat(const char* path, struct stat* status) { return stat(path, status); }
RC_POSIX int ftruncate(int file, off_t bytes) {
  return bytes < 0 ? fail(EINVAL)
                   : request(RC_HOSTCALL_RESIZE, static_cast<uint32_t>(file),
                             static_cast<uint32_t>(bytes));
}
RC_POSIX int truncate(const char* path, off_t bytes) {
  const int file = open(path, O_WRONLY);
  if (file < 0) return -1;
  const int result = ftruncate(file, bytes);
  return close(file) == 0 ? result : -1;
}
RC_POSIX int creat(const char* path, mode_t mode) {
  return open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}
RC_POSIX int getdtablesize() { return 256; }
RC_POSIX char* ttyname(int) {
  fail(ENOTTY);
  return nullptr;
}

// What may be opened may be read (or written).
RC_POSIX int access(const char* path, int mode) {
  if ((mode & X_OK) != 0) return fail(EACCES);
  const int file = open(path, (mode & W_OK) != 0 ? O_WRONLY : O_RDONLY);
  if (file < 0) return -1;
  return close(file);
}

// A write is with the host when it returns.
RC_POSIX int fsync(int file) {
  struct stat status;
  return fstat(file, &status);
}

// Both share the file's position.
RC_POSIX int dup(int file) {
  return request(RC_HOSTCALL_DUPLICATE, static_cast<uint32_t>(file), ~0u);
}
RC_POSIX int dup2(int from, int to) {
  if (to < 0) return fail(EBADF);
  if (from == to) return from <= STDERR_FILENO || fsync(from) == 0 ? to : -1;
  return request(RC_HOSTCALL_DUPLICATE, static_cast<uint32_t>(from), static_cast<uint32_t>(to));
}
RC_POSIX int fcntl(int, int, ...) { return unsupported(); }
RC_POSIX int ioctl(int, unsigned long, ...) { return fail(ENOTTY); }
RC_POSIX int tcgetattr(int, struct termios*) { return fail(ENOTTY); }
RC_POSIX int tcsetattr(int, int, const struct termios*) { return fail(ENOTTY); }
RC_POSIX int tcdrain(int) { return fail(ENOTTY); }
RC_POSIX int tcflow(int, int) { return fail(ENOTTY); }
RC_POSIX int tcflush(int, int) { return fail(ENOTTY); }
RC_POSIX int tcsendbreak(int, int) { return fail(ENOTTY); }
RC_POSIX speed_t cfgetispeed(const struct termios* settings) { return settings->c_ispeed; }
RC_POSIX speed_t cfgetospeed(const struct termios* settings) { return settings->c_ospeed; }
RC_POSIX int cfsetispeed(struct termios* settings, speed_t speed) {
  settings->c_ispeed = speed;
  return 0;
}
RC_POSIX int cfsetospeed(struct termios* settings, speed_t speed) {
  settings->c_ospeed = speed;
  return 0;
}
RC_POSIX void cfmakeraw(struct termios* settings) {
  settings->c_iflag &=
      ~static_cast<tcflag_t>(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON);
  settings->c_oflag &= ~static_cast<tcflag_t>(OPOST);
  settings->c_lflag &= ~static_cast<tcflag_t>(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
  settings->c_cflag &= ~static_cast<tcflag_t>(CSIZE | PARENB);
  settings->c_cflag |= CS8;
}

// Without files these are a sleep; every file is ready at once.
RC_POSIX int select(int files, fd_set* in, fd_set* out, fd_set* except, struct timeval* limit) {
  int ready = 0;
  for (int file = 0; file < files; ++file) {
    if (in != nullptr && FD_ISSET(file, in)) ++ready;
    if (out != nullptr && FD_ISSET(file, out)) ++ready;
  }
  if (except != nullptr) FD_ZERO(except);
  if (ready != 0 || limit == nullptr) return ready;
  const struct timespec duration = {limit->tv_sec, limit->tv_usec * 1000};
  return nanosleep(&duration, nullptr);
}

RC_POSIX int poll(struct pollfd* files, nfds_t count, int milliseconds) {
  int ready = 0;
  for (nfds_t i = 0; i < count; ++i) {
    files[i].revents =
        static_cast<short>(files[i].fd < 0 ? 0 : files[i].events & (POLLIN | POLLOUT));
    if (files[i].revents != 0) ++ready;
  }
  if (ready != 0 || milliseconds <= 0) return ready;
  const struct timespec duration = {milliseconds / 1000, milliseconds % 1000 * 1'000'000L};
  return nanosleep(&duration, nullptr);
}

// One thread never waits for a file.
RC_POSIX void flockfile(FILE*) {}
RC_POSIX int ftrylockfile(FILE*) { return 0; }
RC_POSIX void funlockfile(FILE*) {}

RC_POSIX ssize_t getline(char** line, size_t* bytes, FILE* file) {
  return __getline(line, bytes, file);
}
RC_POSIX ssize_t getdelim(char** line, size_t* bytes, int end, FILE* file) {
  return __getdelim(line, bytes, end, file);
}

namespace {

// `transfer` at another place of the file.
template <class Transfer>
ssize_t elsewhere(int file, off_t offset, Transfer transfer) {
  const off_t here = lseek(file, 0, SEEK_CUR);
  if (here < 0 || lseek(file, offset, SEEK_SET) < 0) return -1;
  const ssize_t result = transfer();
  lseek(file, here, SEEK_SET);
  return result;
}

// Part after part, up to the first that is short.
template <class Transfer>
ssize_t in_parts(const struct iovec* parts, int count, Transfer transfer) {
  ssize_t all = 0;
  for (int i = 0; i < count; ++i) {
    const ssize_t done = transfer(parts[i].iov_base, parts[i].iov_len);
    if (done < 0) return all != 0 ? all : -1;
    all += done;
    if (static_cast<size_t>(done) < parts[i].iov_len) break;
  }
  return all;
}

}  // namespace

RC_POSIX ssize_t pread(int file, void* data, size_t bytes, off_t offset) {
  return elsewhere(file, offset, [=] { return read(file, data, bytes); });
}
RC_POSIX ssize_t pwrite(int file, const void* data, size_t bytes, off_t offset) {
  return elsewhere(file, offset, [=] { return write(file, data, bytes); });
}
RC_POSIX ssize_t readv(int file, const struct iovec* parts, int count) {
  return in_parts(parts, count, [=](void* at, size_t bytes) { return read(file, at, bytes); });
}
RC_POSIX ssize_t writev(int file, const struct iovec* parts, int count) {
  return in_parts(parts, count, [=](void* at, size_t bytes) { return write(file, at, bytes); });
}
