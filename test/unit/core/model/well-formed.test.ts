import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import { wellFormed } from "#src/core/model/well-formed.js";
import { dimension, withField } from "./parse/sample-model.js";

it("lone surrogates of a model become U+FFFD, in defaults and names of columns", () => {
  const model = withField("region", { type: "attribute", column: "re\udc00gion", default_value: "no\ud800where" });
  const { source } = dimension(model, "region").identity;
  assert.deepEqual([source!.column, source!.empty], ["re\ufffdgion", "no\ufffdwhere"]);
});

it("JSON without lone surrogates is unchanged", () => {
  fc.assert(fc.property(fc.jsonValue(), (json) => assert.deepEqual(wellFormed(json), json)));
});
