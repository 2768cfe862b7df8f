import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import fc from "fast-check";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { UNBOUNDED } from "#src/core/engine/bounds.js";
import type { Engine } from "#src/core/engine/engine.js";
import { streamEntries } from "#src/core/engine/with-reader.js";
import type { Entry } from "#src/core/engine/entry.js";
import { compareVersions, type EntrySums } from "#src/calls/reading/changes/compare-versions.js";
import type { Dataset } from "#src/store/dataset.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { addDecimals, type Decimal, decimalText } from "#src/core/model/values/decimal.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import type { LocalFormat } from "../contract/sample.js";
import { queryParameters, spendingDataset } from "../fixtures.js";
import { buildVersion, cutTo, describeChanges } from "./describe-changes.js";
import { passesCut } from "./pass-cut.js";
import { assertVaried, randomRuns } from "../full.js";
import { plainFormat } from "../reference/builder.js";
import { randomCube } from "./random-cube.js";

const RUNS = Number(process.env["DIFFERENTIAL_RUNS"] ?? randomRuns(30, 200));
const kernel = Kernel.start({ threads: 1, checked: true });
after(() => kernel.close());

const CLUSTERED = { rows: 0, clusterRows: 0 };
const formats: readonly LocalFormat[] = [
  columnarFormat(kernel),
  columnarFormat(kernel, 4096),
  columnarFormat(kernel, undefined, CLUSTERED),
];

const seen = { added: 0, removed: 0, changed: 0, same: 0, matched: 0 };

describe("the entries by which two versions differ", () => {
  it("are those of an obvious implementation", async () => {
    await fc.assert(
      fc.asyncProperty(randomCube, fc.nat(), fc.nat(), async (cube, earlier, layout) => {
        const first = earlier % cube.loads.length;
        const expected = await describeChanges(cube, [plainFormat, plainFormat], first);
        // The versions may be stored differently.
        const chosen = [0, 1].map((at) => formats[(layout + at * Math.floor(layout / 3)) % formats.length]!);
        assert.deepEqual(await describeChanges(cube, chosen, first), expected);
        seen.added += Number(expected.added.length > 0);
        seen.removed += Number(expected.removed.length > 0);
        seen.changed += Number(expected.changed.length > 0);
        seen.same += Number(expected.added.length + expected.removed.length + expected.changed.length === 0);
        seen.matched += Number(expected.matched.includes(1) && expected.matched.includes(0));
      }),
      { numRuns: RUNS },
    );
    assertVaried(seen);
  });
});

describe("the sums of what changed", () => {
  it("are those of an obvious implementation, and fit together", async () => {
    const found = { added: 0, removed: 0, changed: 0 };
    await fc.assert(
      fc.asyncProperty(randomCube, fc.nat(), fc.nat(), async (cube, earlier, layout) => {
        const first = earlier % cube.loads.length;
        const format = formats[layout % formats.length]!;
        const { model } = cube;
        const before = await buildVersion(format, cube, first);
        const after = await buildVersion(format, cube, cube.loads.length);
        try {
          const query = layout % 2 === 0 ? queryParameters("") : cutTo(cube, layout);
          const { cutConditions } = bindAggregate(model, query, 1024);
          const dataset = (engine: Engine): Dataset => spendingDataset([], { model, engine });
          const versions = { before: dataset(before), after: dataset(after) };
          const filters = { before: cutConditions, after: cutConditions };
          const changes = await compareVersions({}, { ...versions, filters }, UNBOUNDED);
          const passes = (entry: Entry | undefined): boolean =>
            entry !== undefined && cutConditions.every((condition) => passesCut(condition, entry));
          const [was, is] = [await entriesById(versions.before), await entriesById(versions.after)];
          const ids = [...new Set([...was.keys(), ...is.keys()])];
          const sum = (of: readonly Entry[]) => ({
            numEntries: of.length,
            sums: model.measures.map(({ index }) =>
              decimalText(of.reduce((total, { amounts }) => addDecimals(total, amounts[index]!), ZERO)),
            ),
          });
          const texts = ({ numEntries, sums }: EntrySums) => ({
            numEntries,
            sums: sums.map((each) => decimalText(each)),
          });
          const added = ids.filter((id) => !passes(was.get(id)) && passes(is.get(id)));
          const removed = ids.filter((id) => passes(was.get(id)) && !passes(is.get(id)));
          const both = ids.filter((id) => passes(was.get(id)) && passes(is.get(id)));
          const changed = both.filter((id) => textOf(was.get(id)!) !== textOf(is.get(id)!));
          const same = both.filter((id) => !changed.includes(id));
          const of = (entries: ReadonlyMap<string, Entry>, which: readonly string[]) =>
            sum(which.map((id) => entries.get(id)!));
          assert.deepEqual(
            [changes.added, changes.removed, changes.changed.before, changes.changed.after, changes.unchanged].map(
              texts,
            ),
            [of(is, added), of(was, removed), of(was, changed), of(is, changed), of(is, same)],
          );
          model.measures.forEach((_, at) => {
            const [total, rest, ...parts] = [
              changes.after,
              changes.before,
              changes.added,
              changes.removed,
              changes.changed.after,
              changes.changed.before,
            ].map(({ sums }) => sums[at]!);
            const [plus, minus, now, then] = parts;
            const difference = subtract(total!, rest!);
            const expected = addDecimals(subtract(plus!, minus!), subtract(now!, then!));
            assert.equal(decimalText(difference), decimalText(expected));
          });
          found.added += Number(added.length > 0);
          found.removed += Number(removed.length > 0);
          found.changed += Number(changed.length > 0);
        } finally {
          before.dispose();
          after.dispose();
        }
      }),
      { numRuns: RUNS },
    );
    assertVaried(found);
  });
});

const ZERO: Decimal = { unscaled: 0n, scale: 0 };

function subtract(from: Decimal, { unscaled, scale }: Decimal): Decimal {
  return addDecimals(from, { unscaled: -unscaled, scale });
}

async function entriesById({ engine, model }: Dataset): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const batch of streamEntries({ engine, model })) for (const entry of batch) entries.set(entry.id, entry);
  return entries;
}

/** Write what is stored of an entry: derived dimensions follow from it. */
function textOf({ members, amounts }: Entry): string {
  return JSON.stringify([members.map((member) => member?.values), amounts.map((amount) => decimalText(amount))]);
}
