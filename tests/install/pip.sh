#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# pip.sh MODULE LAUNCHER PROGRAM: pip takes the folder of the Python module into a virtual environment, offline, from
# where the module finds the launcher and runs a program.
set -euo pipefail
module=$1 launcher=$2 program=$3
fail() { echo "FAILED: $1"; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export PYTHONDONTWRITEBYTECODE=1 PIP_DISABLE_PIP_VERSION_CHECK=1
/usr/bin/python3 -m venv --system-site-packages venv  # with Debian's numpy
before=$(find "$module" | sort)
for options in --no-build-isolation --editable; do
  venv/bin/pip install --no-index $options "$module" || fail "pip install $options"
  [ "$(ROCKCREEK='' venv/bin/python -c 'import rockcreek; print(rockcreek._program())')" = "$launcher" ] ||
    fail "the module does not find its launcher"
  [ "$(venv/bin/python -c 'import sys, rockcreek; print(rockcreek.run(sys.argv[1], ues=2).cores["ue"])' "$program")" = \
    "[0 1]" ] || fail "run"
  venv/bin/pip list 2>/dev/null | grep '^rockcreek  *[0-9]' || fail "pip list"
  venv/bin/pip uninstall --yes rockcreek
  ! venv/bin/python -c 'import rockcreek' 2>/dev/null || fail "still there"
done
[ "$(find "$module" | sort)" = "$before" ] || fail "pip wrote into the module's folder"
