// SPDX-License-Identifier: Apache-2.0
#include <forward_list>
#include <iostream>
int main() {
  std::forward_list<int> l{3, 1, 2};
  l.sort();
  std::cout << l.front() << '\n';
  return 0;
}
