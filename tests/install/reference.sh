#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# reference.sh DOXYFILE SOURCE: the reference of the installed headers has no warning of Doxygen's, and the text of
# comments of each kind.
set -euo pipefail
doxyfile=$1 source=$2
fail() { echo "FAILED: $1"; exit 1; }
command -v doxygen >/dev/null || { echo "skipped: no doxygen"; exit 77; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
# make_reference SETTING...: in this folder.
make_reference() { { cat "$doxyfile"; printf '%s\n' "OUTPUT_DIRECTORY=$work" "$@"; } | doxygen -; }
# says PAGE TEXT: between the tags of a page.
says() { tr '\n' ' ' <"$1.html" | sed 's/<[^>]*>//g; s/  */ /g' | grep -qF -- "$2" || fail "$1 does not say: $2"; }

# What a warning is, is noticed; what is no comment of a declaration's, or none of Doxygen's commands, is not.
cat >planted.h <<'HEADER'
// SPDX-License-Identifier: Apache-2.0
// A box that \nobody knows.
//
//   in -> <b> -> @out
#pragma once
class Planted {
 public:
  // --- a heading ---
  // Says `a < b` and <i> to them
  // all.
  void say();
  int last = 0;  // in us, at
                 // most 3
};
HEADER
make_reference INPUT=planted.h || fail "a warning about text"
says classPlanted 'A box that \nobody knows.'
says classPlanted 'in -&gt; &lt;b&gt; -&gt; @out'
says classPlanted 'Says a &lt; b and &lt;i&gt; to them all.'
says classPlanted 'in us, at most 3'
grep -q 'a heading' classPlanted.html && fail "a heading is nobody's text"
sed -i 's,  // Says,  /// \\nosuchcommand,' planted.h
make_reference INPUT=planted.h 2>/dev/null && fail "a warning passes"

make_reference || fail "warnings"
says classrc_1_1cpu_1_1Core 'One P54C-class core'
says classrc_1_1cpu_1_1Core 'Cold state: caches and TLBs invalid'
says classrc_1_1noc_1_1NetworkIf 'no flit or credit anywhere, no packet queued'
says classrc_1_1sim_1_1run_1_1HeldMachine 'through page tables, lookup table and caches'
says structrc__flit 'of the packet among those of its source, destination and class'
grep -o 'rc::[A-Za-z_:]*' "$source/cmake/reference/main.md" | while read -r name; do
  grep -q "href=\"[^\"]*\">$name</a>\|title=[^>]*>$name</a>" index.html || fail "main.md: no $name"
done
