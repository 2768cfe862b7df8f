import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { DataType, type StructRowProxy, tableFromIPC } from "apache-arrow";
import type { ExportFormat } from "#src/calls/formats.js";
import { exportEntries } from "#src/calls/reading/entries/export.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import type { Entry } from "#src/core/engine/entry.js";
import { streamEntries } from "#src/core/engine/with-reader.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { decimalText } from "#src/core/model/values/decimal.js";
import { plainFormat } from "../../../../reference/builder.js";
import type { Dataset } from "#src/store/dataset.js";
import { planEntryColumns } from "#src/calls/reading/entries/entry-columns.js";
import { entriesOf, loadRows } from "../../../../contract/sample.js";
import {
  engineOf,
  entryInput,
  type Row,
  spendingDataset,
  spendingEngine,
  spendingModel,
} from "../../../../fixtures.js";

const FORMATS: readonly ExportFormat[] = ["csv", "ndjson", "arrow"];
const ROWS: readonly Row[] = [
  { id: "a", paid: 1010n, planned: 5n, region: "=1+1", code: "1", date: "2009-03-02", rate: 10, weight: 0.1 },
  { id: "b", paid: -20n, region: 'a "b", c\r\nd 😀', code: "-", function: "@home", until: "2011-01-01" },
  { id: "c", paid: 123456789012345678n, region: "", code: "3" },
];

/** Many entries with few members, some of them missing. */
const MANY: readonly Row[] = Array.from({ length: 9000 }, (_, row) => ({
  id: `${row}`,
  paid: BigInt(row),
  date: `20${10 + (row % 3)}-0${1 + (row % 7)}-01`,
  until: row % 5 === 0 ? null : "2011-01-01",
  region: row % 11 === 0 ? "" : `Région ${row % 150}`,
  code: `${row % 4}`,
  function: "Same",
  weight: row % 4 === 0 ? null : row % 4,
}));

const kernel = Kernel.start();
after(() => kernel.close());
const ENGINES = [
  ["plain", plainFormat],
  ["columnar", columnarFormat(kernel, 4000)],
] as const;

async function collect(dataset: Dataset, format: ExportFormat): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of exportEntries(dataset, format)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Every row of an Arrow export; amounts as decimal text. */
async function readArrow(dataset: Dataset): Promise<Record<string, unknown>[]> {
  const table = tableFromIPC(await collect(dataset, "arrow"));
  return table.toArray().map((row: StructRowProxy) =>
    Object.fromEntries(
      Object.entries(row.toJSON()).map(([name, value]) => {
        const { type } = table.schema.fields.find((field) => field.name === name)!;
        return [name, "scale" in type ? decimalOf(value as Uint32Array, type.scale as number) : value];
      }),
    ),
  );
}

function decimalOf(words: Uint32Array, scale: number): string {
  const unsigned = words.reduceRight((sum, word) => (sum << 32n) | BigInt(word), 0n);
  return decimalText({ unscaled: BigInt.asIntN(128, unsigned), scale });
}

describe("exportEntries", () => {
  it("writes CSV with every field in the order of the mapping, text as it is and amounts to the last digit", async () => {
    const csv = (await collect(spendingDataset(ROWS), "csv")).toString();
    assert.equal(
      csv,
      [
        "id,amount,planned,time.name,time.label,time.year,time.quarter,time.month,time.week,time.day,time.yearmonth,until.name,until.label,until.year,until.quarter,until.month,until.week,until.day,until.yearmonth,invoice,region,rate,cofog1.name,cofog1.label,cofog1.color,cofog1.weight",
        `${"a".padStart(40, "0")},10.1,0.05,2009-03-02,2 March 2009,2009,1,03,10,02,200903,,,,,,,,,a,=1+1,10,1,Function 1,#555555,0.1`,
        `${"b".padStart(40, "0")},-0.2,0,2009-03-02,2 March 2009,2009,1,03,10,02,200903,2011-01-01,1 January 2011,2011,1,01,52,01,201101,b,"a ""b"", c\r\nd 😀",,-,@home,#555555,`,
        `${"c".padStart(40, "0")},1234567890123456.78,0,2009-03-02,2 March 2009,2009,1,03,10,02,200903,,,,,,,,,c,,,3,Function 3,#555555,`,
        "",
      ].join("\r\n"),
    );
  });

  it("writes NDJSON with the digits of amounts", async () => {
    const lines = (await collect(spendingDataset(ROWS), "ndjson")).toString().split("\n");
    assert.equal(lines.length, 4);
    assert.match(lines[2]!, /"amount":1234567890123456\.78,/);
    assert.deepEqual(JSON.parse(lines[1]!), {
      id: "b".padStart(40, "0"),
      amount: -0.2,
      planned: 0,
      time: {
        name: "2009-03-02",
        label: "2 March 2009",
        year: "2009",
        quarter: "1",
        month: "03",
        week: "10",
        day: "02",
        yearmonth: "200903",
      },
      until: {
        name: "2011-01-01",
        label: "1 January 2011",
        year: "2011",
        quarter: "1",
        month: "01",
        week: "52",
        day: "01",
        yearmonth: "201101",
      },
      invoice: "b",
      region: 'a "b", c\r\nd 😀',
      rate: null,
      cofog1: { name: "-", label: "@home", color: "#555555", weight: null },
    });
    assert.equal((JSON.parse(lines[0]!) as { until: unknown }).until, null);
  });

  it("writes Arrow with the columns and values that CSV has", async () => {
    const dataset = spendingDataset(ROWS);
    const rows = await readArrow(dataset);
    const [header] = (await collect(dataset, "csv")).toString().split("\r\n", 1);
    assert.deepEqual(Object.keys(rows[0]!), header!.split(","));
    assert.deepEqual(
      rows.map(({ amount, planned }) => [amount, planned]),
      [
        ["10.1", "0.05"],
        ["-0.2", "0"],
        ["1234567890123456.78", "0"],
      ],
    );
    assert.deepEqual(
      rows.map((row) => [row["region"], row["rate"], row["until.year"], row["cofog1.weight"]]),
      [
        ["=1+1", 10, null, 0.1],
        ['a "b", c\r\nd 😀', null, "2011", null],
        ["", null, null, null],
      ],
    );
  });

  for (const [engineName, format] of ENGINES) {
    it(`writes recurring texts into Arrow as dictionaries without duplicates: ${engineName} engine`, async () => {
      const model = spendingModel();
      const dataset = spendingDataset([], { model, engine: loadRows(format, model, MANY) });
      const table = tableFromIPC(await collect(dataset, "arrow"));
      assert.equal(table.numRows, MANY.length);
      const columns = planEntryColumns(model).filter((column) => column.type !== "amount");
      const entries = await entriesOf(dataset.engine);
      for (const { name, valueOf } of columns) {
        assert.deepEqual([...table.getChild(name)!], entries.map(valueOf), name);
      }
      const types = Object.fromEntries(table.schema.fields.map(({ name, type }) => [name, String(type)]));
      assert.equal(types["region"], "Dictionary<Int16, Utf8>");
      assert.equal(types["time.year"], "Dictionary<Int8, Utf8>");
      assert.equal(types["invoice"], "Utf8");
      assert.equal(types["cofog1.weight"], "Float64");
      for (const { data } of table.data[0]!.children.map((child) => child.dictionary).filter((each) => !!each)) {
        assert.equal(data.length, 1);
      }
      for (const { name } of table.schema.fields.filter(({ type }) => DataType.isDictionary(type))) {
        const texts = [...table.getChild(name)!.data[0]!.dictionary!];
        assert.equal(new Set(texts).size, texts.length, name);
      }
      dataset.engine.dispose();
    });
  }

  it("writes amounts as text into Arrow if they have too many digits for a decimal", async () => {
    const model = spendingModel();
    const builder = plainFormat.build(model, null, 1);
    const entry = entryInput({ id: "a", paid: 0n });
    builder.write([{ ...entry, amounts: [{ unscaled: 10n ** 40n + 1n, scale: 2 }, entry.amounts[1]!] }]);
    const [row] = await readArrow(spendingDataset([], { model, engine: builder.finish().engine }));
    assert.deepEqual([row!["amount"], row!["planned"]], [`1${"0".repeat(38)}.01`, "0"]);
  });

  for (const format of FORMATS) {
    it(`reads entries for ${format} on demand, and stops when the reader stops`, async () => {
      const batches = { built: 0, isOver: false };
      const { value: batch } = await streamEntries(spendingEngine(ROWS))[Symbol.asyncIterator]().next();
      const amountForms = [
        { scale: 2, mostDigits: 18 },
        { scale: 2, mostDigits: 1 },
      ];
      const engine = engineOf(
        { amountForms, numEntries: ROWS.length },
        {
          countMembers: async () => ROWS.length,
          async *entries() {
            try {
              for (; batches.built < 1000; batches.built++) yield batch as readonly Entry[];
            } finally {
              batches.isOver = true;
            }
          },
        },
      );
      const bytes = exportEntries(spendingDataset([], { engine }), format)[Symbol.asyncIterator]();
      for (let taken = 0; taken < 100; taken++) {
        await bytes.next();
        assert.ok(batches.built <= taken, `${batches.built} batches were built for ${taken} pieces`);
      }
      assert.equal(batches.isOver, false);
      await bytes.return!();
      assert.equal(batches.isOver, true);
    });

    it(`writes a dataset without entries as ${format}`, async () => {
      const written = await collect(spendingDataset([]), format);
      if (format === "arrow") assert.equal(tableFromIPC(written).numRows, 0);
      else assert.equal(written.toString().split("\n").length, format === "csv" ? 2 : 1);
    });
  }
});
