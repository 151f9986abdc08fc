/* SPDX-License-Identifier: Apache-2.0 */
/* There is no network; these bring numbers in files into the network's order of bytes. */
#ifndef RC_FIRMWARE_NETINET_IN_H
#define RC_FIRMWARE_NETINET_IN_H
#include <endian.h>
#include <stdint.h>
#ifndef htonl
#define htonl(x) htobe32(x)
#define htons(x) htobe16(x)
#define ntohl(x) be32toh(x)
#define ntohs(x) be16toh(x)
#endif
#endif
