// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <system_error>
int main() {
  try {
    throw std::system_error(std::make_error_code(std::errc::invalid_argument));
  } catch (const std::system_error& e) {
    std::cout << (e.code() == std::errc::invalid_argument) << '\n';
  }
  return 0;
}
