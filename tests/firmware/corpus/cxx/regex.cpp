// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <regex>
#include <string>
int main() {
  std::smatch m;
  const std::string s = "core 17";
  std::cout << std::regex_match(s, m, std::regex("([a-z]+) ([0-9]+)")) << m[2] << '\n';
  return 0;
}
