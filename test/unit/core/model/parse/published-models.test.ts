import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { readModel } from "#src/core/model/parse/read-model.js";

const DATA = path.resolve("../shared/data");

const files = existsSync(DATA)
  ? readdirSync(DATA, { recursive: true, encoding: "utf8" }).filter((file) => /(^|\/)model[^/]*\.json$/.test(file))
  : [];

test("published models are available", { skip: files.length === 0 && "no folder ../shared/data" }, () => {
  assert.ok(files.length >= 12);
});

for (const file of files) {
  test(`the published model ${file} has no errors`, () => {
    const { model, warnings } = readModel(readFileSync(path.join(DATA, file)));
    const { mapping, views = [] } = model.document;
    assert.deepEqual(
      model.fields.map(({ name }) => name),
      Object.keys(mapping),
    );
    assert.equal(model.views.length, views.length);
    const isShort = (warning: string): boolean => warning.startsWith("dataset.description: has ");
    assert.deepEqual(
      warnings.filter((each) => !isShort(each)),
      [],
    );
  });
}
