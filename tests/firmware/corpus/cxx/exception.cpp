// SPDX-License-Identifier: Apache-2.0
#include <exception>
#include <iostream>
struct Failure : std::exception {
  const char* what() const noexcept override { return "failure"; }
};
struct Guard {
  ~Guard() { std::cout << "unwound " << std::uncaught_exceptions() << '\n'; }
};
static int depth(int n) {
  Guard guard;
  if (n == 0) throw Failure();
  return depth(n - 1) + 1;
}
int main() {
  try {
    depth(3);
  } catch (const std::exception& e) {
    std::cout << e.what() << '\n';
  }
  std::exception_ptr kept;
  try {
    throw 42;
  } catch (...) {
    kept = std::current_exception();
  }
  try {
    std::rethrow_exception(kept);
  } catch (int n) {
    std::cout << n << '\n';
  }
  return 0;
}
