import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { type StructRowProxy, tableFromIPC } from "apache-arrow";
import { ANONYMOUS } from "#src/access/actor.js";
import { aggregate } from "#src/calls/reading/aggregate/aggregate.js";
import type { ExportFormat } from "#src/calls/formats.js";
import { exportEntries } from "#src/calls/reading/entries/export.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { withCrosswalks } from "#src/core/model/with-crosswalks.js";
import type { Dataset } from "#src/store/dataset.js";
import { loadRows } from "../../../../contract/sample.js";
import {
  contextOf,
  formText,
  queryParameters,
  type Row,
  SPENDING,
  spendingDataset,
  spendingModel,
} from "../../../../fixtures.js";
import { plainFormat } from "../../../../reference/builder.js";

/** Entries of five regions and seven functions, often enough for dictionaries. */
const ROWS: readonly Row[] = Array.from({ length: 210 }, (_, at) => ({
  id: `${at}`.padStart(40, "0"),
  paid: BigInt(100 * at + 1),
  date: `20${10 + (at % 3)}-0${1 + (at % 9)}-15`,
  region: ["North", "South", "West", "=East", ""][at % 5]!,
  code: `${1 + (at % 2)}${at % 7}`,
}));

const DERIVED = {
  time: { ...SPENDING.mapping.time, fiscal_year: { starts: "04-01", named: "both" } },
  side: {
    type: "derived",
    from: "region",
    values: { North: "cold", West: "cold", South: "warm" },
    labels: { cold: 'Cold, "dark"' },
  },
  plain: { type: "derived", from: "region", values: { North: "-1", "=East": "=2" } },
  group: { type: "derived", from: "cofog1.name", prefix: 1 },
  zone: { type: "derived", from: "region", through: "zones", to: "zone" },
};

const MODEL = withCrosswalks(spendingModel(DERIVED), () => ({
  values: new Map([["North", "Z1"]]),
  labels: new Map([["Z1", "Zone one"]]),
}));

/** Values of a row in the columns of its derived dimensions. */
function derivedOf({ region, code, date }: Row): Record<string, string | null> {
  const side = { North: "cold", West: "cold", South: "warm" }[region!] ?? null;
  const start = Number(date!.slice(0, 4)) - (date!.slice(5, 7) < "04" ? 1 : 0);
  const isZone = region === "North";
  return {
    "time.fiscal_year": `${start}/${String(start + 1).slice(2)}`,
    "side.name": side,
    "side.label": side === "cold" ? 'Cold, "dark"' : side,
    plain: { North: "-1", "=East": "=2" }[region!] ?? null,
    group: code!.slice(0, 1),
    "zone.name": isZone ? "Z1" : null,
    "zone.label": isZone ? "Zone one" : null,
  };
}

const kernel = Kernel.start();
after(() => kernel.close());

async function collect(dataset: Dataset, format: ExportFormat): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of exportEntries(dataset, format)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Parse CSV into records by header; an empty cell is `null`. */
function parseCsv(text: string): readonly Record<string, string | null>[] {
  const lines = text.trimEnd().split("\r\n");
  const [header = [], ...records] = lines.map((line) =>
    Array.from(`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g), ([, quoted, plain]) =>
      quoted === undefined ? plain! : quoted.replaceAll('""', '"'),
    ),
  );
  return records.map((record) => Object.fromEntries(header.map((name, at) => [name, record[at] || null])));
}

for (const [name, format] of [
  ["plain", plainFormat],
  ["columnar", columnarFormat(kernel, 4000)],
] as const) {
  describe(`derived dimensions in files: ${name} engine`, () => {
    const dataset = spendingDataset([], { model: MODEL, engine: loadRows(format, spendingModel(), ROWS) });
    const wanted = ROWS.map(derivedOf);
    const chosen = (row: Record<string, unknown>): unknown =>
      Object.fromEntries(Object.keys(wanted[0]!).map((column) => [column, row[column]]));

    it("are columns of the CSV of all entries", async () => {
      const rows = parseCsv((await collect(dataset, "csv")).toString());
      assert.deepEqual(rows.map(chosen), wanted);
    });

    it("are columns of its Arrow stream, with the same values", async () => {
      const table = tableFromIPC(await collect(dataset, "arrow"));
      const rows = table.toArray().map((row: StructRowProxy) => row.toJSON() as Record<string, unknown>);
      assert.deepEqual(rows.map(chosen), wanted);
    });

    it("are fields of its NDJSON", async () => {
      const lines = (await collect(dataset, "ndjson")).toString().trimEnd().split("\n");
      const [first] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
      assert.deepEqual(
        [first!["side"], first!["plain"], first!["group"], first!["zone"]],
        [{ name: "cold", label: 'Cold, "dark"' }, "-1", "1", { name: "Z1", label: "Zone one" }],
      );
    });

    for (const query of ["drilldown=side|group|time.fiscal_year", "drilldown=plain|zone.label&cut=side:cold|group:1"]) {
      it(`are the same in the cells of an aggregate as Arrow, CSV and JSON: ${query}`, async () => {
        const parameters = `dataset=town&measure=amount&pagesize=500&${query}&order=amount:desc`;
        const answer = aggregate(contextOf([dataset]), ANONYMOUS, queryParameters(parameters), "");
        const body = await answer.formats.arrow!();
        assert.ok("chunks" in body);
        const pieces: Uint8Array[] = [];
        for await (const piece of body.chunks as AsyncIterable<Uint8Array>) pieces.push(piece);
        const arrow = tableFromIPC(Buffer.concat(pieces))
          .toArray()
          .map((row: StructRowProxy) => row.toJSON() as Record<string, unknown>);
        // A text that a spreadsheet would take for a formula has a mark in the CSV of cells.
        const csv = parseCsv(await formText(answer, "csv")).map((row) => ({
          ...row,
          ...("plain" in row ? { plain: row.plain?.replace(/^'/, "") ?? null } : {}),
        }));
        const texts = arrow.map((row) =>
          Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value === null ? null : String(value)])),
        );
        assert.deepEqual(texts, csv);
        const { drilldown } = JSON.parse(await formText(answer, "json")) as { drilldown: Record<string, never>[] };
        assert.deepEqual(
          arrow.map((row) => [row["amount"], row["group"], row["plain"] ?? null]),
          drilldown.map((cell) => [cell["amount"], cell["group"], cell["plain"] ?? null]),
        );
        assert.ok(drilldown.length > 1);
      });
    }
  });
}
