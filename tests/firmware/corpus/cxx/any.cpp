// SPDX-License-Identifier: Apache-2.0
#include <any>
#include <iostream>
#include <string>
int main() {
  std::any a = std::string("text");
  try {
    std::any_cast<int>(a);
  } catch (const std::bad_any_cast&) {
    std::cout << "no int, but " << std::any_cast<std::string>(a) << '\n';
  }
  return 0;
}
