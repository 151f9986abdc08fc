// SPDX-License-Identifier: Apache-2.0
#include <iomanip>
#include <iostream>
int main() {
  std::cout << std::setw(8) << std::setfill('*') << 42 << std::fixed << std::setprecision(3) << ' '
            << 3.14159 << ' ' << std::hex << 255 << std::boolalpha << true << '\n';
  return 0;
}
