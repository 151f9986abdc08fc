/* SPDX-License-Identifier: Apache-2.0 */
/* What an operating system finds at the system interface beside the registers of scc_map.h: more
 * registers of the FPGA, by offset from SCC_GRB_BASE, and the I/O ports that the host serves. C-clean
 * and without includes.
 * Sources: sccKit (sccApi, sccExtApi), SCC Linux (sccemac.h, sccsys.h, the host driver crbif),
 * sccApps config.h and status.c, Barrelfish eMAC.dev. docs/kernel.md says what each one does here. */
#ifndef RC_ARCH_SYSTEM_INTERFACE_MAP_H
#define RC_ARCH_SYSTEM_INTERFACE_MAP_H

/* ---- what sccKit tells software --------------------------------------------------------------- */
#define SCC_GRB_MAC_HIGH 0x7E00u /* of core 0: 16 bits, then 32 */
#define SCC_GRB_MAC_LOW 0x7E04u
#define SCC_GRB_IP 0x7E08u /* of core 0 */
#define SCC_GRB_HOST_IP 0x7E0Cu
#define SCC_GRB_GATEWAY 0x7E10u
#define SCC_GRB_CONFIG 0x801Cu
#define SCC_GRB_CONFIG_ANSWERS_WRITES 0x2u /* OUT is acknowledged by the FPGA */
#define SCC_GRB_CONFIG_READY 0x8u
#define SCC_GRB_FEATURES 0x822Cu /* 0: no network */
#define SCC_GRB_DISPLAY_X 0x8238u
#define SCC_GRB_DISPLAY_Y 0x823Cu
#define SCC_GRB_DISPLAY_DEPTH 0x8240u

/* ---- supplies of the board ---------------------------------------------------------------------- */
#define SCC_GRB_SUPPLIES 0x8400u
#define SCC_GRB_SUPPLIES_END 0x8568u
#define SCC_GRB_VCC(i) (0x8400u + 4u * (i)) /* islands 0 to 5, then 7 */
#define SCC_GRB_VCC_NANOVOLTS 25177u        /* of one step */
#define SCC_GRB_3V3SCC_VOLTS 0x841Cu
#define SCC_GRB_3V3SCC_AMPERES 0x8424u
#define SCC_GRB_3V3SCC_MICROVOLTS 250u
#define SCC_GRB_3V3SCC_NANOAMPERES 6249025u

/* ---- Ethernet: four eMACs -------------------------------------------------------------------- */
#define SCC_GRB_EMAC 0x9000u
#define SCC_GRB_EMAC_END 0xD000u
/* + 0x1000 * eMAC + 0x100 * row + 4 * core */
#define SCC_GRB_EMAC_ROWS 15u
#define SCC_GRB_EMAC_RX_WRITE_INDEX 2u /* these two rows are the FPGA's */
#define SCC_GRB_EMAC_TX_READ_INDEX 10u

/* ---- interrupts between cores -------------------------------------------------------------------- */
/* Rows of 64 bits, 8 bytes a core. Status and mask of a core: bit 6 + n is an interrupt from core n,
 * bit 54 one from the host, bits 3:0 the eMACs. Request: bit n asks for an interrupt of core n. */
#define SCC_GRB_IRQ_STATUS 0xD000u
#define SCC_GRB_IRQ_MASK 0xD200u    /* 1: off */
#define SCC_GRB_IRQ_RESET 0xD400u   /* writing 1 clears the bit of the status */
#define SCC_GRB_IRQ_REQUEST 0xD600u /* by requesting core */
#define SCC_GRB_IRQ_CONFIG 0xD800u  /* + 4 * core: 0 drives LINT0, 1 drives LINT1 */
#define SCC_GRB_IRQ_HOST 0xD900u    /* request of the host */
#define SCC_GRB_IRQ_FROM_CORE(core) (6u + (core))
#define SCC_GRB_IRQ_FROM_HOST 54u

/* ours: on a machine of another geometry, which has no interrupts there, the doorbells of host calls of
 * cores 512 to 1023. */
#define RC_GRB_HOSTCALL_MORE 0xD000u
#define RC_GRB_HOSTCALL_FIRST_MORE 512u

/* ---- I/O ports ---------------------------------------------------------------------------------- */
/* 8250s of the host, one set for each core. */
#define SCC_UARTS 4u
#define SCC_UART_PORTS 8u
/* clang-format off */
#define SCC_UART_BASES {0x3F8u, 0x2F8u, 0x3E8u, 0x2E8u}
/* clang-format on */
#define SCC_DEBUG_PORT 0x80u /* bytes of boot messages */

#endif
