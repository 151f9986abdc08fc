// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <string>
#include <utility>

int main() {
  std::pair<std::string, int> pair{"pair", 3};
  std::string taken = std::move(pair.first);
  const int old = std::exchange(pair.second, 4);
  std::swap(pair.first, taken);
  std::cout << pair.first << ' ' << old << ' ' << pair.second << ' '
            << std::index_sequence<1, 2, 3>::size() << '\n';
  return 0;
}
