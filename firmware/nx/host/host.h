// SPDX-License-Identifier: Apache-2.0
// What the files of the host's library share: how a call becomes a request, and its errors.
#pragma once

#include <stddef.h>

#include <type_traits>

#include "host_call.h"

namespace nx {

struct Arguments {
  long word[5];
};

// Sends a request of the program's call `name`, with data, and waits for the reply. What follows
// the reply goes to `into`, which has room for it.
NxHostReply ask(const char* name, NxHostCall call, Arguments arguments = {},
                const void* data = nullptr, size_t bytes = 0, void* into = nullptr);
void note(const NxHostReply& reply);  // what came, in msginfo

// Whether errors are answered, for the underscore forms, and whether one was.
extern bool reports, failed;

// What `call` returns (0 if that is nothing), or -1 with the reason in errno.
template <class Call, class... Arguments>
long attempt(Call call, Arguments... arguments) {
  reports = true;
  failed = false;
  long result = 0;
  if constexpr (std::is_void_v<decltype(call(arguments...))>) {
    call(arguments...);
  } else {
    result = static_cast<long>(call(arguments...));
  }
  reports = false;
  return failed ? -1 : result;
}

}  // namespace nx
