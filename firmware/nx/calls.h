// SPDX-License-Identifier: Apache-2.0
// What the files of NX's calls share: checks of arguments, errors that a call may report, and how a
// message is waited for.
#pragma once

#include <setjmp.h>

#include <type_traits>

#include "firmware/nx/kernel/kernel.h"

namespace nx {

// A wrong call. Ends the run with one line, unless the call is one of the underscore forms, which
// return -1 with `code` (EQ*, or of errno.h) in errno. Not to be called with interrupts masked.
[[noreturn]] void fail(int code, const char* format, ...)
    __attribute__((cold, format(printf, 2, 3)));

// Where fail() returns to while an underscore form is being carried out.
extern jmp_buf* reports_to;

// In a handler: its errors are not those of the call that it interrupts.
class OwnErrors {
 public:
  OwnErrors() : outer_(reports_to) { reports_to = nullptr; }
  ~OwnErrors() { reports_to = outer_; }
  OwnErrors(const OwnErrors&) = delete;
  OwnErrors& operator=(const OwnErrors&) = delete;

 private:
  jmp_buf* outer_;
};

// What `call` returns (0 if that is nothing), or -1 if it failed.
template <class Call, class... Arguments>
long attempt(Call call, Arguments... arguments) {
  jmp_buf here;
  jmp_buf* const outer = reports_to;
  reports_to = &here;
  if (setjmp(here) != 0) {
    reports_to = outer;
    return -1;
  }
  long result = 0;
  if constexpr (std::is_void_v<decltype(call(arguments...))>) {
    call(arguments...);
  } else {
    result = call(arguments...);
  }
  reports_to = outer;
  return result;
}

void check_message(const char* caller, const void* buffer, long length);
void check_send(const char* caller, long type, const void* buffer, long length, long node);
Senders senders(const char* caller, long node, long pid);
Request& request_of(long id, const char* caller);
// Of an id that is not in use: fails if no request has had it yet.
void check_released(long id, const char* caller);
inline long partner_of(Request& request) {
  return request.special ? options_of(request).partner : 0;
}

Request& begin_send(long type, const void* buffer, long length, long node);
Request& begin_receive(long typesel, void* buffer, long length);
Request& begin_receive(long typesel, void* buffer, long length, Senders from, long* info = nullptr);
// Waits for the request, notes what came and releases it.
void finish(Request& request);

}  // namespace nx
