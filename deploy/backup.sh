#!/bin/sh
# Copy a data directory while its server runs and loads: backup.sh DATA COPY
#
# Run it as the server's user. COPY must not exist. It must be on the same file system as DATA, because segments and derived
# data are hard-linked (they are replaced, never changed), which takes no time and no space. Then move COPY elsewhere (cp -a,
# rsync, tar).
set -eu
umask 077
[ $# -eq 2 ] || { echo "usage: backup.sh DATA COPY" >&2; exit 2; }
data=$1
copy=$2
program=${SPENDCUBE:-spendcube}

tries=0
while [ "$tries" -lt 10 ]; do
  tries=$((tries + 1))
  # Fails if something is there already.
  mkdir -- "$copy" "$copy/segments"
  # Manifests before segments: the segments they refer to stay for two more writes. A file that vanishes fails the try.
  if cp -a -- "$data"/manifest-[0-9]*[0-9] "$copy" 2>/dev/null &&
    find "$data/segments" -name '*.segment' ! -name 'damaged-*' -exec cp -al -- {} "$copy/segments" \; 2>/dev/null &&
    { [ ! -e "$data/secret" ] || cp -a -- "$data/secret" "$copy"; } &&
    { [ ! -e "$data/audit.log" ] || cp -a -- "$data/audit.log" "$copy"; } &&
    $program verify --data "$copy"; then
    # Derived data is optional: with it a restored copy is fast at once. A file that vanishes meanwhile is no loss.
    find "$data/segments" -name '*.extra' -exec cp -al -- {} "$copy/segments" \; 2>/dev/null || :
    exit 0
  fi
  rm -r -- "$copy"
done
echo "error: $data is damaged, or was written too often to be copied; nothing was left at $copy" >&2
exit 1
