// SPDX-License-Identifier: Apache-2.0
#include <deque>
#include <iostream>
int main() {
  std::deque<int> d;
  for (int i = 0; i < 1000; ++i) i % 2 != 0 ? d.push_back(i) : d.push_front(i);
  std::cout << d.front() << d.back() << d[500] << '\n';
  return 0;
}
