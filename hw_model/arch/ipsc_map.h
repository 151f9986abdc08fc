/* SPDX-License-Identifier: Apache-2.0 */
/* The iPSC/860 node as firmware sees it. C-clean and without includes.
 * Private memory, boot block, host-call doorbell and time stamp are where scc_map.h has them, so
 * that firmware/boot runs on both machines; core id means node number. All registers here are ours:
 * the direct-connect module's own are not published. They lie below IPSC_REGISTERS + 0x1000, 32
 * bits each, uncached. */
#ifndef RC_ARCH_IPSC_MAP_H
#define RC_ARCH_IPSC_MAP_H

#define IPSC_MAX_DIMENSION 7u
#define IPSC_MAX_NODES 128u
#define IPSC_MEMORY_BYTES 0x04000000u

#define IPSC_REGISTERS 0xF9000000u

/* What happened; writing ones clears. Any rising bit raises the interrupt. */
#define IPSC_CAUSE 0x000u
#define IPSC_CAUSE_HEADER 0x1u   /* a message waits at the node; its header can be read */
#define IPSC_CAUSE_RECEIVED 0x2u /* its data is in memory */
#define IPSC_CAUSE_SENT 0x4u     /* the last byte left; the next may be launched */
#define IPSC_VECTOR 0x20u

/* Writing the address of a descriptor sends its message: eight words, struct ipsc_descriptor below.
 * The data is read at that instant. One message at a time. */
#define IPSC_LAUNCH 0x008u
#define IPSC_DESTINATION_HOST \
  0x80000000u /* through node 0's host channel; so is the number of nodes */
/* struct ipsc_descriptor { u32 destination, kind, type, count, tag, data, bytes } */
#define IPSC_DESCRIPTOR_WORDS 7u

/* Header of the message that waits. */
#define IPSC_HEADER_SOURCE 0x010u
#define IPSC_HEADER_KIND 0x018u
#define IPSC_HEADER_TYPE 0x020u
#define IPSC_HEADER_COUNT 0x028u
#define IPSC_HEADER_TAG 0x030u
#define IPSC_HEADER_BYTES 0x038u /* of data that follow */
/* Writing an address takes the message: it is acknowledged and its data goes there. */
#define IPSC_ACCEPT 0x040u
#define IPSC_ACCEPT_NOWHERE 0u

/* Clock of the node, 10 MHz, the same for all; reading LO keeps HI for the next read. */
#define IPSC_CLOCK_LO 0x050u
#define IPSC_CLOCK_HI 0x058u
#define IPSC_CLOCK_HZ 10000000u

#define IPSC_LED 0x060u /* bit 0: green */

#define IPSC_PID 0x068u /* process id that the program was loaded with */

/* Reading one takes as long as that step of the node's operating system does beyond the firmware's
 * own instructions (machine file, [software]). */
#define IPSC_COST_SEND 0x080u
#define IPSC_COST_ACCEPT 0x088u
#define IPSC_COST_COMPLETE 0x090u
#define IPSC_COST_RECEIVE 0x098u
#define IPSC_COST_CONTROL 0x0A0u

/* Kinds of messages, between nodes and with a program on the host, whose number is that of the
 * nodes. The data of a reserved message comes when room was granted. */
#define IPSC_KIND_DATA 1u     /* data at once; tag: sender's process id << 16 */
#define IPSC_KIND_RESERVE 2u  /* asks for room for `count` bytes; tag: pid << 16 | request */
#define IPSC_KIND_GRANT 3u    /* there is room; tag: that of RESERVE, count: the reservation */
#define IPSC_KIND_RESERVED 4u /* the data; tag: the reservation */
#define IPSC_KIND_REFUSE 5u   /* the program has ended; tag: that of RESERVE */
#define IPSC_KIND_KILL 6u     /* ends the program */
#define IPSC_KIND_CONSOLE 7u  /* to the host: type = fd, data = text */
#define IPSC_PID_SHIFT 16

/* UNFORCED messages of more bytes reserve room; types in between the other two are FORCED. */
#define IPSC_UNRESERVED_BYTES 100u
#define IPSC_FORCED_FIRST 0x40000000u
#define IPSC_FORCED_LAST 1999999999u

/* Host calls beside those of scc_map.h. */
#define IPSC_HOSTCALL_LOST 0x100u  /* arg0 = type, arg1 = bytes, arg2 = source: discarded */
#define IPSC_HOSTCALL_ERROR 0x101u /* arg0 = text: the run ends with it */

#endif
