// SPDX-License-Identifier: Apache-2.0
// NX's file calls, on the host's files: modes in which all nodes share one position, and calls that
// extend a file. Reading and writing take no simulated time beyond the calls to the host, so the
// asynchronous ones are done when they return.
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "calls.h"
#include "nx.h"

namespace {

constexpr int kFiles = 256;
// Types that programs cannot use.
constexpr long kTakeType = NX_USER_LAST + 100;
constexpr long kTakenType = kTakeType + 1;

// How the nodes use a file. In M_LOG, node 0 has the position.
struct File {
  int mode = M_UNIX;
  long position = 0;  // shared, where all nodes can compute it
};
File files[kFiles];

struct Take {
  int file;
  long bytes;
} asked;

File& file_of(const char* caller, int file) {
  struct stat status;
  if (file < 0 || file >= kFiles || fstat(file, &status) != 0) {
    nx::fail(EBADF, "%s: %d is no open file", caller, file);
  }
  return files[file];
}

// Moves the position of an M_LOG file on; returns where it was.
long take(int file, long bytes) {
  const nx::Masked masked;
  const long before = files[file].position;
  files[file].position += bytes;
  return before;
}

// On node 0, for another node.
void serve(long, long, long node, long, long) {
  const long at = take(asked.file, asked.bytes);
  csend(kTakenType, &at, sizeof at, node, 0);
  hrecvx(kTakeType, &asked, sizeof asked, -1, -1, reinterpret_cast<nx_handler_t>(serve), 0);
}

long take_from_node_0(int file, long bytes) {
  if (mynode() == 0) return take(file, bytes);
  const Take wanted{file, bytes};
  long at = 0;
  csendrecv(kTakeType, &wanted, sizeof wanted, 0, 0, kTakenType, &at, sizeof at);
  return at;
}

// What the nodes with lower numbers and all nodes together transfer.
void add_up(long bytes, long* below, long* all) {
  long each[IPSC_MAX_NODES];
  gcol(&bytes, sizeof bytes, each, sizeof each, nullptr);
  *below = *all = 0;
  for (long node = 0; node < numnodes(); ++node) {
    if (node < mynode()) *below += each[node];
    *all += each[node];
  }
}

// Moves the file's position to where this node's part of a transfer begins.
void place(int number, File& file, long bytes) {
  long at = file.position, below = 0, all = 0;
  switch (file.mode) {
    case M_LOG:
      at = take_from_node_0(number, bytes);
      break;
    case M_SYNC:
      add_up(bytes, &below, &all);
      at += below;
      file.position += all;
      break;
    case M_RECORD:
      at += mynode() * bytes;
      file.position += numnodes() * bytes;
      break;
    case M_GLOBAL:
      file.position += bytes;
      break;
    default:
      return;
  }
  lseek(number, at, SEEK_SET);
}

long size_of(int number) {
  struct stat status;
  return fstat(number, &status) == 0 ? status.st_size : -1;
}

}  // namespace

void setiomode(int number, int mode) {
  if (mode < M_UNIX || mode > M_ASYNC) nx::fail(EQMODE, "setiomode: mode %d", mode);
  File& file = file_of("setiomode", number);
  file.mode = mode;
  file.position = lseek(number, 0, SEEK_CUR);
  static bool serving = false;
  if (mode == M_LOG && mynode() == 0 && !serving) {
    hrecvx(kTakeType, &asked, sizeof asked, -1, -1, reinterpret_cast<nx_handler_t>(serve), 0);
    serving = true;
  }
  gsync();
}

long iomode(int number) { return file_of("iomode", number).mode; }

int gopen(const char* path, int flags, int mode, int permissions) {
  // One node makes the file.
  if (mynode() != 0) gsync();
  const int number = open(path, mynode() == 0 ? flags : flags & ~(O_TRUNC | O_EXCL), permissions);
  const int error = errno;
  if (mynode() == 0) gsync();
  if (number < 0) nx::fail(error, "gopen: %s cannot be opened", path);
  setiomode(number, mode);
  return number;
}

int nx::read(const char* caller, int number, void* buffer, unsigned bytes) {
  place(number, file_of(caller, number), static_cast<long>(bytes));
  const int got = static_cast<int>(::read(number, buffer, bytes));
  if (got < 0) nx::fail(errno, "%s: file %d cannot be read", caller, number);
  return got;
}

int nx::write(const char* caller, int number, const void* buffer, unsigned bytes) {
  File& file = file_of(caller, number);
  place(number, file, static_cast<long>(bytes));
  if (file.mode == M_GLOBAL && mynode() != 0) return static_cast<int>(bytes);
  const int written = static_cast<int>(::write(number, buffer, bytes));
  if (written < 0 || static_cast<unsigned>(written) != bytes) {
    nx::fail(errno, "%s: file %d cannot be written", caller, number);
  }
  return written;
}

void cread(int number, void* buffer, unsigned bytes) { nx::read("cread", number, buffer, bytes); }
void cwrite(int number, const void* buffer, unsigned bytes) {
  nx::write("cwrite", number, buffer, bytes);
}

long iread(int number, void* buffer, unsigned bytes) {
  nx::read("iread", number, buffer, bytes);
  return 1;
}
long iwrite(int number, const void* buffer, unsigned bytes) {
  nx::write("iwrite", number, buffer, bytes);
  return 1;
}
void iowait(long) {}
long iodone(long) { return 1; }

long iseof(int number) {
  const File& file = file_of("iseof", number);
  const bool own = file.mode == M_UNIX || file.mode == M_ASYNC;
  const long at = own                  ? lseek(number, 0, SEEK_CUR)
                  : file.mode == M_LOG ? take_from_node_0(number, 0)
                                       : file.position;
  return at >= size_of(number);
}

long lsize(int number, long offset, int whence) {
  file_of("lsize", number);
  const long size = size_of(number), at = lseek(number, 0, SEEK_CUR);
  const long wanted = offset + (whence == SIZE_CUR ? at : whence == SIZE_END ? size : 0);
  if (whence < SIZE_SET || whence > SIZE_END || wanted < 0) {
    nx::fail(EINVAL, "lsize: offset %ld, whence %d", offset, whence);
  }
  if (wanted <= size) return size;
  lseek(number, wanted - 1, SEEK_SET);
  const bool extended = write(number, "", 1) == 1;
  lseek(number, at, SEEK_SET);
  if (!extended) nx::fail(errno, "lsize: file %d cannot be extended to %ld bytes", number, wanted);
  return wanted;
}

esize_t esize(int number, esize_t offset, int whence) {
  char text[24];
  etos(offset, text);
  const long size = lsize(number, strtol(text, nullptr, 10), whence);
  return {static_cast<unsigned long>(size), 0};
}

esize_t eseek(int number, esize_t offset, int whence) {
  const long at = lseek(number, static_cast<long>(offset.slow), whence);
  if (at < 0) nx::fail(errno, "eseek: file %d", number);
  return {static_cast<unsigned long>(at), 0};
}
