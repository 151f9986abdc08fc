/* SPDX-License-Identifier: Apache-2.0 */
/* No device takes a request: ENOTTY. */
#ifndef RC_FIRMWARE_SYS_IOCTL_H
#define RC_FIRMWARE_SYS_IOCTL_H
#define TIOCGWINSZ 0x5413
#define FIONREAD 0x541B
struct winsize {
  unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel;
};

#ifdef __cplusplus
extern "C" {
#endif
int ioctl(int file, unsigned long request, ...);
#ifdef __cplusplus
}
#endif
#endif
