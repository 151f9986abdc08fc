/* SPDX-License-Identifier: Apache-2.0 */
#include <dirent.h>
#include <stdio.h>
int main(void) {
  printf("%d\n", opendir("/no/such/folder") == NULL);
  return 0;
}
