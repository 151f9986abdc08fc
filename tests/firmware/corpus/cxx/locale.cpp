// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <locale>
int main() {
  std::cout << std::locale().name() << std::isalpha('x', std::locale::classic()) << '\n';
  return 0;
}
