/* SPDX-License-Identifier: Apache-2.0 */
/* The old names of what <limits.h> and <float.h> have. */
#ifndef RC_FIRMWARE_VALUES_H
#define RC_FIRMWARE_VALUES_H
#include <float.h>
#include <limits.h>

#define BITSPERBYTE CHAR_BIT
#define BITS(type) (BITSPERBYTE * (int)sizeof(type))
#define CHARBITS CHAR_BIT
#define SHORTBITS (sizeof(short) * CHAR_BIT)
#define INTBITS (sizeof(int) * CHAR_BIT)
#define LONGBITS (sizeof(long) * CHAR_BIT)
#define MINSHORT SHRT_MIN
#define MININT INT_MIN
#define MINLONG LONG_MIN
#define MAXSHORT SHRT_MAX
#define MAXINT INT_MAX
#define MAXLONG LONG_MAX
#define MAXDOUBLE DBL_MAX
#define MAXFLOAT FLT_MAX
#define MINDOUBLE DBL_MIN
#define MINFLOAT FLT_MIN
#define DMAXEXP DBL_MAX_EXP
#define FMAXEXP FLT_MAX_EXP
#define DMINEXP DBL_MIN_EXP
#define FMINEXP FLT_MIN_EXP
#endif
