import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { CatalogueMetadata } from "#src/core/model/cube.js";
import { changed, type Json, modelOf } from "./sample-model.js";

const read = (part: Json): CatalogueMetadata | undefined =>
  modelOf(changed((m) => Object.assign(m.dataset, part))).dataset.catalogue;

describe("metadata for catalogues", () => {
  it("is absent unless the model gives something of it", () => {
    assert.equal(read({}), undefined);
    assert.equal(read({ keywords: ["", " "], publisher: "", contact: null }), undefined);
  });

  it("is read in every form in which it may be written", () => {
    const nothing = { publisher: null, contact: null, keywords: [], themes: [], frequency: null };
    for (const [part, expected] of [
      [{ publisher: " Town hall " }, { publisher: { name: "Town hall", url: null } }],
      [
        { publisher: { url: "https://town.example" } },
        { publisher: { name: "https://town.example", url: "https://town.example" } },
      ],
      [{ contact: "mailto:a@town.example" }, { contact: { name: null, email: "a@town.example", url: null } }],
      [
        { contact: "https://town.example/ask" },
        { contact: { name: null, email: null, url: "https://town.example/ask" } },
      ],
      [{ contact: { name: "Treasury" } }, { contact: { name: "Treasury", email: null, url: null } }],
      [{ keywords: ["a", " b ", "a"] }, { keywords: ["a", "b"] }],
      [{ themes: ["gove", "HEAL", "GOVE"] }, { themes: ["GOVE", "HEAL"] }],
      [{ frequency: "Monthly" }, { frequency: "MONTHLY" }],
      [{ frequency: "annual" }, { frequency: "ANNUAL" }],
      [{ frequency: "ANNUAL_2" }, { frequency: "ANNUAL_2" }],
    ] as const) {
      assert.deepEqual(read(part), { ...nothing, ...expected }, JSON.stringify(part));
    }
  });

  it("names what is wrong in it, with the remedy", () => {
    for (const [part, message] of [
      [{ contact: "Treasury" }, /dataset\.contact: "Treasury" is neither an e-mail address nor a web address; write/],
      [{ contact: { email: "x" } }, /dataset\.contact\.email: "x" is not an e-mail address/],
      [{ contact: { url: "javascript:alert(1)" } }, /dataset\.contact\.url: .* is not a web address/],
      [{ publisher: 1 }, /dataset\.publisher: 1 must be an object/],
      [{ themes: ["X"] }, /dataset\.themes: "X" is not a theme/],
      [{ frequency: "sometimes" }, /dataset\.frequency: "sometimes" is not known; known: continuous, daily/],
    ] as const) {
      assert.throws(() => read(part), message);
    }
  });
});
