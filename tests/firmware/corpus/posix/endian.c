/* SPDX-License-Identifier: Apache-2.0 */
#include <byteswap.h>
#include <endian.h>
#include <stdio.h>
int main(void) {
  printf("%x %x %d %llx\n", bswap_32(0x12345678), (unsigned)htobe16(0x1234),
         BYTE_ORDER == LITTLE_ENDIAN, (unsigned long long)be64toh(1));
  return 0;
}
