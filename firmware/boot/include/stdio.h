/* SPDX-License-Identifier: Apache-2.0 */
/* newlib has getline and getdelim under other names. */
#include_next <stdio.h>

#if !defined RC_FIRMWARE_STDIO_H && __POSIX_VISIBLE >= 200809
#define RC_FIRMWARE_STDIO_H
#ifdef __cplusplus
extern "C" {
#endif
ssize_t getline(char **line, size_t *bytes, FILE *file);
ssize_t getdelim(char **line, size_t *bytes, int end, FILE *file);
FILE *popen(const char *command, const char *mode);
int pclose(FILE *file);
#ifdef __cplusplus
}
#endif
#endif
