import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, it } from "node:test";
import fc from "fast-check";
import { columnarFormat } from "#src/engines/columnar/format.js";
import type { Engine } from "#src/core/engine/engine.js";
import type { TableFormat } from "#src/core/engine/storage.js";
import { ingest } from "#src/sources/ingest/load.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { decimalText } from "#src/core/model/values/decimal.js";
import { entriesOf } from "../../../contract/sample.js";
import { randomRuns } from "../../../full.js";
import { plainFormat } from "../../../reference/builder.js";
import { smallModel, withFile } from "./collect.js";

const kernel = Kernel.start({ threads: 1 });
after(() => kernel.close());

interface CsvRow {
  readonly no: string;
  readonly name: string;
  readonly year: number;
  readonly cents: number;
}

const sha1 = (text: string): string => createHash("sha1").update(text).digest("hex");

/** Names in NFC, in NFD and in neither; of one member, or of members that only look alike. */
const name = fc.constantFrom(
  "Caf\u00e9",
  "Cafe\u0301",
  "Cafe",
  "\u212bngstr\u00f6m",
  "\u00c5ngstro\u0308m",
  "\u1ec7",
  "e\u0302\u0323",
  "e\u0323\u0302",
  "\ud55c",
  "\u1112\u1161\u11ab",
  "\u0438\u0306",
  "\u0439",
  "\uac00\u11a8",
  "plain",
);
const row = fc.record({ no: name, name, year: fc.integer({ min: 2010, max: 2012 }), cents: fc.nat(99_999) });
const file = fc.record({ source: fc.integer({ min: 1, max: 2 }), rows: fc.array(row, { maxLength: 12 }) });

const MODELS = {
  "a key of one attribute": smallModel(),
  "a key with a name and a date": smallModel({
    name: { type: "attribute", column: "Name", key: true },
    time: { type: "date", column: "Date", datatype: "date", key: true },
  }),
  "compound members": smallModel({
    name: {
      type: "compound",
      key: true,
      attributes: {
        name: { column: "Name", datatype: "string" },
        label: { column: "Name", datatype: "string" },
        slug: { column: "Name", datatype: "id" },
      },
    },
  }),
};

for (const [described, model] of Object.entries(MODELS)) {
  it(`names are joined in NFC and ids kept, in every engine, load after load: ${described}`, () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(file, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(0, 0, 700),
        async (files, others) => {
          const loads = files.map(({ source, rows }) => ({ source, rows: [...rows, ...otherRows(others)] }));
          const expected = loadAll(
            loads,
            model.key.map(({ name: key }) => key),
          );
          for (const format of [plainFormat, columnarFormat(kernel)]) {
            const engine = await loadInto(format, model, loads);
            assert.deepEqual(await listEntries(engine), expected);
            engine.dispose();
          }
        },
      ),
      { numRuns: randomRuns(3, 10) },
    ));
}

/** Rows of texts that do not repeat, which get no codes. */
function otherRows(count: number): readonly CsvRow[] {
  return Array.from({ length: count }, (_, at) => ({
    no: at % 3 === 0 ? `n${at} e\u0301` : `n${at}`,
    name: at % 2 === 0 ? `a\u0308 ${at}` : `\u00e4 ${at}`,
    year: 2010,
    cents: at,
  }));
}

interface FileLoad {
  readonly source: number;
  readonly rows: readonly CsvRow[];
}

async function loadInto(
  format: TableFormat,
  model: ReturnType<typeof smallModel>,
  loads: readonly FileLoad[],
): Promise<Engine> {
  let engine: Engine | null = null;
  for (const { source, rows } of loads) {
    const csv = rows.map(({ no, name: own, year, cents }) => `${no},${own},${amountOf(cents)},${year}\n`).join("");
    const previous: Engine | null = engine;
    engine = await withFile(`No,Name,Amount,Date\n${csv}`, async (path) => {
      const { builder } = await ingest({
        model,
        source: { kind: "file", path },
        download: { directory: path.slice(0, path.lastIndexOf("/")) },
        makeBuilder: (repeats) => format.build(model, previous, source, repeats),
      });
      return (await builder.finish()).engine;
    });
    previous?.dispose();
  }
  return engine!;
}

function amountOf(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** Do by hand what the loads must come to: each id with its values. */
function loadAll(loads: readonly FileLoad[], key: readonly string[]): readonly string[] {
  const entries = new Map<string, { readonly source: number; readonly text: string }>();
  for (const { source, rows } of loads) {
    const written = new Set<string>();
    for (const { no, name: own, year, cents } of rows) {
      const values: Readonly<Record<string, string>> = { number: no, name: own, time: `${year}-01-01` };
      const id = sha1(["small", ...key.map((field) => values[field]!)].map(sha1).join(""));
      written.add(id);
      const text = `${id} ${no.normalize("NFC")} ${own.normalize("NFC")} ${year} ${Number(amountOf(cents))}`;
      entries.set(id, { source, text });
    }
    for (const [id, entry] of entries) if (entry.source === source && !written.has(id)) entries.delete(id);
  }
  return [...entries.values()].map(({ text }) => text).toSorted();
}

async function listEntries(engine: Engine): Promise<readonly string[]> {
  const entries = await entriesOf(engine);
  return entries
    .map(({ id, members, amounts }) => {
      const [no, own, time] = members.map((member) => member!.values);
      if (own!.length > 1) assert.deepEqual(own![1], own![0], "the label");
      return `${id} ${no![0]} ${own![0]} ${String(time![0]).slice(0, 4)} ${Number(decimalText(amounts[0]!))}`;
    })
    .toSorted();
}
