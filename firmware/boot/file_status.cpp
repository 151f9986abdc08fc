// SPDX-License-Identifier: Apache-2.0
// newlib's system calls about whole files, passed to the host.
#include <sys/stat.h>
#include <unistd.h>

#include "firmware/boot/host_request.h"
#include "hw_model/arch/scc_map.h"

using boot::address;
using boot::request;

extern "C" {

// Declared by newlib with "...".
int open(const char* path, int flags, int mode);

// The three standard streams are terminals, hence line buffered; all else is a plain file.
int fstat(int file, struct stat* status) {
  *status = {};
  status->st_mode = S_IFCHR;
  if (file <= STDERR_FILENO) return 0;
  const int size = request(SCC_HOSTCALL_FILE_SIZE, static_cast<uint32_t>(file));
  if (size < 0) return -1;
  status->st_mode = S_IFREG;
  status->st_size = size;
  return 0;
}

// Only what the host reports: type and size.
int stat(const char* path, struct stat* status) {
  constexpr int kReadOnly = 0;
  const int file = open(path, kReadOnly, 0);
  if (file < 0 && errno == EISDIR) {
    *status = {};
    status->st_mode = S_IFDIR;
    return 0;
  }
  if (file < 0) return -1;
  const int result = fstat(file, status);
  close(file);
  return result;
}

int unlink(const char* path) { return request(SCC_HOSTCALL_UNLINK, address(path)); }

}  // extern "C"
