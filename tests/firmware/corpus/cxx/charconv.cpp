// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <iostream>
int main() {
  char text[20];
  int n = 0;
  const auto end = std::to_chars(text, text + 20, 1234).ptr;
  std::from_chars(text, end, n);
  std::cout << n << '\n';
  return 0;
}
