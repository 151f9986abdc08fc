// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <tuple>
int main() {
  const auto t = std::make_tuple(1, 2.5, "three");
  std::cout << std::get<0>(t) << std::get<1>(t) << std::get<2>(t) << '\n';
  return 0;
}
