/* newlib has long double only where it is double, but libstdc++'s <cmath> names these functions to
 * be able to overload them. They are declared and not defined: a program that calls one does not
 * link. */
#include_next <math.h>

#if defined __cplusplus && !defined RC_FIRMWARE_MATH_H
#define RC_FIRMWARE_MATH_H
extern "C" {
int ilogbl(long double);
long lroundl(long double);
long long llroundl(long double);
double nexttoward(double, long double);
float nexttowardf(float, long double);
long double acoshl(long double), asinhl(long double), atanhl(long double), cbrtl(long double);
long double copysignl(long double, long double), erfl(long double), erfcl(long double);
long double exp2l(long double), expm1l(long double), fdiml(long double, long double);
long double fmal(long double, long double, long double), fmaxl(long double, long double);
long double fminl(long double, long double), lgammal(long double), log1pl(long double);
long double log2l(long double), logbl(long double), nanl(const char*), nearbyintl(long double);
long double nextafterl(long double, long double), nexttowardl(long double, long double);
long double remainderl(long double, long double), remquol(long double, long double, int*);
long double roundl(long double), scalblnl(long double, long), scalbnl(long double, int);
long double tgammal(long double), truncl(long double);
}
#endif
