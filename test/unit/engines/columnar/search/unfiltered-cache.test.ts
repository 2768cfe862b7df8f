import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { columnarFormat } from "#src/engines/columnar/format.js";
import type { EntryInput } from "#src/core/engine/source-row.js";
import type { Engine } from "#src/core/engine/engine.js";
import type { SearchResult } from "#src/core/engine/search.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { dateAttributes } from "#src/core/model/values/dates.js";
import { decimalNumber } from "#src/core/model/values/decimal.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { queryParameters } from "../../../../fixtures.js";
import { Random } from "../../kernel/random.js";
import { bindSearch } from "../../../../bind-search.js";

const ROWS = 9000;
/** More fields than are cached. */
const SMALL = Array.from({ length: 20 }, (_, at) => `small${at}`);

const { model } = parseModel({
  dataset: { name: "town", label: "Town", description: "Made up.", currency: "EUR" },
  mapping: {
    amount: { type: "measure", column: "amount", datatype: "float" },
    time: { type: "date", column: "date", datatype: "date" },
    payment: { type: "attribute", column: "payment", datatype: "string", key: true },
    // More values than are cached for a field.
    large: { type: "attribute", column: "large", datatype: "string" },
    ...Object.fromEntries(SMALL.map((name) => [name, { type: "attribute", column: name, datatype: "float" }])),
  },
});

const random = new Random(3);
const entries = Array.from({ length: ROWS }, (_, row): EntryInput => {
  // Some values are missing.
  const small = SMALL.map((_name, at) => [row % 11 === 0 ? null : random.int(3 + at)]);
  const members = [dateAttributes("2010-01-01"), [`payment ${row}`], [`value ${random.int(6000)}`], ...small];
  const id = row.toString(16).padStart(40, "0");
  return { id, members, amounts: [{ unscaled: BigInt(random.int(5000) - 1000), scale: 2 }] };
});

describe("repeated searches of all entries", () => {
  const kernel = Kernel.start({ threads: 1 });
  let engine: Engine;
  before(() => {
    const builder = columnarFormat(kernel).build(model, null, 1);
    for (const entry of entries) builder.write([entry]);
    engine = builder.finish().engine;
  });
  after(() => kernel.close());

  const search = (query: string): Promise<SearchResult> => {
    const { queries } = bindSearch(model, queryParameters(query));
    return withReader(engine, { maxCells: 1e6, deadline: Infinity }, (reader) => reader.search(queries[0]!));
  };

  it("have the right counts by a field, on any page and however often", async () => {
    const fields = ["large", ...SMALL];
    const counted = new Map(fields.map((field) => [field, countValues(field)]));
    for (let ask = 0; ask < 150; ask++) {
      const field = random.pick(fields);
      const pagesize = random.pick([1, 3, 12, 100, 5000]);
      const page = 1 + random.int(4);
      const { facets } = await search(`facet_field=${field}&facet_page=${page}&facet_pagesize=${pagesize}&pagesize=0`);
      const [{ values, counts }] = facets as [SearchResult["facets"][number]];
      const got = values.map((value, at) => [value, counts[at]]);
      const wanted = counted.get(field)!.slice((page - 1) * pagesize, page * pagesize);
      assert.deepEqual(got, wanted, `page ${page} of ${pagesize} by ${field}`);
    }
  });

  it("are not mixed up with counts and statistics of some entries", async () => {
    const all = "facet_field=small3&stats=true&pagesize=0";
    const amounts = entries.map((each) => decimalNumber(each.amounts[0]!));
    for (let round = 0; round < 2; round++) {
      const whole = await search(all);
      assert.equal(whole.numEntries, ROWS);
      assert.equal(decimalNumber(whole.statistics[0]!.sum), cents(amounts));
      assert.equal(decimalNumber(whole.statistics[0]!.max!), Math.max(...amounts));
      const some = await search(`${all}&filter=small0:1`);
      const left = entries.filter((each) => each.members[3]![0] === 1);
      assert.equal(some.numEntries, left.length);
      assert.equal(decimalNumber(some.statistics[0]!.sum), cents(left.map((each) => decimalNumber(each.amounts[0]!))));
      assert.deepEqual(
        some.facets[0]!.values.map((value, at) => [value, some.facets[0]!.counts[at]]),
        countValues("small3", left),
      );
    }
  });
});

/** Every value of a field with its count, the largest count first, then by value. */
function countValues(field: string, of: readonly EntryInput[] = entries): readonly (readonly [unknown, number])[] {
  const at = model.dimensions.findIndex(({ name }) => name === field);
  const counts = new Map<string | number, number>();
  for (const { members } of of) {
    const value = members[at]![0];
    if (typeof value === "string" || typeof value === "number") counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
}

function cents(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;
}
