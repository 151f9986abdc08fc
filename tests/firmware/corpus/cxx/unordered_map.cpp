// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <string>
#include <unordered_map>
int main() {
  std::unordered_map<std::string, int> m;
  for (int i = 0; i < 100; ++i) m[std::to_string(i)] = i;
  std::cout << m.size() << m.at("57") << m.count("100") << '\n';
  return 0;
}
