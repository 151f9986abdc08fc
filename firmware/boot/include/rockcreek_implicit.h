/* SPDX-License-Identifier: Apache-2.0 */
/* Included before every program.
 *
 * newlib's functions of mathematics raise exceptions and leave errno alone (C11 7.12): MATH_ERREXCEPT,
 * while its header says the other. */
#define math_errhandling 2

/* Old programs in C call functions that they did not declare; GCC warns and
 * takes their result for an int, which on this machine is also right for pointers. These return
 * something else: a program of the chip got their declarations through headers that included
 * others. */
#if !defined __cplusplus && !defined __ASSEMBLER__ && __STDC_VERSION__ <= 201710L
#pragma GCC system_header
#ifndef RC_FIRMWARE_IMPLICIT_H
#define RC_FIRMWARE_IMPLICIT_H
double atof();
double strtod();
float strtof();
long double strtold();
double difftime();
long long atoll();
long long strtoll();
unsigned long long strtoull();
#endif
#endif
