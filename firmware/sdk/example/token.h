// SPDX-License-Identifier: Apache-2.0
#ifndef TOKEN_H
#define TOKEN_H

#ifdef __cplusplus
extern "C" {
#endif

/* What a token becomes as it passes UE `ue`. */
long token_next(long token, int ue);

#ifdef __cplusplus
}
#endif
#endif
