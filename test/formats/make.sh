#!/bin/sh
# Makes a data directory in the format that the program writes today: test/formats/make.sh test/formats/NUMBER
# or, with what was made of a dataset to answer sooner: test/formats/make.sh test/formats/extra-NUMBER
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

make_data() {
  spendcube load --metadata "$sources/town.json" --csv "$sources/town-first.csv" >&2
  spendcube load --metadata "$sources/town.json" --csv "$sources/town.csv" >&2
  spendcube load --metadata "$sources/hidden.json" --csv "$sources/town-first.csv" --private >&2
  spendcube user add ada > "$to/key"
  spendcube dataset managers hidden --add ada >&2
  # A list of more than 256 records is not in the manifest.
  node --input-type=module - "$here/../../dist" "$to/data" << 'end'
import { resolve } from "node:path";
const [dist, data] = process.argv.slice(2).map((path) => resolve(path));
const { Catalog } = await import(`${dist}/store/catalog.js`);
const { addUser } = await import(`${dist}/access/users.js`);
const catalog = await Catalog.open(data, null);
const properties = { fullname: null, email: null, admin: false, password: null };
for (let number = 1; number <= 260; number++) await addUser(catalog, { name: `user-${number}`, ...properties });
end
  spendcube export town --format csv > "$to/town.csv"
  spendcube export hidden --format csv > "$to/hidden.csv"
}

# Of fewer entries nothing is made. A server that ends has written what it has made.
make_extras() {
  {
    echo paid,date,line,place
    seq 0 9999 | awk '{ printf "%d.%02d,200%d-0%d-01,L%d,P%d\n", ($1 * 37) % 5000 - 900, $1 % 100, $1 % 10, $1 % 9 + 1, $1 / 100, $1 % 100 }'
  } > "$sources/grid.csv"
  spendcube load --metadata "$sources/grid.json" --csv "$sources/grid.csv" >&2
  node "$here/../../dist/cli.js" serve --port 0 --data "$to/data" > "$sources/url" &
  server=$!
  until grep -q listening "$sources/url"; do sleep 1; done
  url=$(sed 's/^listening on //' "$sources/url")
  until spendcube dataset list --json | grep -q '"rows"'; do sleep 1; done
  for size in 1 2 3 4 5 6 7 8; do
    for keys in time.month place 'time.year|time.month'; do
      curl -fsSG "$url/api/2/aggregate" -d dataset=grid --data-urlencode "drilldown=$keys" -d "pagesize=$size" > /dev/null
    done
  done
  kill "$server"
  wait "$server" || :
}

mkdir -p "$to" "$sources"
cp "$here"/*.csv "$here"/*.json "$sources"
case $to in
  */extra-*) make_extras ;;
  *) make_data ;;
esac
rm -r "$sources"
