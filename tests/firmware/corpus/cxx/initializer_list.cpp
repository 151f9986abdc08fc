// SPDX-License-Identifier: Apache-2.0
#include <initializer_list>
#include <iostream>

static int sum(std::initializer_list<int> numbers) {
  int total = 0;
  for (const int number : numbers) total += number;
  return total + static_cast<int>(numbers.size());
}

int main() {
  std::cout << sum({1, 2, 3}) << ' ' << sum({}) << '\n';
  return 0;
}
