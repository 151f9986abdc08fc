// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>
#include <iterator>
#include <sstream>
int main() {
  std::istringstream in("1 2 3");
  std::copy(std::istream_iterator<int>(in), {}, std::ostream_iterator<int>(std::cout, ";"));
  std::cout << '\n';
  return 0;
}
