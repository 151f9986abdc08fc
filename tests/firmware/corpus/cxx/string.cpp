// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <stdexcept>
#include <string>
int main() {
  std::string s = "abc";
  s += std::to_string(42) + std::to_string(2.5);
  std::cout << s << ' ' << s.find("42") << ' ' << std::stoi("17") + std::stod("0.5") << '\n';
  try {
    std::stoi("none");
  } catch (const std::invalid_argument&) {
    std::cout << "invalid\n";
  }
  return 0;
}
