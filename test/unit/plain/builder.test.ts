import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Engine, Entry } from "#src/engine/engine.js";
import { plainFormat } from "#src/plain/builder.js";
import { entryInput, type Row, spendingEngine, spendingModel } from "../../fixtures.js";

const model = spendingModel();

async function entriesOf(engine: Engine): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const batch of engine.entries()) entries.push(...batch);
  return entries;
}

/** `invoice=cents` for each entry. */
async function amountsOf(engine: Engine): Promise<string[]> {
  const entries = await entriesOf(engine);
  return entries.map(({ members, amounts }) => `${members[2]!.values[0]}=${amounts[0]!.unscaled}`);
}

function build(previous: Engine | null, source: number, rows: readonly Row[]): { engine: Engine; outcomes: string[] } {
  const builder = plainFormat.build(model, previous, source);
  const outcomes = rows.map((row) => builder.upsert(entryInput(row)));
  return { engine: builder.finish(), outcomes };
}

describe("PlainBuilder", () => {
  it("tells new entries from those that stood there and those that came twice", () => {
    const first = build(null, 1, [{ id: "a", paid: 1n }]);
    const { outcomes } = build(first.engine, 2, [
      { id: "a", paid: 2n },
      { id: "b", paid: 3n },
      { id: "b", paid: 4n },
      { id: "a", paid: 5n },
    ]);
    assert.deepEqual(outcomes, ["updated", "created", "repeated", "repeated"]);
  });

  it("replaces an entry by the last row with its id", async () => {
    const { engine } = build(null, 1, [
      { id: "a", paid: 1n },
      { id: "b", paid: 2n },
      { id: "a", paid: 3n },
    ]);
    assert.deepEqual(await amountsOf(engine), ["a=3", "b=2"]);
  });

  it("leaves the version before as it was", async () => {
    const before = spendingEngine([{ id: "a", paid: 1n, code: "1" }]);
    build(before, 2, [
      { id: "a", paid: 2n, code: "1", function: "Other" },
      { id: "b", paid: 3n },
    ]);
    const [entry, ...others] = await entriesOf(before);
    assert.deepEqual([others.length, entry!.amounts[0]!.unscaled, entry!.members[5]!.values[1]], [0, 1n, "Function 1"]);
  });

  it("drops what a source loaded again no longer has, and keeps other sources", async () => {
    const one = build(null, 1, [
      { id: "a", paid: 1n },
      { id: "b", paid: 2n },
    ]).engine;
    const two = build(one, 2, [{ id: "c", paid: 3n }]).engine;
    const again = build(two, 1, [{ id: "b", paid: 4n }]).engine;
    assert.deepEqual(await amountsOf(again), ["b=4", "c=3"]);
  });

  it("lets an entry belong to the source that wrote it last", async () => {
    const one = build(null, 1, [{ id: "a", paid: 1n }]).engine;
    const two = build(one, 2, [{ id: "a", paid: 2n }]).engine;
    const again = build(two, 1, []).engine;
    const [entry] = await entriesOf(again);
    assert.deepEqual([entry!.source, entry!.amounts[0]!.unscaled], [2, 2n]);
  });

  it("takes a member's attributes from the last row", async () => {
    const { engine } = build(null, 1, [
      { id: "a", paid: 1n, code: "1", function: "First" },
      { id: "b", paid: 1n, code: "1", function: "Last" },
    ]);
    const entries = await entriesOf(engine);
    assert.deepEqual(
      entries.map(({ members }) => members[5]!.values[1]),
      ["Last", "Last"],
    );
  });

  it("forgets members that no entry has any more", async () => {
    const one = build(null, 1, [
      { id: "a", paid: 1n, region: "North" },
      { id: "b", paid: 1n, region: "South" },
    ]).engine;
    const [entry] = await entriesOf(build(one, 1, [{ id: "b", paid: 1n, region: "South" }]).engine);
    assert.deepEqual(entry!.members[3], { id: 1, values: ["South"] });
  });
});
