/* SPDX-License-Identifier: Apache-2.0 */
/* Registers and buffers by the devices of the chip's Linux, as the programmer's guide showed it. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define CRB_OWN 0xf8000000
#define MPB_OWN 0xd8000000
#define MYTILEID 0x100

typedef volatile unsigned char *t_vcharp;

static t_vcharp map(const char *device, unsigned address) {
  const int page = getpagesize();
  const int file = open(device, O_RDWR | O_SYNC);
  const unsigned aligned = address & ~(page - 1);
  t_vcharp mapped;
  if (file < 0) {
    perror("open");
    exit(-1);
  }
  mapped = (t_vcharp)mmap(NULL, page, PROT_WRITE | PROT_READ, MAP_SHARED, file, aligned);
  if (mapped == MAP_FAILED) {
    perror("mmap");
    exit(-1);
  }
  return mapped + (address - aligned);
}

int main(void) {
  const unsigned id = *(volatile unsigned *)map("/dev/rckncm", CRB_OWN + MYTILEID);
  t_vcharp buffer = map("/dev/rckmpb", MPB_OWN);
  const int file = open("/dev/rckncm", O_RDWR);
  t_vcharp last;
  buffer[5] = 77;
  printf("core %u at (%u, %u), %d\n", id & 7, id >> 3 & 15, id >> 7 & 15, buffer[5]);
  munmap((void *)buffer, getpagesize());
  last = map("/dev/rckncm", 0x80000000 + 0x20000000 - 4); /* of 512 MB */
  *last = 88;
  if (*map("/dev/rckdcm", 0x9ffffffc) != 88) printf("not the same memory\n");
  if (mmap(NULL, 4096, PROT_READ, MAP_SHARED, file, 0xa0000000) != MAP_FAILED || errno != ENXIO)
    printf("there is something at 0xa0000000\n");
  if (open("/dev/null", O_RDWR) >= 0) printf("a device that is not there\n");
  return 0;
}
