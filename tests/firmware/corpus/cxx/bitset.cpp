// SPDX-License-Identifier: Apache-2.0
#include <bitset>
#include <iostream>
int main() {
  std::bitset<12> b("101010");
  std::cout << b << ' ' << b.count() << ' ' << (b << 2).to_ulong() << '\n';
  return 0;
}
