// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <random>
int main() {
  std::mt19937 twister(5489);
  std::minstd_rand0 park;
  twister.discard(9999);
  std::cout << twister() << ' ' << park() << '\n';
  return 0;
}
