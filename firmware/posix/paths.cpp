// SPDX-License-Identifier: Apache-2.0
// <libgen.h>: both change what they are given.
#include <libgen.h>
#include <string.h>

#include "firmware/posix/call.h"

namespace {

char here[] = ".", root[] = "/";

// Cuts trailing slashes; false if nothing else is there.
bool without_trailing(char* path, char c) {
  size_t length = strlen(path);
  while (length != 0 && path[length - 1] == c) path[--length] = '\0';
  return length != 0;
}

}  // namespace

RC_POSIX char* basename(char* path) {
  if (path == nullptr || *path == '\0') return here;
  if (!without_trailing(path, '/')) return root;
  char* const slash = strrchr(path, '/');
  return slash != nullptr ? slash + 1 : path;
}

RC_POSIX char* dirname(char* path) {
  if (path == nullptr || *path == '\0') return here;
  if (!without_trailing(path, '/')) return root;
  char* const slash = strrchr(path, '/');
  if (slash == nullptr) return here;
  slash[1] = '\0';
  return without_trailing(path, '/') ? path : root;
}
