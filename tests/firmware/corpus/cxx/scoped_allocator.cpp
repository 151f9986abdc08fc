// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <memory>
#include <scoped_allocator>
#include <vector>

int main() {
  using Inner = std::vector<int>;
  std::vector<Inner, std::scoped_allocator_adaptor<std::allocator<Inner>>> rows;
  rows.emplace_back(3, 7);
  rows.emplace_back();
  std::cout << rows.size() << ' ' << rows[0].size() << ' ' << rows[0][2] << '\n';
  return 0;
}
