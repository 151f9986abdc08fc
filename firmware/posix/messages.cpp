// SPDX-License-Identifier: Apache-2.0
// <err.h>.
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "firmware/hal/boot_block.h"
#include "firmware/posix/call.h"

namespace {

// `error` 0: without what errno says.
void say(const char* format, va_list values, bool with_error) {
  const int error = errno;
  char** const arguments = hal::arguments();
  const char* const path = arguments[0] != nullptr ? arguments[0] : "";
  const char* const slash = strrchr(path, '/');
  fprintf(stderr, "%s: ", slash != nullptr ? slash + 1 : path);
  if (format != nullptr) vfprintf(stderr, format, values);
  if (with_error) fprintf(stderr, "%s%s", format != nullptr ? ": " : "", strerror(error));
  fputc('\n', stderr);
}

}  // namespace

#define RC_WITH_VALUES(call) \
  va_list values;            \
  va_start(values, format);  \
  call;                      \
  va_end(values)

RC_POSIX void vwarn(const char* format, va_list values) { say(format, values, true); }
RC_POSIX void vwarnx(const char* format, va_list values) { say(format, values, false); }
RC_POSIX void verr(int status, const char* format, va_list values) {
  say(format, values, true);
  exit(status);
}
RC_POSIX void verrx(int status, const char* format, va_list values) {
  say(format, values, false);
  exit(status);
}
RC_POSIX void warn(const char* format, ...) { RC_WITH_VALUES(say(format, values, true)); }
RC_POSIX void warnx(const char* format, ...) { RC_WITH_VALUES(say(format, values, false)); }
RC_POSIX void err(int status, const char* format, ...) {
  RC_WITH_VALUES(say(format, values, true));
  exit(status);
}
RC_POSIX void errx(int status, const char* format, ...) {
  RC_WITH_VALUES(say(format, values, false));
  exit(status);
}
