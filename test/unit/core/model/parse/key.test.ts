import assert from "node:assert/strict";
import { test } from "node:test";
import { parseModel } from "#src/core/model/parse/parse.js";
import { changed, modelOf } from "./sample-model.js";

test("the key has dimensions first, then measures, each in mapping order", () => {
  const model = modelOf(
    changed((m) => {
      for (const name of ["amount", "to", "time"]) m.mapping[name].key = true;
    }),
  );
  assert.deepEqual(
    model.key.map(({ name }) => name),
    ["time", "number", "to", "amount"],
  );
});

test("entry_key gives the fields of the key and their order, and a warning for key fields that it omits", () => {
  const { model, warnings } = parseModel(changed((m) => (m.dataset.entry_key = ["to", "amount", "time"])));
  assert.deepEqual(
    model.key.map(({ name }) => name),
    ["to", "amount", "time"],
  );
  assert.deepEqual(
    model.fields.filter(({ key }) => key).map(({ name }) => name),
    ["amount", "time", "number", "to"],
  );
  assert.match(warnings.join(), /^mapping\.number: has "key": true but is not in dataset\.entry_key/);
});

test("entry_key defines the key if no field is flagged", () => {
  const model = modelOf(
    changed((m) => {
      delete m.mapping.number.key;
      m.dataset.entry_key = ["number"];
    }),
  );
  assert.deepEqual(
    model.key.map(({ name, key }) => [name, key]),
    [["number", true]],
  );
});
