import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { columnarFormat } from "#src/engines/columnar/format.js";
import type { EntryInput } from "#src/core/engine/source-row.js";
import type { Engine } from "#src/core/engine/engine.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { dateAttributes } from "#src/core/model/values/dates.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { hitsOf } from "../../../../contract/search-suite.js";
import { queryParameters } from "../../../../fixtures.js";
import { Random } from "../../kernel/random.js";
import { bindSearch } from "../../../../bind-search.js";

/** More rows than are cached for an order. */
const ROWS = 70_000;
const PAGESIZE = 50;

const { model } = parseModel({
  dataset: { name: "town", label: "Town", description: "Made up.", currency: "EUR" },
  mapping: {
    amount: { type: "measure", column: "amount", datatype: "float" },
    planned: { type: "measure", column: "planned", datatype: "float" },
    time: { type: "date", column: "date", datatype: "date" },
    payment: { type: "attribute", column: "payment", datatype: "string", key: true },
  },
});

describe("pages of all entries", () => {
  const random = new Random(1);
  const entries = Array.from({ length: ROWS }, (_, row): EntryInput => {
    const members = [dateAttributes("2010-01-01"), [`payment ${row}`]];
    // Some amounts are equal; those planned are not.
    const amounts = [random.int(5000) - 1000, random.int(2 ** 30) * 2 ** 20 + row];
    const id = row.toString(16).padStart(8, "0").split("").toReversed().join("").padEnd(40, "0");
    return { id, members, amounts: amounts.map((cents) => ({ unscaled: BigInt(cents), scale: 2 })) };
  });
  const kernel = Kernel.start({ threads: 1 });
  const engines: Engine[] = [];
  before(() => {
    for (const segmentBytes of [undefined, 2 ** 20]) {
      const builder = columnarFormat(kernel, segmentBytes).build(model, null, 1);
      for (const entry of entries) builder.write([entry]);
      engines.push(builder.finish().engine);
    }
  });
  after(() => kernel.close());

  it("equal those of a full sort, for repeated requests, distant pages and many orders", async () => {
    const orders = ["amount:desc", "amount:asc", "planned:desc", "planned:asc", "id:asc", "id:desc"];
    const sorted = new Map(orders.map((order) => [order, sortEntries(entries, order)]));
    const last = Math.ceil(ROWS / PAGESIZE);
    for (let ask = 0; ask < 36; ask++) {
      const order = random.pick(orders);
      // Small numbers come more often; some pages are beyond the last one.
      const page = 1 + random.int(random.pick([3, 50, last, last + 5]));
      const wanted = sorted.get(order)!.slice((page - 1) * PAGESIZE, page * PAGESIZE);
      for (const engine of engines) {
        const got = await readPage(engine, `order=${order}&page=${page}&pagesize=${PAGESIZE}`);
        assert.deepEqual(got, wanted, `page ${page} by ${order}`);
      }
    }
  });

  it("are not mixed up with those of a search", async () => {
    const wanted = sortEntries(entries, "amount:desc").slice(0, PAGESIZE);
    const query = `order=amount:desc&pagesize=${PAGESIZE}`;
    const found = entries.find(({ id }) => id === wanted[7])!;
    for (const engine of engines) {
      assert.deepEqual(await readPage(engine, query), wanted);
      assert.deepEqual(await readPage(engine, `${query}&fq=id:${found.id}`), [found.id]);
      assert.deepEqual(await readPage(engine, query), wanted);
    }
  });
});

async function readPage(engine: Engine, query: string): Promise<readonly string[]> {
  const bound = bindSearch(model, queryParameters(query));
  const result = await withReader(engine, { maxCells: 1e6, deadline: Infinity }, (reader) =>
    reader.search(bound.queries[0]!),
  );
  return (await hitsOf(result)).map(({ entry }) => entry.id);
}

function sortEntries(entries: readonly EntryInput[], order: string): readonly string[] {
  const [by, direction] = order.split(":");
  const sign = direction === "desc" ? -1 : 1;
  const measure = ["amount", "planned"].indexOf(by!);
  const amountOf = ({ amounts }: EntryInput): number => (measure < 0 ? 0 : Number(amounts[measure]!.unscaled));
  const idSign = by === "id" ? sign : 1;
  return entries
    .toSorted((a, b) => sign * (amountOf(a) - amountOf(b)) || idSign * (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}
