/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <sys/utsname.h>
int main(void) {
  struct utsname name;
  printf("%d %d\n", uname(&name), name.nodename[0] != 0);
  return 0;
}
