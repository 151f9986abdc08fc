/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  int refused = system("exit 3");
  printf("%d\n", refused == -1 || WEXITSTATUS(refused) == 3);
  printf("%d %d %d\n", mkdir("/no/such/folder", 0755), dup2(1, 1), ftruncate(77, 0));
  printf("%d\n", fsync(77));
  return 0;
}
