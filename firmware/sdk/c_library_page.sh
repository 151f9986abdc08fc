#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# c_library_page.sh FIRMWARE: prints docs/c-library.md, the table of what the C library's headers
# declare and what becomes of a call. FIRMWARE is the folder of the build that cc links from; what is
# declared the compiler says, what is defined the archives say, and what always fails the sources.
set -euo pipefail
firmware=$1
here=$(cd "$(dirname "$0")/.." && pwd)

headers=(assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign
  stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath time uchar wchar wctype
  alloca arpa/inet byteswap dirent endian err fcntl fpu_control getopt libgen malloc netinet/in poll pwd regex
  sched search strings sysexits termios ucontext unistd utime values sys/ioctl sys/mman sys/param sys/resource
  sys/select sys/stat sys/time sys/times sys/types sys/uio sys/utsname sys/wait)

# What a supported function does in a way of its own: header-independent, in alphabetical order.
differs='abort: says so on standard error, exit status 134
access: by opening the file
calloc: of a product beyond 4 GB, what is left of it; reallocarray refuses that
chdir: also to /, which no other call takes
clock gettimeofday time: simulated time since the chip'"'"'s start
exit: the status of this unit of execution; functions of GCC'"'"'s attribute destructor do not run, those of atexit do
feenableexcept: an enabled exception ends the run
fopen: with a+ it reads from the end
fsync: nothing is left to do
getcwd: / is run --files DIR
gethostname: the core, as rck05
getopt: of an unknown option optopt is a question mark
getpid: always 1
getrusage: simulated time, nothing else
getuid: always 0
isatty: 1 for the three standard streams
kill: this process only
lstat: as stat
mkdtemp: ENOSYS
mmap: from the heap; files as private copies; registers and buffers of the chip in place
munmap: whole mappings only
nanosleep sleep usleep: keep the core busy
open: also of the devices that give registers and buffers of the chip
opendir: lists it once, in the order of names
poll select: every file is ready; select without files is a sleep
printf: no %ls, and no arguments by number
rand: the numbers of Linux, as random
scanf: no hexadecimal fractions
sigaction: handlers for raise, kill and abort, not for faults; the mask of the handler has no effect
signal: handlers stay, as on Linux
stat: type and size only
sysconf: one processor
system: -1, there is no shell
tmpfile tmpnam: in /tmp, which --files DIR does not have'

work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
{
  echo '#define _GNU_SOURCE'
  printf '#include <%s.h>\n' "${headers[@]}"
} >"$work/all.c"
compiler=$(sed -n 's/^cc //p' "$firmware/compiler.conf")
mapfile -t flags < <(sed -n "s,<firmware>,$firmware,; s/^compile //p" "$firmware/compiler.conf")
"$compiler" "${flags[@]}" -w -aux-info "$work/declared" -fsyntax-only "$work/all.c"

# "header function", once each; names that begin with '_' are the library's own.
grep -v ' static ' "$work/declared" |
  sed -nE 's,^/\* .*/(newlib/include|include/boot|boot/include|i686-elf/include)/([^:]*):.*\*/ (.*)$,\2 \3,p' |
  sed -nE 's,^([^ ]+) [^(]*[ *]([a-z][A-Za-z0-9_]*) \(.*,\1 \2,p' |
  sed -E 's,^sys/(_default_)?(unistd|signal|fcntl|termios|sched|dirent)\.h ,\2.h ,' |
  grep -v '^rockcreek_implicit' | sort -u >"$work/functions"
"${compiler%gcc}nm" "$firmware"/lib/libboot.a "$firmware"/newlib/lib/lib[cm].a 2>/dev/null |
  sed -nE 's/^[0-9a-f]+ [TWVDBR] ([a-z].*)$/\1/p' | sort -u >"$work/defined"
sed -nE 's/^RC_POSIX .*[ *]([a-z][A-Za-z0-9_]*)\(.*\{ return (unsupported|fail)\(.*/\1/p; s/^RC_REFUSED(_POINTER)?\(([a-z0-9_]+)\).*/\2/p' \
  "$here"/posix/*.cpp | sort -u >"$work/failing"
# Of the calls that are no posix/*.cpp's; <signal.h> gives programs another kill().
echo link >>"$work/failing"

cat <<'HEAD'
# The C library, function by function

`firmware/sdk/c_library_page.sh` prints this page from the headers and archives of `rockcreek cc`; a test compares.

Listed functions do what C and POSIX say, but for [what differs](#what-differs). *Refused* ones link and fail with
`ENOSYS` or POSIX's better word. What this page does not list does not link. Natively all functions are the host's.
`acos/f/l` stands for `acos`, `acosf` and `acosl`, `getc/_unlocked` for `getc` and `getc_unlocked`.

HEAD
awk -v defined="$work/defined" -v failing="$work/failing" '
  BEGIN {
    while ((getline name < defined) > 0) has[name] = 1
    while ((getline name < failing) > 0) fails[name] = 1
    suffixes = split("f l _l _r _unlocked", suffix, " ")
  }
  # Names in sorted order, a name and those that it begins written as one.
  function families(list,    names, count, here, i, j, name, text) {
    count = split(list, names, " ")
    for (i = 1; i <= count; ++i) here[names[i]] = 1
    for (i = 1; i <= count; ++i) {
      if (!(names[i] in here)) continue
      name = names[i]
      for (j = 1; j <= suffixes; ++j)
        if (names[i] suffix[j] in here) {
          name = name "/" suffix[j]
          delete here[names[i] suffix[j]]
        }
      text = text (text ? " " : "") name
    }
    return text
  }
  function row() {
    good = families(good)
    bad = families(bad)
    if (good bad) printf "- `<%s>`: %s%s%s\n", header, good, bad ? (good ? "; " : "") "*refused* " : "", bad
    good = bad = ""
  }
  $1 != header { row(); header = $1 }
  $2 in fails { bad = bad " " $2; next }
  $2 in has { good = good " " $2 }
  END { row() }' "$work/functions"
printf '\n## What differs\n\n'
# shellcheck disable=SC2016  # backquotes of Markdown
sed -E ':again; s/^([^:]*[a-z]) ([a-z]+)/\1`, `\2/; t again; s/^([^:]*): /- `\1`: /' <<<"$differs"
