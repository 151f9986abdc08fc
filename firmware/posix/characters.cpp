// SPDX-License-Identifier: Apache-2.0
// <uchar.h>: the locale is "C", so every character is one unit and the same number.
#include <uchar.h>
#include <wchar.h>

#include "firmware/posix/call.h"

namespace {

template <class Unit>
size_t to_unit(Unit* to, const char* from, size_t bytes, mbstate_t* state) {
  wchar_t wide = 0;
  const size_t length = mbrtowc(&wide, from, bytes, state);
  const bool done = length != static_cast<size_t>(-1) && length != static_cast<size_t>(-2);
  if (done && to != nullptr && from != nullptr) *to = static_cast<Unit>(wide);
  return length;
}

}  // namespace

RC_POSIX size_t mbrtoc16(char16_t* to, const char* from, size_t bytes, mbstate_t* state) {
  return to_unit(to, from, bytes, state);
}
RC_POSIX size_t mbrtoc32(char32_t* to, const char* from, size_t bytes, mbstate_t* state) {
  return to_unit(to, from, bytes, state);
}
RC_POSIX size_t c16rtomb(char* to, char16_t from, mbstate_t* state) {
  return wcrtomb(to, static_cast<wchar_t>(from), state);
}
RC_POSIX size_t c32rtomb(char* to, char32_t from, mbstate_t* state) {
  return wcrtomb(to, static_cast<wchar_t>(from), state);
}
