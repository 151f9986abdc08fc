#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# disassembly.sh OBJDUMP FILE: fails when code in FILE uses what an i586 does not have: conditional
# moves, x87 compares into EFLAGS, MMX and SSE, landing pads, multi-byte nops.
set -euo pipefail
objdump=$1 file=$2

listing=$("$objdump" -d --no-show-raw-insn "$file")
instructions=$(grep -cE '^ +[0-9a-f]+:' <<<"$listing")
if ((instructions < 100)); then
  echo "$file: only $instructions instructions disassembled"
  exit 1
fi

beyond='\s(cmov\w+|fcmov\w+|fu?comip?|endbr\w+|nop[wl])(\s|$)|%x?mm[0-7]'
if found=$(grep -E "$beyond" <<<"$listing"); then
  echo "$file: instructions beyond the i586:"
  head -20 <<<"$found"
  exit 1
fi
echo "$file: $instructions instructions, all i586"
