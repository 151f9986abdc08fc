// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <iostream>
int main() {
  const auto start = std::chrono::steady_clock::now();
  const std::chrono::duration<double> past = std::chrono::steady_clock::now() - start;
  std::cout << (past.count() >= 0) << std::chrono::milliseconds(1500) / std::chrono::seconds(1)
            << (std::chrono::system_clock::now().time_since_epoch().count() > 0) << '\n';
  return 0;
}
