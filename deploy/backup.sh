#!/bin/sh
# Copy a data directory while its server runs and loads: backup.sh DATA COPY
#
# Run it as the server's user. COPY must not exist. On the same file system as DATA, segments, kept sources and derived
# data are hard-linked (they are replaced, never changed), which takes no time and no space; then move COPY elsewhere
# (cp -a, rsync, tar). On another file system they are copied.
#
# Exit status: 0 copied and verified; 1 DATA is damaged, or is written too often; 2 wrong usage; 3 the program does not run;
# 4 DATA is not a data directory that this user can read; 5 COPY cannot be created.
set -eu
umask 077

fail() {
  echo "error: $2" >&2
  exit "$1"
}

[ $# -eq 2 ] && [ -n "$1" ] && [ -n "$2" ] || {
  echo "usage: backup.sh DATA COPY" >&2
  exit 2
}
data=$1
copy=$2
program=${SPENDCUBE:-spendcube}
case $data in /*) ;; *) data=./$data ;; esac
case $copy in /*) ;; *) copy=./$copy ;; esac

$program --version >/dev/null 2>&1 || fail 3 "\"$program\" does not run; set SPENDCUBE to the path of the program"
[ -d "$data" ] || fail 4 "there is no data directory $data"
[ -r "$data" ] && [ -x "$data" ] || fail 4 "$data cannot be read; run this as the server's user"
# Prints the manifests that "test $1" holds for. One may vanish meanwhile: the server replaces the oldest.
manifests() {
  for manifest in "$data"/manifest-[0-9]*[0-9]; do
    [ "$1" "$manifest" ] && echo "$manifest"
  done
  true
}
[ -n "$(manifests -e)" ] || fail 4 "$data is not a data directory, or nothing was ever loaded into it: it has no manifest"
[ -n "$(manifests -r)" ] || fail 4 "the files in $data cannot be read; run this as the server's user"
if [ -e "$copy" ] || [ -L "$copy" ]; then fail 5 "$copy exists already; name a new directory"; fi
above=$(dirname -- "$copy")
[ -d "$above" ] || fail 5 "$copy cannot be created: there is no directory $above"
case $(cd -- "$above" && pwd -P)/ in
"$(cd -- "$data" && pwd -P)"/*) fail 5 "$copy is inside $data; name a directory elsewhere" ;;
esac
mkdir -- "$copy" 2>/dev/null || fail 5 "$copy cannot be created: $above cannot be written"

# Segments are linked where the file system can.
link=-a
for manifest in "$data"/manifest-[0-9]*[0-9]; do
  if ln -- "$manifest" "$copy/linked" 2>/dev/null; then
    link=-al
    break
  fi
done
[ "$link" = -al ] || echo "note: $copy is on another file system than $data, so the files are copied, not linked" >&2
rm -rf -- "$copy"

tries=0
while [ "$tries" -lt 10 ]; do
  tries=$((tries + 1))
  # Fails if something is there already.
  mkdir -- "$copy" "$copy/segments"
  # Manifests before segments: the segments they refer to stay for two more writes. A file that vanishes fails the try.
  if cp -a -- "$data"/manifest-[0-9]*[0-9] "$copy" 2>/dev/null &&
    find "$data/segments" \( -name '*.segment' -o -name '*.records' \) ! -name 'damaged-*' -exec cp "$link" -- {} "$copy/segments" \; 2>/dev/null &&
    { [ ! -d "$data/sources" ] || cp "$link" -- "$data/sources" "$copy"; } 2>/dev/null &&
    { [ ! -e "$data/rights" ] || cp -a -- "$data/rights" "$copy"; } &&
    { [ ! -e "$data/secret" ] || cp -a -- "$data/secret" "$copy"; } &&
    { [ ! -e "$data/audit.log" ] || cp -a -- "$data/audit.log" "$copy"; } &&
    $program verify --data "$copy"; then
    # Derived data is optional: with it a restored copy is fast at once. A file that vanishes meanwhile is no loss.
    find "$data/segments" \( -name '*.extra' -o -name '*.facts' \) -exec cp "$link" -- {} "$copy/segments" \; 2>/dev/null || :
    exit 0
  fi
  rm -r -- "$copy"
done
fail 1 "$data is damaged, or was written too often to be copied; nothing was left at $copy"
