/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
int main(void) {
  struct termios settings;
  printf("%d\n", tcgetattr(99, &settings));
  return 0;
}
