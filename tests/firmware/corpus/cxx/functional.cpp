// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <iostream>
int main() {
  const std::function<int(int)> twice = std::bind(std::multiplies<int>(), 2, std::placeholders::_1);
  std::cout << twice(21) << '\n';
  try {
    std::function<void()>()();
  } catch (const std::bad_function_call&) {
    std::cout << "empty\n";
  }
  return 0;
}
