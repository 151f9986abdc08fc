/* SPDX-License-Identifier: Apache-2.0 */
/* The local APIC of a P54C: where its page lies, its registers by offset, and the bits of them that
 * software writes. C-clean and without includes: firmware, models and tests read the same file.
 * Sources: Intel, Pentium Processor Family Developer's Manual volume 3, chapter on the local APIC;
 * Intel SDM volume 3, "Advanced programmable interrupt controller", for layouts. */
#ifndef RC_ARCH_APIC_MAP_H
#define RC_ARCH_APIC_MAP_H

/* Physical and fixed: the P54C has no MSR that moves it. */
#define RC_APIC_BASE 0xFEE00000u
#define RC_APIC_BYTES 0x1000u

#define RC_APIC_ID 0x020u
#define RC_APIC_VERSION 0x030u
#define RC_APIC_TPR 0x080u
#define RC_APIC_APR 0x090u
#define RC_APIC_PPR 0x0A0u
#define RC_APIC_EOI 0x0B0u
#define RC_APIC_REMOTE_READ 0x0C0u
#define RC_APIC_LDR 0x0D0u
#define RC_APIC_DFR 0x0E0u
#define RC_APIC_SVR 0x0F0u
#define RC_APIC_ISR 0x100u /* eight words, 16 bytes apart; so are TMR and IRR */
#define RC_APIC_TMR 0x180u
#define RC_APIC_IRR 0x200u
#define RC_APIC_ESR 0x280u
#define RC_APIC_ICR_LOW 0x300u
#define RC_APIC_ICR_HIGH 0x310u
#define RC_APIC_LVT_TIMER 0x320u
#define RC_APIC_LVT_THERMAL 0x330u /* of later processors, as the next: the P54C ignores writes */
#define RC_APIC_LVT_COUNTER 0x340u
#define RC_APIC_LVT_LINT0 0x350u
#define RC_APIC_LVT_LINT1 0x360u
#define RC_APIC_LVT_ERROR 0x370u
#define RC_APIC_INITIAL_COUNT 0x380u
#define RC_APIC_CURRENT_COUNT 0x390u
#define RC_APIC_DIVIDER 0x3E0u

#define RC_APIC_SVR_ENABLE 0x100u
#define RC_APIC_LVT_MASKED 0x10000u
#define RC_APIC_LVT_PERIODIC 0x20000u
#define RC_APIC_DIVIDE_BY_ONE 0xBu

#endif
