// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <valarray>
int main() {
  std::valarray<double> v{1, 2, 3};
  v *= 2.0;
  std::cout << v.sum() << v.max() << '\n';
  return 0;
}
