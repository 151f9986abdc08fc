// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <set>
int main() {
  std::set<int> s{3, 1, 3};
  std::multiset<int> m{3, 1, 3};
  std::cout << s.size() << m.count(3) << *s.begin() << '\n';
  return 0;
}
