import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { listSuggestions } from "#src/sources/analysis/list-suggestions.js";
import { proposeModel } from "#src/sources/analysis/propose-model.js";
import type { Suggestion } from "#src/sources/analysis/suggestion.js";
import { analyse } from "./table.js";

describe("levels of codes", () => {
  it("are those whose sums rows state, accepted from the start, with the labels of these rows", async () => {
    const coded = async (codes: readonly string[]): Promise<Suggestion | undefined> => {
      const [one, two, first, second, third] = codes;
      const rows = [
        `${one},Housing,600.5`,
        `${first},Rent,350.25`,
        `${first}.1,Flats,300`,
        `${first}.2,Shops,50.25`,
        `${second},Repairs,250.25`,
        `${second}.1,Roofs,200`,
        `${second}.2,Walls,50.25`,
        `${two},Roads,90.75`,
        `${third},Lights,90.75`,
        `${third}.1,Lamps,70.5`,
        `${third}.2,Poles,20.25`,
      ];
      const lines = rows.map((row) => `2024,${row}\n`);
      const analysis = await analyse(`Year,Code,Name,Amount\n${lines.join("")}`);
      return listSuggestions(analysis, proposeModel(analysis, "data.csv")).find(({ kind }) => kind === "levels");
    };
    const levels = (await coded(["1", "2", "1.1", "1.2", "2.1"]))!;
    const derived = levels.added.map(([name, { from, prefix, labels }]) => [name, { from, prefix, labels }]);
    assert.deepEqual(Object.fromEntries(derived), {
      code_level_1: { from: "code", prefix: 1, labels: { 1: "Housing", 2: "Roads" } },
      code_level_2: { from: "code", prefix: 3, labels: { 1.1: "Rent", 1.2: "Repairs", 2.1: "Lights" } },
    });
    assert.equal(levels.isDefault, true);
    assert.deepEqual(levels.hierarchies[0]![1].levels, ["code_level_1", "code_level_2", "code"]);
    const uneven = (await coded(["9", "10", "9.1", "9.2", "10.1"]))!;
    const upper = { "9.1.1": "9", "9.1.2": "9", "9.2.1": "9", "9.2.2": "9", "10.1.1": "10", "10.1.2": "10" };
    const lower = {
      "9.1.1": "9.1",
      "9.1.2": "9.1",
      "9.2.1": "9.2",
      "9.2.2": "9.2",
      "10.1.1": "10.1",
      "10.1.2": "10.1",
    };
    const listed = uneven.added.map(([name, { values, prefix, labels }]) => [name, { values, prefix, labels }]);
    assert.deepEqual(Object.fromEntries(listed), {
      code_level_1: { values: upper, prefix: undefined, labels: { 9: "Housing", 10: "Roads" } },
      code_level_2: {
        values: lower,
        prefix: undefined,
        labels: { 9.1: "Rent", 9.2: "Repairs", "10.1": "Lights" },
      },
    });
  });

  it("have an entry above the lowest level under its own name", async () => {
    const rows = [
      "1,Housing,600",
      "1.1,Rent,350",
      "1.1.1,Flats,300",
      "1.1.2,Shops,50",
      "1.2,Repairs,250",
      "2,Police,70",
    ];
    const years = [2023, 2024].map((year) => rows.map((row) => `${year},${row}\n`).join(""));
    const analysis = await analyse(`Year,Code,Name,Amount\n${years.join("")}`);
    const levels = listSuggestions(analysis, proposeModel(analysis, "data.csv")).find(({ kind }) => kind === "levels")!;
    assert.deepEqual(
      levels.added.map(([, { prefix, labels }]) => [prefix, labels]),
      [
        [1, { 1: "Housing", 2: "Police" }],
        [3, { 1.1: "Rent", 1.2: "Repairs", 2: "Police" }],
      ],
    );
  });
});
