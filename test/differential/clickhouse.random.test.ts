import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import fc from "fast-check";
import type { InlineRules } from "#src/engines/clickhouse/writing/choose-inline.js";
import { clickHouseFormat } from "#src/engines/clickhouse/format.js";
import type { ClickHouseEngine } from "#src/engines/clickhouse/read/engine.js";
import { UNBOUNDED } from "#src/core/engine/bounds.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { BadSource } from "#src/core/errors/errors.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { askAggregate } from "../contract/adjust-suite.js";
import { loadCaseInto } from "../contract/load-adjusted.js";
import { contextOf, queryParameters } from "../fixtures.js";
import { plainFormat } from "../reference/builder.js";
import { randomRuns } from "../full.js";
import { NO_CLUSTER, startCluster } from "../start-clickhouse.js";
import { assertSameAnswers, loadCube } from "./answer-cubes.js";
import { assertSameHits, loadVersions, searchedCube } from "./answer-searches.js";
import { assertSameSuggestions } from "./answer-suggestions.js";
import { describeChanges } from "./describe-changes.js";
import { assertIds, withoutIds } from "./member-ids.js";
import { ADJUSTED_CASES, assertAdjusted, isAnswered, printCase } from "./random-adjustments.js";
import { type RandomCube, randomCube } from "./random-cube.js";

const RUNS = randomRuns(5, 25);
/** Few enough that some dimensions of most cubes are left out. */
const ROLLUP_BYTES = 20_000;

/** Texts that are left out where some are to be missing. */
const LOST: ReadonlySet<unknown> = new Set(["a", "A", "ab", "0", ""]);

/** Rules by which some dimensions are inline: all, those with some more members, and those that have many of them. */
const inlineRules: fc.Arbitrary<InlineRules> = fc.record({
  mostMembers: fc.constantFrom(0, 0, 3, 8),
  leastMembers: fc.constantFrom(0, 2),
  share: fc.constantFrom(0, 0.3),
});

/** Leave out some texts of a cube. */
function loseTexts<T extends RandomCube>(cube: T): T {
  const isText = cube.model.dimensions.map(({ kind, identity }) => kind === "attribute" && identity.type === "text");
  const loads = cube.loads.map((load) => ({
    ...load,
    rows: load.rows.map((row) => ({
      ...row,
      members: row.members.map((tuple, at) => (isText[at] && LOST.has(tuple[0]!) ? [null] : tuple)),
    })),
  }));
  return { ...cube, loads };
}

/** Load a cube, or skip it if its amounts have more digits than ClickHouse has. */
async function orSkip<T>(load: Promise<T>): Promise<T> {
  try {
    return await load;
  } catch (error) {
    fc.pre(!(error instanceof BadSource));
    throw error;
  }
}

if (NO_CLUSTER) {
  describe("the ClickHouse engine", { skip: NO_CLUSTER }, () => {});
} else {
  const started = await startCluster();
  after(() => started.close());
  const format = clickHouseFormat(started.cluster);

  describe("the ClickHouse engine", () => {
    for (const isSerialized of [false, true]) {
      it(`answers like the reference engine${isSerialized ? ", serialized" : ""}`, async () => {
        await fc.assert(
          fc.asyncProperty(randomCube, async (cube) => {
            const loaded = await orSkip(loadCube(cube, format, isSerialized));
            await assertSameAnswers(cube, loaded, await loadCube(cube, plainFormat, false));
          }),
          { numRuns: RUNS },
        );
      });
    }

    it("answers like the reference engine, with inline dimensions", async () => {
      let numInline = 0;
      await fc.assert(
        fc.asyncProperty(randomCube.map(loseTexts), inlineRules, fc.boolean(), async (cube, rules, isSerialized) => {
          const inlining = clickHouseFormat(started.cluster, { inlineRules: rules, rollupBytes: ROLLUP_BYTES });
          const loaded = await orSkip(loadCube(cube, inlining, isSerialized));
          await assertSameAnswers(cube, loaded, await loadCube(cube, plainFormat, false), withoutIds);
          await assertIds({ engine: loaded.engine, model: cube.model }, cube.model);
          const { facts } = (loaded.engine as ClickHouseEngine).version;
          numInline += facts.dimensions.filter(({ inline }) => inline && inline.members > 0).length;
        }),
        { numRuns: 2 * RUNS },
      );
      assert.ok(numInline > 0);
    });

    it("answers like the reference engine from sums that are kept, where these suffice", async () => {
      const fronted = clickHouseFormat(started.cluster, { rollupBytes: ROLLUP_BYTES });
      const tables = new Map<string, number>();
      await fc.assert(
        fc.asyncProperty(randomCube, async (cube) => {
          const loaded = await orSkip(loadCube(cube, fronted, false));
          const { pulled } = loaded.engine as ClickHouseEngine;
          await pulled.pull();
          // The sums of what is asked for again and again are pulled, too.
          for (const text of cube.queries) {
            const { query } = bindAggregate(cube.model, queryParameters(text), 1024);
            for (let times = 0; times < 3; times++) {
              await withReader({ engine: loaded.engine, model: cube.model }, UNBOUNDED, (reader) =>
                reader.aggregate(query, ({ table }) => tables.set(table, (tables.get(table) ?? 0) + 1)),
              );
            }
            await pulled.pull();
          }
          await assertSameAnswers(cube, loaded, await loadCube(cube, plainFormat, false));
        }),
        { numRuns: RUNS },
      );
      assert.ok((tables.get("rollup") ?? 0) > 0);
    });

    it("finds and suggests the same as a test of every entry", async () => {
      await fc.assert(
        fc.asyncProperty(searchedCube, async ({ cube, searches }) => {
          const loaded = await orSkip(loadVersions(cube, format));
          const plain = await loadVersions(cube, plainFormat);
          await assertSameHits(cube.model, searches, loaded, plain);
          await assertSameSuggestions(cube, loaded, plain);
        }),
        { numRuns: RUNS },
      );
    });

    it("finds and suggests the same as a test of every entry, with inline dimensions", async () => {
      await fc.assert(
        fc.asyncProperty(searchedCube, inlineRules, async ({ cube: whole, searches }, rules) => {
          const cube = loseTexts(whole);
          const loaded = await orSkip(loadVersions(cube, clickHouseFormat(started.cluster, { inlineRules: rules })));
          const plain = await loadVersions(cube, plainFormat);
          await assertSameHits(cube.model, searches, loaded, plain, withoutIds);
          await assertSameSuggestions(cube, loaded, plain);
        }),
        { numRuns: 2 * RUNS },
      );
    });

    it("adjusts amounts as an obvious implementation with fractions does", async () => {
      let number = 0;
      await fc.assert(
        fc.asyncProperty(ADJUSTED_CASES, inlineRules, async (test, rules) => {
          fc.pre(isAnswered(test));
          const town = `town-${++number}`;
          const inlining = clickHouseFormat(started.cluster, { inlineRules: rules, rollupBytes: ROLLUP_BYTES });
          const context = contextOf(await loadCaseInto(inlining, town, test));
          assertAdjusted(test, await askAggregate(context, printCase(test, town)));
        }),
        { numRuns: RUNS },
      );
    });

    it("lists the same entries by which versions differ, if the dimensions of either are inline", async () => {
      await fc.assert(
        fc.asyncProperty(
          randomCube.map(loseTexts),
          fc.nat(),
          inlineRules,
          inlineRules,
          async (cube, earlier, before, now) => {
            const first = earlier % cube.loads.length;
            const formats = [before, now].map((rules) => clickHouseFormat(started.cluster, { inlineRules: rules }));
            const changes = await orSkip(describeChanges(cube, formats, first));
            assert.deepEqual(changes, await describeChanges(cube, [plainFormat, plainFormat], first));
          },
        ),
        { numRuns: RUNS },
      );
    });

    it("lists the same entries by which two versions differ", async () => {
      await fc.assert(
        fc.asyncProperty(randomCube, fc.nat(), async (cube, earlier) => {
          const first = earlier % cube.loads.length;
          const changes = await orSkip(describeChanges(cube, [format, format], first));
          assert.deepEqual(changes, await describeChanges(cube, [plainFormat, plainFormat], first));
        }),
        { numRuns: RUNS },
      );
    });
  });
}
