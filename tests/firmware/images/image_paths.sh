#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# image_paths.sh OBJCOPY IMAGE FOLDER...: fails when what is loaded of IMAGE names one of the folders.
# Then its layout, and with it the simulated time, would depend on where it was built.
set -euo pipefail
objcopy=$1 image=$2
shift 2

loaded=$(mktemp)
trap 'rm -f "$loaded"' EXIT
"$objcopy" -O binary -R .stack "$image" "$loaded"
[[ -s $loaded ]] || { echo "$image: nothing to load"; exit 1; }
for folder; do
  if found=$(strings "$loaded" | grep -F "$folder"); then
    echo "$image holds names of the build machine:"
    head -5 <<<"$found"
    exit 1
  fi
done
