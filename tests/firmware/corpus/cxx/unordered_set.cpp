// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <unordered_set>
int main() {
  std::unordered_set<int> s{1, 2, 3, 2};
  std::cout << s.size() << s.count(2) << '\n';
  return 0;
}
