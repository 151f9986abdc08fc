// SPDX-License-Identifier: Apache-2.0
#include <limits.h>
#include <sched.h>

#include <climits>
#include <iostream>

int main() {
  std::cout << LLONG_MAX << ' ' << LLONG_MIN << ' ' << ULLONG_MAX << ' ' << INT_MAX << ' '
            << SSIZE_MAX / SSIZE_MAX << ' ' << HOST_NAME_MAX << ' ' << sched_yield() << '\n';
  return 0;
}
