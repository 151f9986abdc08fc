// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <string>
#include <variant>
int main() {
  std::variant<int, std::string> v = "text";
  try {
    std::get<int>(v);
  } catch (const std::bad_variant_access&) {
    std::visit([](const auto& x) { std::cout << x << '\n'; }, v);
  }
  return 0;
}
