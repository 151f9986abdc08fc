/* SPDX-License-Identifier: Apache-2.0 */
/* newlib has few functions of long double. Those that it leaves out are in firmware/posix, with the
 * precision of double. */
#include_next <math.h>

#ifndef RC_FIRMWARE_MATH_H
#define RC_FIRMWARE_MATH_H
#ifdef __cplusplus
extern "C" {
#endif
long double acosl(long double), asinl(long double), atanl(long double), cosl(long double);
long double sinl(long double), tanl(long double), coshl(long double), sinhl(long double);
long double tanhl(long double), acoshl(long double), asinhl(long double), atanhl(long double);
long double expl(long double), exp2l(long double), expm1l(long double), logl(long double);
long double log10l(long double), log2l(long double), log1pl(long double), cbrtl(long double);
long double erfl(long double), erfcl(long double), lgammal(long double), tgammal(long double);
long double ceill(long double), floorl(long double), truncl(long double), roundl(long double);
long double nearbyintl(long double), rintl(long double), fabsl(long double), logbl(long double);
long double powl(long double, long double), atan2l(long double, long double);
long double fmodl(long double, long double), hypotl(long double, long double);
long double remainderl(long double, long double), fdiml(long double, long double);
long double fmaxl(long double, long double), fminl(long double, long double);
long double copysignl(long double, long double), nextafterl(long double, long double);
long double nexttowardl(long double, long double), fmal(long double, long double, long double);
long double ldexpl(long double, int), scalbnl(long double, int), scalblnl(long double, long);
long double frexpl(long double, int *), modfl(long double, long double *), nanl(const char *);
long double remquol(long double, long double, int *);
double nexttoward(double, long double);
float nexttowardf(float, long double);
int ilogbl(long double);
long lroundl(long double);
long long llroundl(long double);
#ifdef __cplusplus
}
#endif
#endif
