#!/bin/sh
# Makes a data directory in the format that the program writes today: test/formats/make.sh test/formats/NUMBER
# One that is there is never made again: it stands for what programs of its time have written.
set -eu

to=${1:?the directory to make}
test ! -e "$to/data"
here=$(dirname "$0")
# A data directory knows where its sources lie.
sources=/tmp/spendcube-formats

spendcube() {
  node "$here/../../dist/cli.js" "$@" --data "$to/data"
}

mkdir -p "$to" "$sources"
cp "$here"/*.csv "$here"/*.json "$sources"
spendcube load --metadata "$sources/town.json" --csv "$sources/town-first.csv" >&2
spendcube load --metadata "$sources/town.json" --csv "$sources/town.csv" >&2
spendcube load --metadata "$sources/hidden.json" --csv "$sources/town-first.csv" --private >&2
spendcube user add ada > "$to/key"
spendcube dataset managers hidden --add ada >&2
spendcube export town --format csv > "$to/town.csv"
spendcube export hidden --format csv > "$to/hidden.csv"
rm -r "$sources"
