import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { foldCase } from "#src/core/engine/fold-case.js";
import { Pace } from "#src/core/engine/pace.js";
import { warnOfTwins } from "#src/calls/reading/lookup/near-twins.js";
import type { ColumnarEngine } from "#src/engines/columnar/engine.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { reportMemory } from "#src/engines/columnar/memory-report.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { loadRows } from "../../../../contract/sample.js";
import { type Row, spendingDataset, spendingModel } from "../../../../fixtures.js";

function warningsOf(regions: readonly string[]): Promise<readonly string[]> {
  const { model, engine } = spendingDataset(inRegions(regions));
  return warnOfTwins(model, engine, undefined);
}

/** Make a row for each region, of 1.01, 2.01, … */
function inRegions(regions: readonly string[]): readonly Row[] {
  return regions.map((region, at) => ({ id: `${at}`, paid: BigInt(100 * (at + 1) + 1), region, code: "1" }));
}

describe("names that look alike", () => {
  const groups: readonly (readonly string[])[] = [
    ["North", "NORTH"],
    ["North  East", "North East"],
    ["Acme Ltd.", "Acme Ltd", "Acme Ltd . "],
    ["Stra\u00dfe", "STRASSE"],
  ];
  for (const group of groups) {
    it(`are listed with their amounts: ${group.join(", ")}`, async () => {
      const warnings = await warningsOf([...group, "South"]);
      assert.equal(warnings.length, 1);
      assert.match(warnings[0]!, /^"region" has names that look alike and stay apart: /);
      for (const [at, name] of group.entries()) {
        assert.ok(warnings[0]!.includes(`${JSON.stringify(name)} (${at + 1}.01 EUR)`), warnings[0]);
      }
      assert.doesNotMatch(warnings[0]!, /South/);
    });
  }

  it("say which form of Unicode they have, if they differ in it alone", async () => {
    const [warning] = await warningsOf(["Caf\u00e9", "Cafe\u0301"]);
    assert.match(warning!, /"Caf\u00e9" in NFC \(1\.01 EUR\)/);
    assert.match(warning!, /"Cafe\u0301" not in NFC \(2\.01 EUR\)/);
  });

  it("are none if names differ in letters, accents or digits", async () => {
    assert.deepEqual(await warningsOf(["Cafe", "Caf\u00e9", "1.5", "15", "A.B", "AB"]), []);
  });

  it("are found without an order of all members, which would stay in memory, the largest first", async () => {
    const kernel = Kernel.start({ threads: 1 });
    try {
      const names = [
        "North",
        "NORTH",
        "South",
        "north",
        "west",
        "West",
        ...Array.from({ length: 900 }, (_, at) => `${at}`),
      ];
      const model = spendingModel();
      const engine = loadRows(columnarFormat(kernel), model, inRegions(names)) as ColumnarEngine;
      const warnings = await warnOfTwins(model, engine, undefined);
      assert.deepEqual(warnings, [
        '"region" has names that look alike and stay apart: "West" (6.01 EUR) and "west" (5.01 EUR); ' +
          '"north" (4.01 EUR) and "NORTH" (2.01 EUR) and "North" (1.01 EUR)',
      ]);
      assert.deepEqual(
        reportMemory(engine).filter(({ purpose, bytes }) => purpose === "sorted members" && bytes > 0),
        [],
      );
      engine.dispose();
    } finally {
      await kernel.close();
    }
  });

  it("are found with pauses, in which a server answers others", async () => {
    let [time, pauses] = [0, 0];
    const pace = new Pace(
      { deadline: Infinity, turn: 10 },
      {
        now: () => time++,
        pause: async () => void pauses++,
      },
    );
    const { model, engine } = spendingDataset(inRegions(Array.from({ length: 500 }, (_, at) => `name ${at}`)));
    assert.deepEqual(await warnOfTwins(model, engine, undefined, pace), []);
    assert.ok(pauses >= 50, `${pauses}`);
  });

  it("are the same, whether names are plain or not", async () => {
    const signs = ["a", "A", "b", ".", " ", "  ", "\u00e9", "e\u0301", "\u00df", "SS", "\u00a0", "1"];
    const pairs = signs.flatMap((a) => signs.map((b) => a + b));
    const names = [...new Set(pairs.flatMap((pair) => signs.map((c) => pair + c)))].filter(
      (name) => name.trim() !== "",
    );
    const likeness = (name: string): string =>
      foldCase(
        name
          .normalize("NFC")
          .replaceAll(/\s+/gu, " ")
          .replaceAll(/^\s+|[\s.]+$/gu, ""),
      );
    const counts = new Map<string, number>();
    for (const each of names.map(likeness)) counts.set(each, (counts.get(each) ?? 0) + 1);
    const expected = [...counts.values()].filter((count) => count > 1).length;
    const [warning] = await warningsOf(names);
    assert.match(warning!, new RegExp(`; and ${expected - 5} more groups$`));
  });

  it("are listed up to a bound", async () => {
    const [warning] = await warningsOf(Array.from({ length: 20 }, (_, at) => [`name ${at}`, `Name ${at}`]).flat());
    assert.match(warning!, /; and 15 more groups$/);
  });
});
