import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { writeFiguresCsv } from "#src/calls/reading/aggregate/write-figure-tables.js";
import {
  writeFiguresJson,
  writeFiguresNdjson,
  writeFigureSummary,
} from "#src/calls/reading/aggregate/write-figures.js";
import type { WrittenBody } from "#src/calls/answer.js";
import { planPlaces, readCellPlace } from "#src/calls/reading/aggregate/cell-places.js";
import { csvCell, csvRecord } from "#src/calls/reading/formats/csv.js";
import { describeMember } from "#src/calls/reading/describe/describe-member.js";
import { gatherCells, type WholeResult } from "#src/core/engine/collect-cells.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { BATCH, encodeWritten } from "#src/web/http/reply/batches.js";
import type { Value } from "#src/core/model/values/value.js";
import { Utf8Writers } from "#src/web/http/reply/utf8-writers.js";
import { bindAggregate, type BoundAggregate } from "#src/core/query/aggregate/bind.js";
import { decimalText } from "#src/core/model/values/decimal.js";
import { decimalAt } from "#src/core/model/values/decimal-column.js";
import { sumsAsFigures } from "../sums-as-figures.js";
import { queryParameters, type Row, spendingEngine, spendingModel } from "../fixtures.js";

const ORIGIN = "https://money.example";
const model = spendingModel();
const BOUNDS = { maxCells: 1_000_000, deadline: Number.POSITIVE_INFINITY };

const amount = fc.oneof(
  fc.bigInt({ min: -100_000n, max: 100_000n }),
  fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }),
  fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
);
const text = fc.oneof(
  fc.constantFrom("North", "", '"', "\\", "\n", "\u0000", "\u2028", "__proto__", "\u{1F600}", "ä", "x".repeat(100)),
  fc.string({ unit: "binary", maxLength: 4 }),
);
const rows = fc
  .uniqueArray(
    fc.record({
      id: fc.stringMatching(/^[0-9a-f]{1,6}$/),
      paid: amount,
      planned: amount,
      region: text,
      code: text,
      date: fc.constantFrom("2009-01-01", "2009-06-30", "2010-12-31"),
      weight: fc.constantFrom(null, 0.25, 1e21, -1e-7),
      rate: fc.constantFrom(null, 0, 1.5, 10),
      until: fc.constantFrom(null, "2011-01-01"),
    }),
    { selector: ({ id }) => id.padStart(40, "0"), maxLength: 60 },
  )
  .map((each): readonly Row[] => each);
const query = fc
  .record({
    drilldown: fc.subarray([
      "region",
      "cofog1",
      "cofog1.label",
      "cofog1.weight",
      "time",
      "year",
      "time.quarter",
      "rate",
      "until",
    ]),
    measure: fc.constantFrom("amount", "amount|planned", "planned|amount"),
    cut: fc.constantFrom("", "&cut=region:North", "&cut=year:2009|year:2010", "&cut=rate:1.5|rate:10", "&cut=rate:0"),
  })
  .map(({ drilldown, measure, cut }) => `drilldown=${drilldown.join("|")}&measure=${measure}${cut}`);

/** Write cells in the simplest way: as objects, one by one. */
function describeCells(bound: BoundAggregate, { cells }: WholeResult): readonly string[] {
  return Array.from({ length: cells.length }, (_, row) => {
    const cell: Record<string, unknown> = {};
    for (const { key, within, source } of planPlaces(bound)) {
      if (source.from === "member") {
        const member = source.read(cells, row);
        cell[key] = member && describeMember(model, source.dimension, member, ORIGIN);
      } else if (within === null) cell[key] = readCellPlace(source)(cells, row);
      else cell[key] = { ...(cell[key] as object), [within]: readCellPlace(source)(cells, row) };
    }
    const fields = Object.entries(cell).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
    const sums = bound.query.measures.map(
      ({ name }, at) => `${JSON.stringify(name)}:${decimalText(decimalAt(cells.sums[at]!, row))}`,
    );
    return `{${[...fields, ...sums, `"num_entries":${cells.numEntries[row]}`].join()}}`;
  });
}

async function bytesOf(write: WrittenBody["write"]): Promise<string> {
  const batches: Buffer[] = [];
  for await (const batch of encodeWritten(write, [], new Utf8Writers(BATCH))) batches.push(batch);
  return Buffer.concat(batches).toString();
}

/** Write CSV records in the simplest way: cell by cell. */
function describeRecords(bound: BoundAggregate, { cells }: WholeResult): string {
  const text = (value: Value | readonly Value[]): string =>
    typeof value === "object" && value !== null ? value.map(csvCell).join("|") : csvCell(value);
  const records = Array.from({ length: cells.length }, (_, row) => [
    ...planPlaces(bound).flatMap(({ source }) => {
      if (source.from !== "member") return [text(readCellPlace(source)(cells, row))];
      const { attributes } = source.dimension;
      return attributes.map(({ index }) => text(source.read(cells, row)?.values[index] ?? null));
    }),
    ...cells.sums.map((sums) => decimalText(decimalAt(sums, row))),
    String(cells.numEntries[row]),
  ]);
  return records.map(csvRecord).join("");
}

describe("cells that are written as bytes", () => {
  it("equal the output of JSON.stringify, and CSV records of the same cells", async () => {
    await fc.assert(
      fc.asyncProperty(rows, query, async (from, requested) => {
        const bound = bindAggregate(model, queryParameters(requested), 1024);
        const result = await withReader(spendingEngine(from, model), BOUNDS, (reader) => reader.aggregate(bound.query));
        const sums = await sumsAsFigures(bound, result);
        const cells = describeCells(bound, await gatherCells(result));
        assert.equal(
          await bytesOf(
            writeFiguresJson(model, sums.bound, sums.result, ORIGIN, {
              warnings: [],
              unmapped: null,
              notes: null,
              levels: [],
              work: undefined,
            }),
          ),
          `{"summary":${writeFigureSummary(model, sums.bound, sums.result)},"drilldown":[${cells.join(",")}]}`,
        );
        const lines = await bytesOf(writeFiguresNdjson(model, sums.bound, sums.result, ORIGIN, null, []));
        assert.equal(lines, cells.map((cell) => `${cell}\n`).join(""));
        const csv = await bytesOf(writeFiguresCsv(sums.bound, sums.result, null, []));
        assert.equal(csv.slice(csv.indexOf("\r\n") + 2), describeRecords(bound, await gatherCells(result)));
      }),
      { numRuns: 300 },
    );
  });
});
