// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
int main() {
  std::map<std::string, int> m{{"one", 1}, {"two", 2}};
  ++m["three"];
  for (const auto& [name, n] : m) std::cout << name << n << ' ';
  try {
    m.at("four");
  } catch (const std::out_of_range&) {
    std::cout << "no four\n";
  }
  return 0;
}
