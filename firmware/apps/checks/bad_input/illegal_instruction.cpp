// SPDX-License-Identifier: Apache-2.0
// Runs UD2: vector 6.
int main() {
  asm volatile("ud2");
  return 0;
}
