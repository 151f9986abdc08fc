// SPDX-License-Identifier: Apache-2.0
// Names and directories: the host's, below run --files DIR, which is "/".
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "firmware/boot/host_request.h"
#include "firmware/posix/call.h"
#include "hw_model/arch/host_file_calls.h"

using boot::address;
using boot::request;
using posix::fail;

// The whole listing, as the host gave it.
struct rc_directory {
  char* entries;
  long bytes, at;
  struct dirent entry;
};

RC_POSIX int mkdir(const char* path, mode_t mode) {
  return request(RC_HOSTCALL_MAKE_DIRECTORY, address(path), mode);
}
RC_POSIX int rmdir(const char* path) {
  return request(RC_HOSTCALL_REMOVE_DIRECTORY, address(path));
}
RC_POSIX int rename(const char* from, const char* to) {
  return request(RC_HOSTCALL_RENAME, address(from), address(to));
}
RC_POSIX int chdir(const char* path) {
  return request(RC_HOSTCALL_CHANGE_DIRECTORY, address(path));
}

RC_POSIX char* getcwd(char* path, size_t bytes) {
  char here[PATH_MAX];
  const int needed = request(RC_HOSTCALL_CURRENT_DIRECTORY, address(here), sizeof here);
  if (needed < 0) return nullptr;
  if (path == nullptr) return strdup(here);
  if (bytes >= static_cast<size_t>(needed)) return strcpy(path, here);
  fail(ERANGE);
  return nullptr;
}

RC_POSIX DIR* opendir(const char* path) {
  const int bytes = request(RC_HOSTCALL_LIST, address(path), 0, 0);
  if (bytes < 0) return nullptr;
  auto* const directory = static_cast<DIR*>(malloc(sizeof(DIR) + static_cast<size_t>(bytes)));
  if (directory == nullptr) return nullptr;
  directory->entries = reinterpret_cast<char*>(directory + 1);
  const int got = request(RC_HOSTCALL_LIST, address(path), address(directory->entries),
                          static_cast<uint32_t>(bytes));
  directory->bytes = got == bytes ? bytes : 0;  // another process changed it meanwhile
  directory->at = 0;
  return directory;
}

RC_POSIX struct dirent* readdir(DIR* directory) {
  if (directory->at >= directory->bytes) return nullptr;
  const char* const entry = directory->entries + directory->at;
  directory->at += static_cast<long>(strlen(entry)) + 1;
  directory->entry = {};
  directory->entry.d_ino = 1;
  directory->entry.d_type = *entry == RC_HOSTCALL_LIST_DIRECTORY ? DT_DIR
                            : *entry == RC_HOSTCALL_LIST_FILE    ? DT_REG
                                                                 : DT_UNKNOWN;
  strncpy(directory->entry.d_name, entry + 1, sizeof directory->entry.d_name - 1);
  return &directory->entry;
}

RC_POSIX int readdir_r(DIR* directory, struct dirent* entry, struct dirent** result) {
  const struct dirent* const next = readdir(directory);
  *result = next != nullptr ? entry : nullptr;
  if (next != nullptr) *entry = *next;
  return 0;
}

RC_POSIX long telldir(DIR* directory) { return directory->at; }
RC_POSIX void seekdir(DIR* directory, long at) { directory->at = at; }
RC_POSIX void rewinddir(DIR* directory) { directory->at = 0; }
RC_POSIX int closedir(DIR* directory) {
  free(directory);
  return 0;
}

RC_POSIX int alphasort(const struct dirent** a, const struct dirent** b) {
  return strcmp((*a)->d_name, (*b)->d_name);
}

// Those that `wanted` chooses, each in memory of its own.
RC_POSIX int scandir(const char* path, struct dirent*** list, int (*wanted)(const struct dirent*),
                     int (*order)(const struct dirent**, const struct dirent**)) {
  DIR* const directory = opendir(path);
  if (directory == nullptr) return -1;
  struct dirent** all = nullptr;
  int count = 0;
  while (const struct dirent* entry = readdir(directory)) {
    if (wanted != nullptr && wanted(entry) == 0) continue;
    auto* const more = static_cast<struct dirent**>(
        realloc(all, (static_cast<size_t>(count) + 1) * sizeof(struct dirent*)));
    auto* const copy = static_cast<struct dirent*>(malloc(sizeof *entry));
    if (more != nullptr) all = more;
    if (more == nullptr || copy == nullptr) {
      free(copy);
      while (count > 0) free(all[--count]);
      free(all);
      closedir(directory);
      return fail(ENOMEM);
    }
    *copy = *entry;
    all[count++] = copy;
  }
  closedir(directory);
  if (order != nullptr && count > 1) {
    qsort(all, static_cast<size_t>(count), sizeof *all,
          reinterpret_cast<int (*)(const void*, const void*)>(order));
  }
  *list = all;
  return count;
}
