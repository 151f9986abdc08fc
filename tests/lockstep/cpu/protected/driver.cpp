// SPDX-License-Identifier: Apache-2.0
#include "tests/lockstep/cpu/protected/driver.h"

#include <cstring>

#include "tests/lockstep/cpu/protected/places.h"

#define RC_SET(name, value) ".set rc_" #name ", " #value "\n"

// Selectors: 0x08 and 0x10 flat code and data of ring 0, 0x23 flat data of ring 3, 0x28 the task, 0xc0 the
// local table. A stub pushes its vector.
__asm__(".section .rodata\n.code32\n" RC_PROTECTED_PLACES(RC_SET) R"(
rc_driver:
  jmp 10f
  .balign 16
  mov rc_NextLog, %edi  # after a triple fault
  movl $0xe00000ff, (%edi)
  addl $4, rc_NextLog
  lgdt rc_GdtPointer
  jmp 30f
  .balign 16
rc_stubs:
  .set rc_vector, 0
  .rept 128
  .balign 16
  pushl $rc_vector
  jmp 20f
  .set rc_vector, rc_vector + 1
  .endr
  .balign 16

10:  # the first case
  mov $rc_DriverStack, %esp
  cld
  mov $rc_Template, %esi
  mov $rc_Arena, %edi
  mov $(rc_ArenaBytes / 4), %ecx
  rep movsl
  mov $0xcccccccc, %eax  # INT3, wherever a case goes astray
  mov $(rc_Driver + rc_DriverBytes), %edi
  mov $0x9f000, %ecx
  sub %edi, %ecx
  shr $2, %ecx
  rep stosl
  lgdt rc_GdtPointer
11:  # a case
  push $0x10; pop %ds
  push $0x10; pop %es
  push $0x10; pop %ss
  mov $rc_DriverStack, %esp
  xor %eax, %eax
  mov %eax, %cr4
  mov %eax, %dr7
  mov %eax, %dr6
  mov $0x11, %eax
  mov %eax, %cr0
  lidt rc_IdtPointer
  ljmp $8, $(12f - rc_driver + rc_Driver)
12:
  cmpl $0, rc_Left
  je 19f
  decl rc_Left
  mov $rc_Template, %esi
  mov $rc_Arena, %edi
  mov $(rc_ArenaBytes / 4), %ecx
  rep movsl
  mov $0xcccccccc, %eax
  xor %edi, %edi
  mov $(rc_Driver / 4), %ecx
  rep stosl
  mov $0x2ecc00cc, %eax  # the vectors of virtual-8086 mode, to an IRET; as code they begin with INT3
  movb $0xcf, 0x2ed8c
  xor %edi, %edi
  mov $0x80, %ecx
  rep stosl
  mov $0xcccccccc, %eax
  mov $rc_Stacks, %edi
  mov $(rc_StackBytes / 4), %ecx
  rep stosl
  mov $rc_Data, %edi
  mov $(rc_DataBytes / 4), %ecx
  rep stosl
  mov rc_NextRecord, %esi
  mov $rc_RandomGdt, %edi
  mov $(rc_GdtPart / 4), %ecx
  rep movsl
  mov $rc_Ldt, %edi
  mov $(rc_LdtPart / 4), %ecx
  rep movsl
  mov $rc_TaskStacks, %edi
  mov $(rc_TaskPart / 4), %ecx
  rep movsl
  mov %esi, %ebx
  add $rc_ControlPart, %esi
  mov $rc_RandomIdt, %edi
  mov $(rc_IdtPart / 4), %ecx
  rep movsl
  mov $rc_Code, %edi
  mov $(rc_CodePart / 4), %ecx
  rep movsl
  addl $rc_RecordBytes, rc_NextRecord
  mov rc_NextLog, %edi
  mov rc_Number, %eax
  or $0xca5e0000, %eax
  stosl
  incl rc_Number
  mov %edi, rc_NextLog
  movl $0, rc_Events
  mov $0x28, %eax
  ltr %ax
  mov $0xc0, %eax
  lldt %ax
  mov 8(%ebx), %eax
  mov %eax, %dr0
  mov 12(%ebx), %eax
  mov %eax, %dr1
  mov 4(%ebx), %eax
  mov %eax, %cr4
  mov (%ebx), %eax
  mov %eax, %cr0
  mov 16(%ebx), %eax
  mov %esi, %esp
  pop %gs
  pop %fs
  pop %es
  pop %ds
  mov %eax, %dr7
  popal
  iret
19:
  movl $-1, rc_Left
18:
  xchg %bx, %bx
  jmp 18b

20:  # a handler
  pushfl
  pushal
  mov %ds, %eax
  push %eax
  mov %es, %eax
  push %eax
  mov $0x23, %eax
  mov %ax, %ds
  mov %ax, %es
  cld
  incl rc_Events
  cmpl $rc_MostEvents, rc_Events
  ja 29f
  mov rc_NextLog, %edi
  mov 44(%esp), %eax
  or $0xe0000000, %eax
  stosl
  lea 8(%esp), %esi
  mov $9, %ecx
21:
  mov %ss:(%esi), %eax
  stosl
  add $4, %esi
  loop 21b
  mov (%esp), %ax
  stosw
  mov 4(%esp), %ax
  stosw
  mov %fs, %eax
  stosw
  mov %gs, %eax
  stosw
  mov %ss, %eax
  stosw
  mov %cs, %eax
  stosw
  mov %cs, %eax
  xor %edx, %edx
  xor %ecx, %ecx
  test $3, %al
  jnz 22f
  mov %cr2, %edx
  mov %dr6, %ecx
22:
  mov %edx, %eax
  stosl
  mov %ecx, %eax
  stosl
  str %eax
  stosw
  sldt %eax
  stosw
  smsw %eax
  stosl
  mov %esp, %eax
  stosl
  lea 48(%esp), %esi
  mov $12, %ecx
23:
  mov %ss:(%esi), %eax
  stosl
  add $4, %esi
  loop 23b
  xor %eax, %eax
  stosl
  stosl
  mov %edi, rc_NextLog
  mov 44(%esp), %eax
  cmp $1, %eax
  je 24f
  sub $0x40, %eax
  cmp $8, %eax
  jae 29f
24:
  pop %es
  pop %ds
  popal
  popfl
  lea 4(%esp), %esp
  iret
29:  # the end of a case
  mov %cs, %eax
  test $3, %al
  jz 30f
  int $0x7f
30:
  xor %eax, %eax
  mov %eax, %dr7
  mov $0x10, %eax
  mov %ax, %ds
  mov %ax, %es
  mov %ax, %ss
  mov $rc_DriverStack, %esp
  push $2
  popfl
  cld
  mov rc_NextLog, %edi
  mov $0xe4d00000, %eax
  add rc_Events, %eax
  stosl
  mov $rc_Arena, %esi
  mov $(rc_ArenaBytes / 128), %edx
31:
  call 35f
  dec %edx
  jnz 31b
  mov $rc_Data, %esi
  mov $(rc_DataBytes / 128), %edx
  xor %ebp, %ebp
32:
  call 35f
  sub $4, %edi
  ror $7, %ebx
  add %ebx, %ebp
  dec %edx
  jnz 32b
  mov %ebp, %eax
  stosl
  mov %edi, rc_NextLog
  jmp 11b
35:  # a sum of 128 bytes goes to the log
  mov $32, %ecx
  xor %ebx, %ebx
36:
  lodsl
  rol $1, %ebx
  add %eax, %ebx
  loop 36b
  mov %ebx, %eax
  stosl
  ret
rc_driver_end:

.code16
rc_reset:
  cli
  mov $0xff, %al
  out %al, $0x21
  out %al, $0xa1
  lgdtl %cs:(7f - rc_reset)
  mov $0x11, %eax
  mov %eax, %cr0
  ljmpl $8, $(0xffff0000 + 8f - rc_reset)
7:
  .word 23
  .long 0xffff0000 + 9f - rc_reset
  .balign 8
9:
  .quad 0, 0x00cf9a000000ffff, 0x00cf92000000ffff
.code32
8:
  mov $0x10, %eax
  mov %ax, %ds
  mov %ax, %es
  mov %ax, %ss
  cld
  mov $(rc_Driver + 16), %eax
  cmpl $0, rc_NextLog
  jne 6f
rc_reset_length:
  mov $0, %ecx
  mov %ecx, %esi
  neg %esi
  mov $(rc_Records - rc_DriverBytes), %edi
  shr $2, %ecx
  rep movsl
  mov $(rc_Records - rc_DriverBytes), %esi
  mov $rc_Driver, %edi
  mov $(rc_DriverBytes / 4), %ecx
  rep movsl
  mov $rc_Driver, %eax
6:
  jmp *%eax
rc_reset_end:
.code64
.text
)");

extern "C" const std::uint8_t rc_driver[], rc_driver_end[], rc_stubs[], rc_reset[], rc_reset_end[],
    rc_reset_length[];

namespace rc::test::protected_mode {

std::vector<std::uint8_t> driver() { return {rc_driver, rc_driver_end}; }

std::uint32_t stub(unsigned vector) {
  return kDriver + static_cast<std::uint32_t>(rc_stubs - rc_driver) + 16 * vector;
}

std::vector<std::uint8_t> reset_page(std::uint32_t bytes) {
  std::vector<std::uint8_t> page(0x10000, 0xcc);  // INT3: HLT would last for ever
  std::memcpy(page.data(), rc_reset, static_cast<std::size_t>(rc_reset_end - rc_reset));
  std::memcpy(&page[static_cast<std::size_t>(rc_reset_length - rc_reset) + 1], &bytes, 4);
  const std::uint8_t jump[] = {0xe9, 0x0d, 0x00};  // from 0xfff0 to 0, around 64 KB
  std::memcpy(&page[0xfff0], jump, sizeof jump);
  return page;
}

}  // namespace rc::test::protected_mode
