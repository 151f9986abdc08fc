// SPDX-License-Identifier: Apache-2.0
// The processes: each adds up a series on the x87 and fills its heap meanwhile, so that a mixed-up
// register or page shows in the result. Code and constants lie in sections that ring 3 may read; a
// floating-point literal would lie elsewhere, so they are made of integers.
#include "firmware/apps/kernel/user.h"

#include "firmware/apps/kernel/layout.h"

#define USER_CODE [[gnu::section(".user_text"), gnu::noinline]]
#define USER_DATA [[gnu::section(".user_rodata")]]

namespace {

constexpr int kTerms = 20'000, kTermsPerPage = 625;
static_assert(kTerms / kTermsPerPage * K_PAGE <= K_HEAP_END - K_HEAP);

// Of 1/n^2, whose sum goes to pi^2/6, and of 1/n with changing signs, which goes to log 2; in
// millionths, after kTerms.
USER_DATA const int kSums[2] = {1'644'884, 693'122};
USER_DATA const char kRight[2][34] = {"process 0: 1.644884 of 1/n^2 ok\n",
                                      "process 1: 0.693122 of +-1/n ok\n"};
USER_DATA const char kWrong[] = "process: WRONG\n";

constexpr int kMillion = 1'000'000;

// So that the compiler makes no floating-point constant of it.
[[gnu::always_inline]] inline int integer(int value) {
  asm("" : "+r"(value));
  return value;
}

USER_CODE void call(uint32_t number, uint32_t first, uint32_t second) {
  asm volatile("int $0x80" ::"a"(number), "b"(first), "c"(second) : "memory");
}

USER_CODE void print(const char* text) {
  uint32_t bytes = 0;
  while (text[bytes] != '\0') ++bytes;
  call(kernel::kPrint, reinterpret_cast<uint32_t>(text), bytes);
}

// One page's word for every kTermsPerPage terms.
USER_CODE volatile uint32_t& heap(int term) {
  return *reinterpret_cast<volatile uint32_t*>(K_HEAP + term / kTermsPerPage * K_PAGE);
}

}  // namespace

extern "C" USER_CODE int user_main(int number) {
  double sum = 0;
  for (int n = 1; n <= kTerms; ++n) {
    const double term = n;
    if (number == 0) {
      sum += integer(1) / (term * term);
    } else {
      sum += integer(n % 2 != 0 ? 1 : -1) / term;
    }
    if (n % kTermsPerPage == 0) heap(n - 1) = static_cast<uint32_t>(n + number);
  }
  bool right = static_cast<int>(sum * integer(kMillion)) == kSums[number];
  for (int n = kTermsPerPage; n <= kTerms; n += kTermsPerPage)
    right = right && heap(n - 1) == static_cast<uint32_t>(n + number);
  print(right ? kRight[number] : kWrong);
  return right ? 0 : 1;
}
