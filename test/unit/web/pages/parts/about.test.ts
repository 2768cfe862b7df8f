import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { about } from "#src/web/pages/parts/about.js";
import { createLocale } from "#src/web/pages/parts/page-locale.js";

const locale = createLocale("en-GB", "https://money.example");
const SENTENCE =
  "What the town spent on public services in the years 2004 to 2010, by place and by function of government.";
const LONG = `${SENTENCE} ${SENTENCE} ${SENTENCE} ${SENTENCE}`;

/** Return what is shown of a folded description, and all of it. */
function shownOf(text: string): Record<"shown" | "all", string> {
  const page = about(locale, text)!.markup;
  const readText = (part: string): string =>
    part
      .replaceAll(/<[^>]*>/g, "")
      .replaceAll(/\s+/g, " ")
      .trim();
  const [, summary = ""] = /<summary[^>]*>([^]*)<span class="more">/.exec(page) ?? [];
  const [, rest = ""] = /<\/summary>([^]*)/.exec(page) ?? [];
  const shown = readText(summary);
  return { shown, all: `${shown} ${readText(rest)}` };
}

describe("a long description", () => {
  it("is cut after a sentence, and is whole when it is unfolded", () => {
    const { shown, all } = shownOf(LONG);
    assert.equal(shown, SENTENCE);
    assert.equal(all, LONG);
  });

  it("is cut after a comma if its first sentence is longer than two lines", () => {
    const text = LONG.replaceAll(
      "of government.",
      "of government and by kind of spending, as it was counted at the end of each year and of the next one.",
    );
    const { shown, all } = shownOf(text);
    assert.equal(
      shown,
      "What the town spent on public services in the years 2004 to 2010, by place and by function of government and by kind of spending,",
    );
    assert.equal(all, text);
  });

  it("is cut after a word where there is no mark to cut after", () => {
    const text = "word ".repeat(80).trim();
    const { shown, all } = shownOf(text);
    assert.match(shown, /^(?:word ?)+$/);
    assert.ok(shown.length > 150 && shown.length < 190);
    assert.equal(all, text);
  });
});
