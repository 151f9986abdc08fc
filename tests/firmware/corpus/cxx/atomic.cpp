// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <iostream>

int main() {
  std::atomic<int> count{40};
  int expected = 42;
  count += 2;
  const bool exchanged = count.compare_exchange_strong(expected, 50);
  std::atomic_flag flag = ATOMIC_FLAG_INIT;
  const bool before = flag.test_and_set();
  std::cout << count.fetch_add(1) << ' ' << count << ' ' << exchanged << ' ' << before << ' '
            << flag.test_and_set() << '\n';
  return 0;
}
