// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <numeric>
#include <vector>
int main() {
  std::vector<int> v(5);
  std::iota(v.begin(), v.end(), 1);
  std::cout << std::inner_product(v.begin(), v.end(), v.begin(), 0) << std::gcd(12, 18) << '\n';
  return 0;
}
