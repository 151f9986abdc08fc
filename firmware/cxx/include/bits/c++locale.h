// The "C" locale and no other: what <complex>, <random> and <bitset> need of it to be compiled.
#pragma GCC system_header
#ifndef RC_FIRMWARE_CXXLOCALE_H
#define RC_FIRMWARE_CXXLOCALE_H

#include <stdarg.h>
#include <stdio.h>

#define _GLIBCXX_NUM_CATEGORIES 0

namespace std {

typedef int* __c_locale;

inline int __convert_from_v(const __c_locale&, char* out, int size, const char* format, ...) {
  va_list values;
  va_start(values, format);
  const int length = vsnprintf(out, static_cast<size_t>(size), format, values);
  va_end(values);
  return length;
}

}  // namespace std

#endif
