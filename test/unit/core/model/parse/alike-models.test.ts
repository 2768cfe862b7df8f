import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { AlikeModels } from "#src/core/model/parse/alike-models.js";
import type { Model } from "#src/core/model/cube.js";
import { parseStoredModel } from "#src/core/model/parse/parse-stored.js";
import { SPENDING } from "../../../../fixtures.js";

type Changes = Readonly<Record<string, unknown>>;

/** The file of a model, with other metadata and another mapping. */
function fileWith(dataset: Changes, mapping: Changes = {}): unknown {
  const file = structuredClone(SPENDING) as { readonly dataset: object; readonly mapping: object };
  return { ...file, dataset: { ...file.dataset, ...dataset }, mapping: { ...file.mapping, ...mapping } };
}

/** Parse models, and count those that are parsed in full. */
function parseAll(files: readonly unknown[]): { readonly models: readonly Model[]; readonly parsed: number } {
  const alike = new AlikeModels();
  let parsed = 0;
  const models = files.map((file) =>
    alike.parse(file, (each) => {
      parsed++;
      return parseStoredModel(each).model;
    }),
  );
  return { models, parsed };
}

describe("models that are alike", () => {
  it("are parsed once, and are as if each had been", () => {
    const files = ["a", "b", "c"].map((name) =>
      fileWith({
        name,
        label: `Town ${name}`,
        description: `What ${name} spent`,
        territories: ["ES"],
        doi: "10.5281/x",
      }),
    );
    const { models, parsed } = parseAll(files);
    assert.equal(parsed, 1);
    assert.deepEqual(
      models,
      files.map((file) => parseStoredModel(file).model),
    );
    assert.equal(models[1]!.dimensions, models[0]!.dimensions);
  });

  it("are parsed each if more than the description differs", () => {
    const other = { description: { type: "attribute", column: "Other", datatype: "string" } };
    const files = [{}, { currency: "USD" }, { decimal: "," }].map((dataset) => fileWith(dataset));
    const { models, parsed } = parseAll([...files, fileWith({}, other)]);
    assert.equal(parsed, 4);
    assert.deepEqual(models[3], parseStoredModel(fileWith({}, other)).model);
  });

  it("have the errors and the remedies of the whole file", () => {
    const alike = new AlikeModels();
    const parse = (file: unknown): Model => parseStoredModel(file).model;
    alike.parse(fileWith({}), parse);
    assert.throws(() => alike.parse(fileWith({ territories: ["XX"] }), parse), /dataset\.territories/);
    assert.throws(() => alike.parse(fileWith({ name: "a b" }), parse), /dataset\.name/);
    assert.throws(() => alike.parse({}, parse), /dataset: is missing/);
    assert.equal(alike.parse(fileWith({ name: "mcp" }), parse).dataset.name, "mcp");
  });
});
