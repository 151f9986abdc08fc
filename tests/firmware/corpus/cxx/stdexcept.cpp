// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <stdexcept>
#include <vector>
int main() {
  try {
    std::vector<int>(3).at(7);
  } catch (const std::out_of_range& e) {
    std::cout << e.what() << '\n';
  }
  try {
    throw std::runtime_error("run time");
  } catch (const std::logic_error&) {
    return 1;
  } catch (const std::exception& e) {
    std::cout << e.what() << '\n';
  }
  return 0;
}
