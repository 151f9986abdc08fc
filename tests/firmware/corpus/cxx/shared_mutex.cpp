// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <mutex>
#include <shared_mutex>

int main() {
  std::shared_mutex mutex;
  int value = 1;
  {
    std::unique_lock<std::shared_mutex> writer(mutex);
    value = 2;
  }
  std::shared_lock<std::shared_mutex> reader(mutex);
  std::cout << value << ' ' << reader.owns_lock() << '\n';
  return 0;
}
