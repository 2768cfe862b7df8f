import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type FileMetaData, parquetMetadata, parquetReadObjects } from "hyparquet";
import { planEntryColumns } from "#src/calls/reading/entries/entry-columns.js";
import { exportParquet } from "#src/calls/reading/entries/export-parquet.js";
import type { Entry } from "#src/core/engine/entry.js";
import { streamEntries } from "#src/core/engine/with-reader.js";
import { decimalText } from "#src/core/model/values/decimal.js";
import type { Dataset } from "#src/store/dataset.js";
import { inDirectory, run } from "../../../../cli/run.js";
import { entriesOf } from "../../../../contract/sample.js";
import { explainNoDuckDb, withDuckDb } from "../../../../duckdb.js";
import {
  engineOf,
  entryInput,
  type Row,
  spendingDataset,
  spendingEngine,
  spendingModel,
} from "../../../../fixtures.js";
import { randomRuns } from "../../../../full.js";
import { plainFormat } from "../../../../reference/builder.js";

const ROW_GROUP = 65_536;

/** More entries than a row group has, with missing values and the largest amounts that 64 bits hold. */
const MANY: readonly Row[] = Array.from({ length: ROW_GROUP + 4000 }, (_, row) => ({
  id: `${row}`,
  paid: [-(2n ** 63n), 2n ** 63n - 1n, -1n, 0n, BigInt(row)][row % 5]!,
  planned: BigInt(-row),
  date: `20${10 + (row % 3)}-0${1 + (row % 7)}-01`,
  until: row % 5 === 0 ? null : "2011-01-01",
  region: ["", "Région 😀", 'a "b", c\r\nd', "=1+1"][row % 4]!,
  rate: row % 3 === 0 ? null : row / 3,
  code: `${row % 40}`,
}));

async function parquetOf(dataset: Dataset): Promise<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of exportParquet(dataset)) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces)).buffer;
}

/** Read every row of a file; decimals as text, with all digits. */
async function readRows(file: ArrayBuffer): Promise<Record<string, unknown>[]> {
  const metadata = parquetMetadata(file);
  const scales = new Map(
    metadata.schema.filter((each) => each.converted_type === "DECIMAL").map(({ name, scale }) => [name, scale!]),
  );
  // The reader would round decimals to doubles: it gets them as plain bytes.
  const schema = metadata.schema.map((element) => {
    const { converted_type: _converted, logical_type: _logical, ...plain } = element;
    return scales.has(element.name) ? plain : element;
  });
  const raw: FileMetaData = { ...metadata, schema };
  const rows = await parquetReadObjects({ file, metadata: raw, utf8: false });
  for (const row of rows) {
    for (const [name, scale] of scales) row[name] = decimalText({ unscaled: unscaledOf(row[name]), scale });
  }
  return rows;
}

function unscaledOf(bytes: unknown): bigint {
  assert.ok(bytes instanceof Uint8Array);
  assert.equal(bytes.length, 16);
  return BigInt.asIntN(128, BigInt(`0x${Buffer.from(bytes).toString("hex")}`));
}

async function expectedRows(dataset: Dataset): Promise<Record<string, unknown>[]> {
  const columns = planEntryColumns(dataset.model);
  return (await entriesOf(dataset.engine)).map((entry) => ({
    id: entry.id,
    ...Object.fromEntries(
      columns.map((column) => [
        column.name,
        column.type === "amount" ? decimalText(column.valueOf(entry)) : column.valueOf(entry),
      ]),
    ),
  }));
}

describe("exportParquet", () => {
  it("writes every entry in row groups of 65,536, with the columns and values of the entries", async () => {
    const dataset = spendingDataset(MANY);
    const file = await parquetOf(dataset);
    const { row_groups: groups, schema, created_by: creator } = parquetMetadata(file);
    assert.deepEqual(
      groups.map((group) => Number(group.num_rows)),
      [ROW_GROUP, 4000],
    );
    assert.equal(creator, "spendcube");
    const amount = schema.find(({ name }) => name === "amount")!;
    assert.deepEqual(
      [amount.type, amount.type_length, amount.converted_type, amount.precision, amount.scale],
      ["FIXED_LEN_BYTE_ARRAY", 16, "DECIMAL", 38, 2],
    );
    assert.deepEqual(amount.logical_type, { type: "DECIMAL", precision: 38, scale: 2 });
    const region = groups[0]!.columns.find(({ meta_data: facts }) => facts!.path_in_schema[0] === "region")!;
    assert.ok(region.meta_data!.encodings.includes("RLE_DICTIONARY"));
    assert.deepEqual(await readRows(file), await expectedRows(dataset));
  });

  it("gives the same bytes again", async () => {
    const dataset = spendingDataset(MANY.slice(0, 100));
    assert.deepEqual(await parquetOf(dataset), await parquetOf(dataset));
  });

  it("writes amounts as text if they have too many digits for a decimal", async () => {
    const model = spendingModel();
    const builder = plainFormat.build(model, null, 1);
    const entry = entryInput({ id: "a", paid: 0n });
    builder.write([{ ...entry, amounts: [{ unscaled: 10n ** 40n + 1n, scale: 2 }, entry.amounts[1]!] }]);
    const rows = await readRows(await parquetOf(spendingDataset([], { model, engine: builder.finish().engine })));
    assert.deepEqual([rows[0]!["amount"], rows[0]!["planned"]], [`1${"0".repeat(38)}.01`, "0"]);
  });

  it("writes a dataset without entries", async () => {
    const file = await parquetOf(spendingDataset([]));
    assert.equal(parquetMetadata(file).num_rows, 0n);
    assert.deepEqual(await parquetReadObjects({ file }), []);
  });

  it("reads entries on demand, and stops when the reader stops", async () => {
    const stream = streamEntries(spendingEngine(MANY.slice(0, 30_000)));
    const { value: batch } = await stream[Symbol.asyncIterator]().next();
    const size = (batch as readonly Entry[]).length;
    const batches = { built: 0, isOver: false };
    const entries = async function* () {
      try {
        for (; ; batches.built++) yield batch as readonly Entry[];
      } finally {
        batches.isOver = true;
      }
    };
    const amountForms = [2, 2].map((scale) => ({ scale, mostDigits: 19 }));
    const engine = engineOf({ amountForms, numEntries: 1e9 }, { countMembers: async () => 1, entries });
    const bytes = exportParquet(spendingDataset([], { engine }))[Symbol.asyncIterator]();
    for (let taken = 1; taken <= 2; taken++) {
      await bytes.next();
      assert.ok(batches.built <= Math.ceil((taken * ROW_GROUP) / size), `${batches.built} batches for ${taken} groups`);
    }
    assert.equal(batches.isOver, false);
    await bytes.return!();
    assert.equal(batches.isOver, true);
  });
});

/** Sum amounts as DuckDB does: nothing has no sum. */
function sumOf(rows: readonly { readonly paid: bigint }[]): string | null {
  return rows.length === 0 ? null : String(rows.reduce((sum, { paid }) => sum + paid, 0n));
}

describe("a Parquet file in DuckDB", { skip: explainNoDuckDb() }, () => {
  it("of random entries has their sums, also where row groups are skipped by their statistics", () =>
    inDirectory(async (directory) => {
      let files = 0;
      const row = fc.record({
        paid: fc.oneof(fc.bigInt(-999n, 999n), fc.bigInt(-(10n ** 17n), 10n ** 17n)),
        region: fc.oneof(fc.constantFrom("North", "South", ""), fc.string({ unit: "grapheme", maxLength: 30 })),
        rate: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
      });
      await withDuckDb((query) =>
        fc.assert(
          fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 200 }), async (drawn) => {
            const rows = drawn.map((each, at) => ({ ...each, id: `${at}` }));
            // DuckDB keeps what it has read of a file of the same name and time.
            const path = join(directory, `${files++}.parquet`);
            await writeFile(path, new Uint8Array(await parquetOf(spendingDataset(rows))));
            const negative = rows.filter(({ paid }) => paid < 0n);
            const { region } = rows[0]!;
            const same = rows.filter((each) => each.region === region);
            const isSame = `coalesce(region, '') = '${region.replaceAll("'", "''")}'`;
            const cents = (filter: string): string =>
              `replace((sum(amount) FILTER (${filter}))::VARCHAR, '.', '')::HUGEINT::VARCHAR`;
            const [[numRates, ...sums]] = (await query(
              `SELECT count(rate), ${["true", "amount < 0", isSame].map(cents).join()} FROM '${path}'`,
            )) as [unknown[]];
            assert.deepEqual(sums, [sumOf(rows), sumOf(negative), sumOf(same)]);
            assert.equal(Number(numRates), rows.filter(({ rate }) => rate !== null).length);
            const [[pruned]] = (await query(`SELECT count(*) FROM '${path}' WHERE amount < 0`)) as [unknown[]];
            assert.equal(Number(pruned), negative.length);
          }),
          { numRuns: randomRuns(20, 200) },
        ),
      );
    }));

  it("of the demo dataset has its sum to the cent", () =>
    inDirectory(async (directory) => {
      const path = join(directory, "demo.parquet");
      const data = ["--data", join(directory, "data")];
      await run(["load", ...data, "--metadata", resolve("demo/model.json"), "--csv", resolve("demo/uk-spending.csv")]);
      const { status, err } = await run(["export", "uk-spending", ...data, "--format", "parquet", "--out", path]);
      assert.equal(status, 0, err);
      await withDuckDb(async (query) => {
        const [row] = await query(`SELECT count(*), sum(amount), typeof(any_value(amount)) FROM '${path}'`);
        assert.deepEqual(row!.map(String), ["9978", "3798556378094.27", "DECIMAL(38,2)"]);
      });
    }));
});
