// SPDX-License-Identifier: Apache-2.0
// Recurses far too deep, down into the guard page below the stack.
#include <stdio.h>

namespace {

volatile int deepest = 1 << 30;

__attribute__((noinline)) int descend(int depth) {
  volatile char frame[1024];
  frame[0] = static_cast<char>(depth);
  return depth == deepest ? 0 : descend(depth + 1) + frame[0];
}

}  // namespace

int main() {
  printf("%d\n", descend(0));
  return 0;
}
