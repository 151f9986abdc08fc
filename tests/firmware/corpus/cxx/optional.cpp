// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <optional>
int main() {
  std::optional<int> o;
  try {
    o.value();
  } catch (const std::bad_optional_access& e) {
    std::cout << o.value_or(5) << '\n';
  }
  return 0;
}
