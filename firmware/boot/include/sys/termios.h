/* No file is a terminal whose settings can be changed: all of these fail with ENOTTY. */
#ifndef RC_FIRMWARE_SYS_TERMIOS_H
#define RC_FIRMWARE_SYS_TERMIOS_H
typedef unsigned char cc_t;
typedef unsigned speed_t;
typedef unsigned tcflag_t;

#define NCCS 32
struct termios {
  tcflag_t c_iflag, c_oflag, c_cflag, c_lflag;
  cc_t c_cc[NCCS];
};

#define VMIN 6
#define VTIME 5
#define ISIG 0x1
#define ICANON 0x2
#define ECHO 0x8
#define TCSANOW 0
#define TCSADRAIN 1
#define TCSAFLUSH 2

#ifdef __cplusplus
extern "C" {
#endif
int tcgetattr(int file, struct termios *settings);
int tcsetattr(int file, int when, const struct termios *settings);
#ifdef __cplusplus
}
#endif
#endif
