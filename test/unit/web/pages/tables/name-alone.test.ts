import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { nameAfter, nameAlone } from "#src/web/pages/tables/name-alone.js";
import { createLocale } from "#src/web/pages/parts/page-locale.js";

const named = (value: string | null, label = value ?? "", language = "en"): string =>
  nameAlone(createLocale(language, "https://money.example"), "Type", { value, label });

describe("a member that stands alone", () => {
  it("is named with its dimension if it is a code without a label", () => {
    assert.deepEqual(
      ["E", "R", "07", "Б", "a "].map((value) => named(value)),
      ["Type: E", "Type: R", "Type: 07", "Type: Б", "Type: a"],
    );
    assert.equal(named("E", "E", "fr"), "Type\u00a0: E");
  });

  it("is not given if it has neither letters nor digits", () => {
    for (const value of [null, "", "-", "–", "--", " . "]) assert.equal(named(value), "Type not given", String(value));
    assert.equal(named("X", "-"), "Type not given");
    assert.equal(named("-", "-", "de"), "Type: nicht angegeben");
  });

  it("is named by its code alone after its dimension", () => {
    const { words, fill } = createLocale("en", "https://money.example");
    assert.deepEqual(
      ["E", "-"].map((label) => nameAfter({ words, fill }, "Type", label)),
      ["E", "Type not given"],
    );
  });

  it("is called as it is by a label, and by a word", () => {
    assert.equal(named("E", "Expenses"), "Expenses");
    assert.equal(named("07", "7"), "7");
    assert.equal(named("Tax"), "Tax");
    assert.equal(named("市"), "市");
  });
});
