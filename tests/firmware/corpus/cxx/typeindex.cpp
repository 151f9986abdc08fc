// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <map>
#include <typeindex>

int main() {
  std::map<std::type_index, int> sizes;
  sizes[typeid(char)] = 1;
  sizes[typeid(short)] = 2;
  std::cout << sizes[std::type_index(typeid(short))] << ' ' << sizes.size() << '\n';
  return 0;
}
