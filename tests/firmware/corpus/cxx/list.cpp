// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <list>
int main() {
  std::list<int> l{1, 2, 3}, m{9};
  l.splice(l.begin(), m);
  l.reverse();
  for (int i : l) std::cout << i;
  std::cout << '\n';
  return 0;
}
