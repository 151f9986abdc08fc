// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <vector>

int main() {
  std::vector<int> numbers{3, 1, 2};
  numbers.insert(numbers.begin() + 1, 2, 9);
  numbers.erase(numbers.begin());
  std::vector<bool> bits(40, true);
  bits[7].flip();
  std::cout << numbers.size() << ' ' << numbers[0] << ' ' << numbers.back() << ' ' << bits[7]
            << bits[8] << '\n';
  return 0;
}
