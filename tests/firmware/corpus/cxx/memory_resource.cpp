// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <memory_resource>
#include <vector>

int main() {
  char room[1000];
  std::pmr::monotonic_buffer_resource pool(room, sizeof room);
  std::pmr::vector<int> numbers(&pool);
  for (int i = 0; i < 20; ++i) numbers.push_back(i * i);
  const char* const at = reinterpret_cast<const char*>(numbers.data());
  std::cout << numbers[19] << ' ' << (at >= room && at < room + sizeof room) << '\n';
  return 0;
}
