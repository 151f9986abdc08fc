// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <iostream>
#include <numeric>
int main() {
  std::array<int, 4> a{1, 2, 3, 4};
  std::cout << std::accumulate(a.begin(), a.end(), 0) << a.size() << '\n';
  return 0;
}
