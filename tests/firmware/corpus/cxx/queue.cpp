// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <queue>
int main() {
  std::priority_queue<int> q;
  for (int i : {3, 9, 4}) q.push(i);
  std::queue<int> f;
  f.push(q.top());
  std::cout << f.front() << '\n';
  return 0;
}
