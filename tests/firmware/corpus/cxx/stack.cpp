// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <stack>
int main() {
  std::stack<int> s;
  s.push(1);
  s.push(2);
  s.pop();
  std::cout << s.top() << '\n';
  return 0;
}
