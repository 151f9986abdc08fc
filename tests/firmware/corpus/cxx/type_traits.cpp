// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <type_traits>
int main() {
  std::cout << std::is_same_v<std::decay_t<const int&>, int> << std::is_trivial_v<int[3]> << '\n';
  return 0;
}
