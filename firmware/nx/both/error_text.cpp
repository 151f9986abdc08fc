// SPDX-License-Identifier: Apache-2.0
// The reason why a call failed, in words.
#include "error_text.h"

#include <errno.h>
#include <stdio.h>

#include "nx.h"

const char* nx::meaning(int code) {
  static const struct {
    int code;
    const char* meaning;
  } meanings[] = {{EQLEN, "invalid length"},
                  {EQMID, "invalid message id"},
                  {EQMSGLONG, "received message too long for its buffer"},
                  {EQNODE, "invalid node"},
                  {EQPBUF, "invalid buffer"},
                  {EQPID, "invalid process id"},
                  {EQTYPE, "invalid message type"},
                  {EQMODE, "invalid I/O mode"}};
  for (const auto& each : meanings) {
    if (each.code == code) return each.meaning;
  }
  return nullptr;
}

void nx_perror(const char* text) {
  if (const char* const meaning = nx::meaning(errno)) {
    fprintf(stderr, "(node %ld, ptype %ld) %s: %s\n", mynode(), mypid(), text, meaning);
  } else {
    perror(text);
  }
}
