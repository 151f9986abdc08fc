// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <mutex>
int main() {
  std::mutex m;
  const std::lock_guard<std::mutex> lock(m);
  std::cout << "locked\n";
  return 0;
}
