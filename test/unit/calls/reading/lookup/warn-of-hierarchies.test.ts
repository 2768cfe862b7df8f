import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { warnOfHierarchies } from "#src/calls/reading/lookup/warn-of-hierarchies.js";
import { NO_PARENTS } from "#src/core/engine/read-parents.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { SPENDING } from "../../../../fixtures.js";

const { model } = parseModel({
  ...SPENDING,
  hierarchies: { "what for": { levels: ["year", "region", "cofog1.label"] }, time: { levels: ["year", "time"] } },
});

describe("a warning of a hierarchy", () => {
  it("is not written where each member has one parent", async () => {
    assert.deepEqual(await warnOfHierarchies(model, async () => NO_PARENTS), []);
  });

  it("names the first ten members with several parents, of each level below another", async () => {
    const many = new Set(Array.from({ length: 12 }, (_, at) => (at === 0 ? "x".repeat(200) : `m${at}`)));
    const warnings = await warnOfHierarchies(model, async ({ child: { attribute } }) =>
      attribute.name === "label"
        ? { ...NO_PARENTS, ambiguous: many }
        : attribute.name === "region"
          ? { ...NO_PARENTS, ambiguous: new Set(["North"]) }
          : NO_PARENTS,
    );
    const listed = [`"${"x".repeat(79)}…"`, ...Array.from({ length: 9 }, (_, at) => `"m${at + 1}"`)].join(", ");
    assert.deepEqual(warnings, [
      `hierarchy "what for": 1 member of "region" ("North") has more than one parent in "year", and therefore none`,
      `hierarchy "what for": 12 members of "cofog1.label" (${listed}, …) have more than one parent in "region", and therefore none`,
    ]);
  });

  it("says which levels are too large to check", async () => {
    const warnings = await warnOfHierarchies(model, async ({ child: { dimension } }) =>
      dimension.name === "time" ? null : NO_PARENTS,
    );
    assert.deepEqual(warnings, [
      'hierarchy "time": "time" has too many members under "year" to be checked for several parents',
    ]);
  });
});
