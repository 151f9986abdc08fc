/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/param.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <utime.h>

int main(void) {
  struct stat status;
  struct termios settings = {0};
  FILE *file = fopen("status of", "w");
  fputs("12345", file);
  fclose(file);
  printf("%d", lstat("status of", &status));
  printf(" %ld %d\n", (long)status.st_size, S_ISREG(status.st_mode));
  unlink("status of");
  printf("%d %d\n", wait3(NULL, WNOHANG, NULL), mlockall(0) <= 0);
  printf("%d %d\n", roundup(13, 8), O_NDELAY == O_NONBLOCK);
  settings.c_lflag = ECHO | ICANON;
  cfmakeraw(&settings);
  cfsetospeed(&settings, B9600);
  printf("%d %d\n", (int)(settings.c_lflag & ECHO), cfgetospeed(&settings) == B9600);
  return 0;
}
