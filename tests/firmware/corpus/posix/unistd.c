/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) {
  char path[4096], name[256];
  printf("%d %d %d %d\n", getpagesize(), getcwd(path, sizeof path) == path, path[0] == '/',
         gethostname(name, sizeof name));
  printf("%d %ld %d %d\n", sysconf(_SC_NPROCESSORS_ONLN) >= 1, sysconf(_SC_PAGESIZE),
         getuid() == geteuid(), getgid() == getegid());
  printf("%d %d %d\n", getpid() > 0, access("/no/such/file", F_OK), (int)alarm(0));
  printf("%d %d\n", chdir("/no/such/folder"), rmdir("/no/such/folder"));
  return 0;
}
