import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ERROR_PHRASES } from "#src/core/errors/texts/phrases.js";
import { ERROR_TEXTS } from "#src/core/errors/texts/texts.js";
import { ENGLISH } from "#src/web/words/english.js";
import { errorWordsIn, writingDirection, listLanguages, wordsIn } from "#src/web/words/languages.js";
import { checkWords } from "#scripts/words/check-words.js";
import { listTexts } from "#scripts/words/list-texts.js";

const english = new Map(listTexts(ENGLISH));

describe("the words of every language", () => {
  for (const language of listLanguages()) {
    it(`are complete: ${language}`, () => {
      assert.deepEqual(checkWords(wordsIn(language), language), []);
    });
  }

  it("have keys without dots, which separate them in the files of translators", () => {
    const named = new Set<string>();
    const visit = (tree: object): void => {
      for (const [key, each] of Object.entries(tree) as [string, unknown][]) {
        named.add(key);
        if (typeof each === "object" && each !== null) visit(each);
      }
    };
    visit(ENGLISH);
    assert.deepEqual(
      [...named].filter((key) => key.includes(".")),
      [],
    );
  });

  for (const language of listLanguages().filter((each) => each !== "en")) {
    it(`say every error: ${language}`, () => {
      const { errors = {}, phrases = {} } = errorWordsIn(language);
      assert.deepEqual(
        Object.keys(ERROR_PHRASES).filter((code) => !(code in phrases)),
        [],
      );
      assert.deepEqual(
        Object.keys(ERROR_TEXTS).filter((code) => !(code in errors)),
        [],
      );
    });
  }

  it("are English where there are none", () => {
    assert.equal(wordsIn("xx"), ENGLISH);
    assert.equal(wordsIn("en-GB"), ENGLISH);
    assert.ok(english.size > 30);
  });

  it("are written in the direction of their script", () => {
    assert.deepEqual(["en", "ar", "he-IL", "ja"].map(writingDirection), ["ltr", "rtl", "rtl", "ltr"]);
  });
});

describe("words with errors", () => {
  const changed = (key: string, value: unknown): unknown => {
    const tree = structuredClone(ENGLISH) as unknown as Record<string, Record<string, unknown>>;
    const [section, name] = key.split(".") as [string, string];
    if (value === undefined) delete tree[section]![name];
    else tree[section]![name] = value;
    return tree;
  };

  it("are found", () => {
    assert.deepEqual(checkWords(changed("frame.skip", undefined), "de"), ["frame.skip: the text is missing"]);
    assert.deepEqual(checkWords(changed("frame.skip", " "), "de"), ["frame.skip: the text is missing"]);
    assert.deepEqual(checkWords(changed("frame.more", "x"), "de"), ["frame.more: there is no such text in English"]);
    assert.deepEqual(checkWords(changed("frame.signedInAs", "Hallo"), "de"), ["frame.signedInAs: <user> is missing"]);
    assert.deepEqual(checkWords(changed("frame.signedInAs", "<user> <person>"), "de"), [
      "frame.signedInAs: <person> is no slot of the English text",
    ]);
    assert.deepEqual(checkWords(changed("frame.privateBand", "<b>Privat. Nur"), "de"), [
      "frame.privateBand: </b> is missing",
    ]);
    assert.deepEqual(checkWords(changed("home.entries", "<count> Zeilen"), "de"), [
      "home.entries: must have the forms one, other",
    ]);
    assert.deepEqual(checkWords(changed("frame.skip", { other: "x" }), "de"), [
      "frame.skip: must be one text, without forms",
    ]);
  });

  it("are forms that the language does not have, and those that it lacks", () => {
    assert.deepEqual(checkWords(changed("home.entries", { one: "<count> x", other: "<count> y" }), "ja").slice(0, 1), [
      "dimension.members: must have the form other",
    ]);
    const polish = { one: "wpis", few: "<count> wpisy", many: "<count> wpisów", other: "<count> wpisu" };
    assert.deepEqual(
      checkWords(changed("home.entries", polish), "pl").filter((each) => each.startsWith("home.entries")),
      [],
    );
    // One in Ukrainian is also 21.
    const ukrainian = { one: "запис", few: "<count> записи", many: "<count> записів", other: "<count> запису" };
    assert.deepEqual(
      checkWords(changed("home.entries", ukrainian), "uk").filter((each) => each.startsWith("home.entries")),
      ["home.entries.one: <count> is missing"],
    );
  });
});
