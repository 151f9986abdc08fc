// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>
#include <vector>
int main() {
  std::vector<int> v{5, 2, 8, 1};
  std::sort(v.begin(), v.end());
  std::cout << v[0] << v[3] << *std::lower_bound(v.begin(), v.end(), 3) << '\n';
  return 0;
}
