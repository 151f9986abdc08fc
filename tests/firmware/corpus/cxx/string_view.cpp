// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <string_view>
int main() {
  const std::string_view v = "a view of text";
  std::cout << v.substr(2, 4) << v.size() << '\n';
  return 0;
}
