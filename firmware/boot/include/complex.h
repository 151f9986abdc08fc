/* SPDX-License-Identifier: Apache-2.0 */
/* newlib's header lacks what makes a complex number of its parts (C11 7.3.9.3), and most functions of long
 * double, which are in firmware/posix. */
#include_next <complex.h>

#ifndef RC_FIRMWARE_COMPLEX_H
#define RC_FIRMWARE_COMPLEX_H
#define CMPLX(x, y) __builtin_complex((double)(x), (double)(y))
#define CMPLXF(x, y) __builtin_complex((float)(x), (float)(y))
#define CMPLXL(x, y) __builtin_complex((long double)(x), (long double)(y))

#ifndef __cplusplus
long double complex cacosl(long double complex), casinl(long double complex);
long double complex catanl(long double complex), ccosl(long double complex);
long double complex csinl(long double complex), ctanl(long double complex);
long double complex cacoshl(long double complex), casinhl(long double complex);
long double complex catanhl(long double complex), ccoshl(long double complex);
long double complex csinhl(long double complex), ctanhl(long double complex);
long double complex cexpl(long double complex), clogl(long double complex);
long double complex csqrtl(long double complex), conjl(long double complex);
long double complex cprojl(long double complex);
long double complex cpowl(long double complex, long double complex);
#endif
#endif
