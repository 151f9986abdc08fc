// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <iostream>
#include <new>
int main() {
  try {
    volatile std::size_t bytes = static_cast<std::size_t>(-1) / 4;
    delete[] new char[bytes];
  } catch (const std::bad_alloc&) {
    std::cout << "bad_alloc\n";
  }
  std::cout << (new (std::nothrow) int(3) != nullptr) << '\n';
  return 0;
}
