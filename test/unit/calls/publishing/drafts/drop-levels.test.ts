import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { dropLostLevels } from "#src/calls/publishing/drafts/form/drop-levels.js";

const before = { area: {}, line: {}, item: {} };
const levels = (...names: string[]): object => ({ levels: names });

describe("the hierarchies of a model whose fields change", () => {
  it("lose the levels of fields that are gone, and go with fewer than two levels", () => {
    const document = {
      mapping: { area: {}, item: {} },
      hierarchies: {
        long: levels("area", "line.name", "item"),
        short: levels("area", "line"),
        other: levels("a", "b"),
      },
    };
    assert.deepEqual(dropLostLevels(document, before).hierarchies, {
      long: levels("area", "item"),
      other: levels("a", "b"),
    });
  });

  it("stay as they are if no field is gone, and leave no empty part behind", () => {
    const same = { mapping: before, hierarchies: { h: levels("area", "line") } };
    assert.deepEqual(dropLostLevels(same, before), same);
    const document = { mapping: { area: {} }, hierarchies: { h: levels("area", "line") } };
    assert.deepEqual(dropLostLevels(document, before), { mapping: { area: {} } });
  });
});
