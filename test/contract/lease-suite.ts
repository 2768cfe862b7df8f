import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Bounds } from "#src/core/engine/bounds.js";
import type { Cancellation } from "#src/core/engine/cancellation.js";
import { gatherCells } from "#src/core/engine/collect-cells.js";
import type { Engine, Reader } from "#src/core/engine/engine.js";
import type { TableFormat } from "#src/core/engine/storage.js";
import { OverCapacity, TooManyCells } from "#src/core/errors/errors.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { type AttributeTest, listNamedClauses } from "#src/core/query/condition/value-clauses.js";
import { bindDistinct } from "#src/core/query/distinct/bind.js";
import { queryParameters, type Row, spendingModel } from "../fixtures.js";
import { loadVersion, SAMPLE } from "./sample.js";
import { bindSearch } from "../bind-search.js";

const model = spendingModel();
const BOUNDS: Bounds = { maxCells: 1000, deadline: Infinity };

const dimension = model.dimensions.find(({ name }) => name === "cofog1")!;
const aggregate = (text: string) => bindAggregate(model, queryParameters(text), 1024).query;
const aggregateFilters = bindAggregate(model, queryParameters("cut=region:North|cofog1:x"), 1024).cutConditions;
const search = (text: string) => bindSearch(model, queryParameters(text)).queries[0]!;

/** Every call of a reader, with its result as plain data. */
const CALLS: Readonly<Record<string, (reader: Reader) => Promise<unknown>>> = {
  aggregate: async (reader) => gatherCells(await reader.aggregate(aggregate("drilldown=region|cofog1"))),
  "aggregate of a search": async (reader) =>
    gatherCells(await reader.aggregate(aggregate("drilldown=region&q=north|south"))),
  countMembers: (reader) => reader.countMembers(dimension),
  findMember: (reader) => reader.findMember(dimension, "2"),
  haveEntries: (reader) =>
    reader.haveEntries(listNamedClauses(aggregateFilters).map(({ test }) => test as AttributeTest)),
  distinct: (reader) => reader.distinct(bindDistinct(model, dimension, queryParameters("cut=region:North"), 9).query),
  findEntry: (reader) => reader.findEntry("b".padStart(40, "0")),
  search: async (reader) => {
    const { hits, ...found } = await reader.search(search("q=north&stats=true&facet_field=region|cofog1"));
    const shown = [];
    // Entries are read while the stream is open.
    for await (const batch of hits()) shown.push(...batch.map(({ entry, score }) => ({ entry, score })));
    return { ...found, hits: shown };
  },
  countMatches: (reader) => reader.countMatches(search("q=north").where),
  entries: (reader) => gather(reader.entries()),
};

async function gather<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** A signal that is aborted after it was checked a number of times. */
class LookedAt implements Cancellation {
  looks = 0;

  constructor(readonly most: number) {}

  get aborted(): boolean {
    return ++this.looks > this.most;
  }

  addEventListener(): void {}
  removeEventListener(): void {}
}

/** Test the leases on versions of an engine. */
export function describeLeases(name: string, format: TableFormat): void {
  const load = (rows: readonly Row[]): Promise<Engine> => loadVersion(format, model, rows);
  let engine: Engine;
  before(async () => {
    engine = await load(SAMPLE);
  });

  describe(`${name}: a reader`, () => {
    for (const [call, read] of Object.entries(CALLS)) {
      it(`cancels ${call} when its signal is aborted, at whichever check`, async ({ mock }) => {
        // Long steps are followed by one more check, so that the number of checks would depend on the machine.
        mock.method(performance, "now", () => 0);
        // The first call also checks while it builds what later calls find in caches.
        await read(engine.read(BOUNDS));
        const counted = new LookedAt(Infinity);
        await read(engine.read({ ...BOUNDS, signal: counted }));
        assert.ok(counted.looks > 0);
        for (let most = 0; most < counted.looks; most++) {
          const reader = engine.read({ ...BOUNDS, signal: new LookedAt(most) });
          await assert.rejects(read(reader), OverCapacity, `after ${most} of ${counted.looks} looks`);
          reader.release();
        }
      });

      it(`continues ${call} after the version was disposed of, until the lease is released`, async () => {
        const given = await load(SAMPLE);
        const wanted = await read(given.read(BOUNDS));
        const [one, other] = [given.read(BOUNDS), given.read(BOUNDS)];
        given.dispose();
        one.release();
        one.release();
        const others = SAMPLE.map((row) => ({ ...row, region: `Other ${row.id}`, paid: 1n }));
        await load(others);
        assert.deepEqual(await read(other), wanted);
        other.release();
      });
    }

    it("checks the signal more than once in a search of several steps", async () => {
      const signal = new LookedAt(Infinity);
      await CALLS["search"]!(engine.read({ ...BOUNDS, signal }));
      assert.ok(signal.looks > 1);
    });

    it("accepts the signal of an AbortController", async () => {
      const controller = new AbortController();
      const reader = engine.read({ ...BOUNDS, signal: controller.signal });
      assert.equal(await reader.countMembers(dimension), 3);
      controller.abort();
      await assert.rejects(reader.countMembers(dimension), OverCapacity);
      reader.release();
    });

    it("stops computing at its deadline", async () => {
      const reader = engine.read({ ...BOUNDS, deadline: 0 });
      for (const [call, read] of Object.entries(CALLS)) {
        if (call !== "entries") await assert.rejects(read(reader), OverCapacity, call);
      }
      reader.release();
    });

    it("stops computing when the request's time is used up", async () => {
      const signal = Object.assign(new AbortController().signal, { usage: { computed: 50 } });
      const reader = engine.read({ ...BOUNDS, maxComputing: 50, signal });
      for (const [call, read] of Object.entries(CALLS)) {
        if (call !== "entries") await assert.rejects(read(reader), OverCapacity, call);
      }
      reader.release();
    });

    it("names the number of cells if there are too many", async () => {
      const reader = engine.read({ ...BOUNDS, maxCells: 3 });
      await assert.rejects(reader.aggregate(aggregate("drilldown=region")), (error) => {
        assert.ok(error instanceof TooManyCells);
        assert.match(error.message, /more than 3 cells/);
        return true;
      });
      reader.release();
    });

    it("can be released without affecting other readers", async () => {
      const [one, other] = [engine.read(BOUNDS), engine.read({ ...BOUNDS, signal: new LookedAt(0) })];
      await assert.rejects(CALLS["search"]!(other), OverCapacity);
      other.release();
      assert.equal(await one.countMembers(dimension), 3);
      one.release();
      assert.equal(await engine.read(BOUNDS).countMembers(dimension), 3);
    });
  });
}
