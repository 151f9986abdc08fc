/* SPDX-License-Identifier: Apache-2.0 */
/* newlib has hash tables and trees; these are in firmware/posix/search.cpp. */
#include_next <search.h>

#ifndef RC_FIRMWARE_SEARCH_H
#define RC_FIRMWARE_SEARCH_H
#ifdef __cplusplus
extern "C" {
#endif
void *lfind(const void *key, const void *table, size_t *count, size_t bytes,
            int (*compare)(const void *, const void *));
void *lsearch(const void *key, void *table, size_t *count, size_t bytes,
              int (*compare)(const void *, const void *));
void insque(void *element, void *before);
void remque(void *element);
#ifdef __cplusplus
}
#endif
#endif
