#!/bin/sh
# Copy a data directory while its server runs and loads: backup.sh DATA COPY
#
# As the user of the server. COPY must not exist; its parent must be on the file system of DATA, because segments and
# extras, which are never changed, only replaced, are hard-linked: that takes no time and no space. Move COPY elsewhere
# afterwards (cp -a, rsync, tar).
set -eu
umask 077
[ $# -eq 2 ] || { echo "usage: backup.sh DATA COPY" >&2; exit 2; }
data=$1
copy=$2
program=${SPENDCUBE:-spendcube}

tries=0
while [ "$tries" -lt 10 ]; do
  tries=$((tries + 1))
  # Fails where something is there already.
  mkdir -- "$copy" "$copy/segments"
  # Manifests before segments: what they refer to is there for two more writes. What vanishes meanwhile fails the try.
  if cp -a -- "$data"/manifest-[0-9]*[0-9] "$copy" 2>/dev/null &&
    find "$data/segments" -name '*.segment' ! -name 'damaged-*' -exec cp -al -- {} "$copy/segments" \; 2>/dev/null &&
    { [ ! -e "$data/secret" ] || cp -a -- "$data/secret" "$copy"; } &&
    { [ ! -e "$data/audit.log" ] || cp -a -- "$data/audit.log" "$copy"; } &&
    $program verify --data "$copy"; then
    # What the server can make again: with it a restored copy is as fast at once. What vanishes meanwhile is no loss.
    find "$data/segments" -name '*.extra' -exec cp -al -- {} "$copy/segments" \; 2>/dev/null || :
    exit 0
  fi
  rm -r -- "$copy"
done
echo "error: $data is damaged, or was written too often to be copied; nothing was left at $copy" >&2
exit 1
