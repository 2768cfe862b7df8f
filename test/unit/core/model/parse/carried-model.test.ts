import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "node:test";
import { AlikeModels } from "#src/core/model/parse/alike-models.js";
import { carryModel, parseCarriedModel } from "#src/core/model/parse/carried-model.js";
import type { Model } from "#src/core/model/cube.js";
import { parseStoredModel } from "#src/core/model/parse/parse-stored.js";
import { ParsedModels } from "#src/process/executors/parsed-models.js";
import { SPENDING } from "../../../../fixtures.js";

const DERIVED = { type: "derived", from: "cofog1", prefix: 1 };

/** Files of towns, some of which differ in more than their description. */
const files = fc.array(
  fc
    .record({
      name: fc.constantFrom("a", "b", "c", "mcp"),
      label: fc.constantFrom("Town", "Ville", "\ud800"),
      currency: fc.constantFrom("EUR", "EUR", "USD"),
      isDerived: fc.boolean(),
    })
    .map(({ isDerived, ...dataset }) => {
      const file = structuredClone(SPENDING) as { readonly dataset: object; readonly mapping: object };
      const mapping = isDerived ? { ...file.mapping, group: DERIVED } : file.mapping;
      return { ...file, dataset: { ...file.dataset, ...dataset }, mapping };
    }),
  { minLength: 1, maxLength: 12 },
);

describe("models for other threads", () => {
  it("are those that their files say, whichever they share their text with", () => {
    fc.assert(
      fc.property(files, (given) => {
        const alike = new AlikeModels();
        const parsed = new ParsedModels();
        for (const file of given) {
          const model = alike.parse(file, (each) => parseStoredModel(each).model);
          const carried = structuredClone(carryModel(model));
          for (const each of [parseCarriedModel(carried), parsed.open(parsed.find(carried))]) {
            assert.deepEqual(each, model);
            assert.equal(JSON.stringify(each.document), JSON.stringify(model.document));
          }
        }
      }),
    );
  });

  it("share their text if only their descriptions differ, and are the same objects as long as they are kept", () => {
    const alike = new AlikeModels();
    const parse = (file: unknown): Model => parseStoredModel(file).model;
    const townOf = (dataset: object): Model =>
      alike.parse({ ...SPENDING, dataset: { ...(SPENDING["dataset"] as object), ...dataset } }, parse);
    const carried = [{ name: "a" }, { name: "b" }, { name: "c", currency: "USD" }].map((each) =>
      carryModel(townOf(each)),
    );
    assert.equal(new Set(carried.map(({ like }) => like)).size, 2);
    const parsed = new ParsedModels();
    const models = carried.map((each) => parsed.open(parsed.find(each)));
    assert.equal(models[1]!.dimensions, models[0]!.dimensions);
    assert.deepEqual(new Set(carried.map((each) => parsed.find(each).key)).size, 3);
    assert.ok(carried.every((each, at) => parsed.open(parsed.find(structuredClone(each))) === models[at]));
    parsed.trim(0);
    const again = parsed.open(parsed.find(carried[0]!));
    assert.notEqual(again, models[0]);
    assert.deepEqual(again, models[0]);
  });
});
