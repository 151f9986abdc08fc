// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <iostream>
int main() {
  std::ifstream in("/no/such/file");
  std::cout << in.is_open() << '\n';
  return 0;
}
