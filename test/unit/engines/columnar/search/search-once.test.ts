import assert from "node:assert/strict";
import { after, describe, it, mock } from "node:test";
import { UNBOUNDED } from "#src/core/engine/bounds.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { ColumnarEngine } from "#src/engines/columnar/engine.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { loadRows } from "../../../../contract/sample.js";
import { queryParameters, spendingModel } from "../../../../fixtures.js";
import { bindSearch } from "../../../../bind-search.js";

const kernel = Kernel.start();
after(() => kernel.close());

const model = spendingModel();
const WORKS = ["Common road", "Common bridge", "Common school", "Common park"];
const rows = Array.from({ length: 60 }, (_, at) => ({ id: `${at}`, paid: BigInt(at), region: WORKS[at % 4]! }));
const queryOf = (text: string) => bindSearch(model, queryParameters(text)).queries[0]!;

describe("a search whose clauses were counted", () => {
  it("selects what they match once, and finds the same", async () => {
    const engine = loadRows(columnarFormat(kernel), model, rows) as ColumnarEngine;
    const classified = mock.method(engine.postingLists, "entriesOf");
    const query = queryOf('q="common road" OR park&fq=common&order=score:desc');
    const idsOf = (isCounted: boolean) =>
      withReader(engine, UNBOUNDED, async (reader) => {
        if (isCounted) await reader.countMatches(query.where, query.filters);
        const ids: string[] = [];
        for await (const hits of (await reader.search(query)).hits()) ids.push(...hits.map(({ entry }) => entry.id));
        return ids;
      });
    const plain = await idsOf(false);
    const once = classified.mock.callCount();
    assert.equal(plain.length, 30);
    assert.deepEqual(await idsOf(true), plain);
    assert.equal(classified.mock.callCount(), 2 * once);
  });

  it("counts anew for other clauses, and lets go of what nobody searches for", async () => {
    const engine = loadRows(columnarFormat(kernel), model, rows);
    const [one, other] = [queryOf("q=road"), queryOf("q=common")];
    await withReader(engine, UNBOUNDED, async (reader) => {
      assert.deepEqual(await reader.countMatches(one.where), [15]);
      assert.equal((await reader.search(other)).numEntries, 60);
      assert.deepEqual(await reader.countMatches(one.where), [15]);
    });
  });
});
