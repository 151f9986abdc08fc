// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <ratio>
int main() {
  using third = std::ratio_add<std::ratio<1, 6>, std::ratio<1, 6>>;
  std::cout << third::num << '/' << third::den << '\n';
  return 0;
}
