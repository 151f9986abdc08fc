/* SPDX-License-Identifier: Apache-2.0 */
#include <iso646.h>
#include <stdio.h>
int main(void) {
  puts(1 and not 0 ? "yes" : "no");
  return 0;
}
