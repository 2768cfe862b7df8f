import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkWords } from "#scripts/words/check-words.js";
import { exportWords } from "#scripts/words/exported-words.js";
import { SLOTS_OF_TEXTS } from "#scripts/words/slots.js";
import { importWords } from "#scripts/words/imported-words.js";

describe("words for translators", () => {
  it("have every text with its context, its slots and the forms of the language", () => {
    const { texts, forms } = exportWords("pl");
    assert.deepEqual(Object.keys(forms), ["one", "few", "many", "other"]);
    assert.match(forms["few"]!, /^2, 3, 4, 22/);
    const title = texts.find(({ key }) => key === "frame.windowTitle")!;
    assert.match(title.context, /all pages/);
    assert.deepEqual(Object.keys(title.slots!), ["title", "site"]);
    for (const { key, context, slots = {} } of texts) {
      assert.ok(context, `${key}: its section is not described in scripts/words/sections.ts`);
      for (const [slot, meaning] of Object.entries(slots)) {
        assert.ok(meaning, `${key}: <${slot}> is not described in scripts/words/slots.ts`);
      }
    }
  });

  it("have the meaning of a slot in each text", () => {
    const { texts } = exportWords("de");
    const slots = new Map(texts.map((each) => [each.key, each.slots ?? {}]));
    assert.match(slots.get("explore.options.largest")!["number"]!, /how many/);
    assert.match(slots.get("said.version")!["number"]!, /version/);
    for (const [key, own] of Object.entries(SLOTS_OF_TEXTS)) {
      assert.deepEqual({ ...slots.get(key), ...own }, slots.get(key), key);
    }
    const several = texts.flatMap(({ key, slots: own = {} }) =>
      ["all", "shown", "number", "first", "example"]
        .filter((name) => own[name]?.includes("; or"))
        .map((name) => `${key}: ${name}`),
    );
    assert.deepEqual(several, []);
  });

  it("are taken back when they are filled in, and otherwise say what is missing", () => {
    const { texts } = exportWords("xx");
    const filled = texts.map((each) => ({ ...each, translation: each.english }));
    assert.deepEqual(checkWords(importWords({ texts: filled }), "en"), []);
    const [first, ...others] = filled;
    assert.deepEqual(checkWords(importWords({ texts: others }), "en"), [`${first!.key}: the text is missing`]);
  });
});
