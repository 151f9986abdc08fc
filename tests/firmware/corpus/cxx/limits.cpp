// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <limits>
int main() {
  std::cout << std::numeric_limits<int>::max() << ' ' << std::numeric_limits<double>::digits
            << '\n';
  return 0;
}
