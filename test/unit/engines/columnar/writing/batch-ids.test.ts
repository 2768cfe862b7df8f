import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { batchOf, FRESH, NO_TEXT, rowAt, type RowBatch } from "#src/core/engine/row-batch.js";
import { planEntryId } from "#src/core/model/entry-id.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { BatchIds } from "#src/engines/columnar/writing/batch-ids.js";

const { model } = parseModel({
  dataset: { name: "keyed", label: "Keyed", description: "d", currency: "EUR" },
  mapping: {
    amount: { type: "measure", column: "amount", datatype: "float", key: true },
    time: { type: "date", column: "date", datatype: "date", key: true },
    number: { type: "attribute", column: "number", datatype: "string", key: true },
    rate: { type: "attribute", column: "rate", datatype: "float", key: true },
  },
});

const texts = ["", "a", "Zürich", "x".repeat(70_000), "日本"];
const rates = [null, 0, 1.5, 1e21, -2e-7];
const dates = parseDates();

/** Members of the dimension of dates, as a load codes them. */
function parseDates(): readonly (readonly (string | number | null)[])[] {
  const { attributes } = model.dimensions.find(({ kind }) => kind === "date")!;
  return ["2009-01-02", "2010"].map((date) => attributes.map((_, at) => (at === 0 ? date : null)));
}

/** Make a batch in which dates are coded, and texts are given as bytes. */
function makeBatch(rows: readonly (readonly number[])[]): RowBatch {
  const bytes = Buffer.concat(texts.map((text) => Buffer.from(text)));
  const sizes = texts.map((text) => Buffer.byteLength(text));
  const starts = sizes.map((_, at) => sizes.slice(0, at).reduce((sum, size) => sum + size, 0));
  const column = (at: number, first: number): Uint32Array => Uint32Array.from(rows, (row) => first + row[at]!);
  const never = (): never => assert.fail("has no code");
  return {
    length: rows.length,
    records: null,
    ids: null,
    members: model.dimensions.map((dimension) => {
      if (dimension.kind === "date") {
        return { codes: column(1, 0), tupleOf: (code: number) => dates[code]!, fresh: [], texts: null };
      }
      if (dimension.name === "rate") {
        return { codes: column(3, FRESH), tupleOf: never, fresh: rates.map((rate) => [rate]), texts: null };
      }
      const slices = {
        bytes,
        starts: Uint32Array.from([...starts, 0]),
        sizes: Uint32Array.from([...sizes, NO_TEXT]),
      };
      return { codes: column(2, FRESH), tupleOf: never, fresh: [...texts.map(() => []), [null]], texts: slices };
    }),
    amounts: [
      {
        integers: Float64Array.from(rows, (row) => (row[0] === 0 ? NaN : row[0]!)),
        scales: Uint8Array.from(rows, () => 2),
        decimals: new Map(rows.map((_, at) => [at, { unscaled: 10n ** 30n, scale: 3 }])),
      },
    ],
  };
}

describe("ids of batches", () => {
  const upTo = (max: number) => fc.nat({ max: max - 1 });
  const row = fc.tuple(upTo(1000), upTo(dates.length), upTo(texts.length + 1), upTo(rates.length));

  it("are those of their rows", () => {
    const idOf = planEntryId(model);
    fc.assert(
      fc.property(fc.array(fc.array(row, { maxLength: 20 }), { maxLength: 3 }), (batches) => {
        const ids = new BatchIds(model);
        for (const rows of batches) {
          const batch = makeBatch(rows);
          const expected = rows.map((_, at) => idOf(rowAt(batch, at)));
          assert.equal(ids.of(batch).toString("hex"), expected.join(""));
        }
      }),
    );
  });

  it("are made of more rows than are digested at once", () => {
    const batch = makeBatch(Array.from({ length: 3000 }, (_, at) => [at % 999, at % 2, at % 3, at % 5]));
    const made = new BatchIds(model).of(batch).toString("hex");
    const idOf = planEntryId(model);
    for (const at of [0, 1023, 1024, 2999]) assert.equal(made.slice(at * 40, at * 40 + 40), idOf(rowAt(batch, at)));
  });

  it("are those that entries have", () => {
    const members = model.dimensions.map(({ attributes }) => attributes.map(() => null));
    const entries = ["0a", "ff"].map((start) => ({
      id: start.padEnd(40, "0"),
      members,
      amounts: [{ unscaled: 1n, scale: 0 }],
    }));
    const ids = new BatchIds(model);
    assert.equal(ids.of(batchOf(entries)).toString("hex"), entries.map(({ id }) => id).join(""));
    assert.throws(() => ids.of(batchOf([{ ...entries[0]!, id: "12" }])), RangeError);
  });
});
