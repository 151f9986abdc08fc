// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <cctype>
#include <cerrno>
#include <cfenv>
#include <cfloat>
#include <cinttypes>
#include <climits>
#include <clocale>
#include <cmath>
#include <csetjmp>
#include <csignal>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <cuchar>
#include <cwchar>
#include <cwctype>

static int sum(int count, ...) {
  std::va_list arguments;
  va_start(arguments, count);
  int total = 0;
  while (count-- > 0) total += va_arg(arguments, int);
  va_end(arguments);
  return total;
}

static volatile std::sig_atomic_t seen = 0;
static void handler(int) { seen = 1; }

int main() {
  assert(std::isupper('A'));
  errno = ERANGE;
  std::jmp_buf here;
  if (setjmp(here) == 0) std::longjmp(here, 1);
  std::signal(SIGINT, handler);
  std::raise(SIGINT);
  std::tm date{};
  date.tm_year = 110;
  date.tm_mday = 1;
  char text[20];
  std::strftime(text, sizeof text, "%Y", &date);
  std::printf("%d %d %d %s %d\n", sum(3, 1, 2, 3), static_cast<int>(seen), errno == ERANGE, text,
              std::setlocale(LC_ALL, "C") != nullptr);
  std::printf("%d %d %" PRId64 " %d %d\n", CHAR_BIT, DBL_DIG, std::int64_t{1} << 40,
              static_cast<int>(offsetof(std::tm, tm_sec)), std::fegetround() == FE_TONEAREST);
  std::printf("%g %d %d %d %d\n", std::cbrt(27.0), static_cast<int>(std::wcslen(L"wide")),
              std::iswalpha(L'x') != 0, static_cast<int>(std::strlen("text")), std::abs(-3));
  std::printf("%d\n", static_cast<int>(sizeof(std::mbstate_t) > 0 && sizeof(char16_t) == 2));
  return 0;
}
