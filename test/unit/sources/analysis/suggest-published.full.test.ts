import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, it } from "node:test";
import { tmpdir } from "node:os";
import { analyseTable } from "#src/sources/analysis/analyse.js";
import { proposeModel } from "#src/sources/analysis/propose-model.js";
import { listSuggestions } from "#src/sources/analysis/list-suggestions.js";
import type { Suggestion } from "#src/sources/analysis/suggestion.js";
import { sourceBounds } from "#src/sources/ingest/fetch/bounds.js";
import { openSource } from "#src/sources/ingest/fetch/open.js";

const DATA = resolve("../shared/data");

async function suggestFor(name: string): Promise<readonly Suggestion[]> {
  const path = ["data.csv", "data.csv.gz"].map((file) => join(DATA, name, file)).find(existsSync)!;
  const source = await openSource({ kind: "file", path, name }, { directory: tmpdir() });
  const analysis = await analyseTable(source, { bounds: sourceBounds({}) });
  return listSuggestions(analysis, proposeModel(analysis, name));
}

function levelsIn(suggestions: readonly Suggestion[], kind: "hierarchy" | "levels"): readonly unknown[] {
  return suggestions
    .filter((each) => each.kind === kind)
    .flatMap(({ hierarchies }) => hierarchies.map(([, { levels }]) => levels));
}

// Generated tables with the same traits are in suggest.test.ts.
describe("the suggestions for published data", { skip: !existsSync(DATA) && "no folder ../shared/data" }, () => {
  it("of Sacramento have two directions of four members, and years", async () => {
    const [direction, precision, ...others] = await suggestFor("sacramento-budgets");
    assert.deepEqual(direction!.added[0]![1].values, {
      E: "expenditure",
      Expenses: "expenditure",
      R: "revenue",
      Revenues: "revenue",
    });
    assert.deepEqual(precision!.set, [["time", { precision: "year" }]]);
    assert.deepEqual(others, []);
  });

  it("of Madrid have the levels of programmes and of economic codes", async () => {
    const suggestions = await suggestFor("madrid-gastos");
    assert.deepEqual(levelsIn(suggestions, "hierarchy"), [["capitulo", "economico"]]);
    assert.deepEqual(levelsIn(suggestions, "levels"), [
      ["programa_level_1", "programa_level_2", "programa_level_3", "programa"],
      ["capitulo", "economico_level_2", "economico_level_3", "economico"],
    ]);
    const programmes = suggestions.find(({ column }) => column === "PROGRAMA")!;
    assert.deepEqual(
      programmes.added.map(([, { prefix }]) => prefix),
      [1, 2, 3],
    );
    assert.match(programmes.examples[0]!, /^first character: 6 members/);
  });

  it("of the regional analysis have the three levels of functions, and nothing that only looks like codes", async () => {
    const suggestions = await suggestFor("cra");
    const levels = ["cofog_level1_code", "cofog_level2_code", "cofog_level3_code"];
    assert.deepEqual(levelsIn(suggestions, "hierarchy"), [levels]);
    assert.deepEqual(levelsIn(suggestions, "levels"), []);
  });

  it("of Finnish projects have the phases of their four amounts", async () => {
    const phases = (await suggestFor("fi-erdf-2007-2013")).find(({ kind }) => kind === "phase")!;
    assert.deepEqual(
      phases.set.map(([, { phase }]) => phase),
      ["approved", "executed", "proposed", "executed"],
    );
  });

  it("of Tsukuba have the chapters down to the projects, which are numbered anew in each", async () => {
    const levels = levelsIn(await suggestFor("tsukuba-2021"), "hierarchy").map((each) => (each as string[]).length);
    // Not the levels of COFOG: one code of the third has two of the second above it.
    assert.deepEqual(levels, [4, 2]);
  });
});
