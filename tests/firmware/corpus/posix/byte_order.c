/* SPDX-License-Identifier: Apache-2.0 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  unsigned value = htonl(0x12345678);
  unsigned char bytes[4];
  memcpy(bytes, &value, 4);
  printf("%02x %02x %02x %02x %x %x\n", bytes[0], bytes[1], bytes[2], bytes[3], ntohl(value),
         ntohs(htons(0xABCD)));
  return 0;
}
