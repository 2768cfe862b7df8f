import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { about } from "#src/web/pages/parts/about.js";
import { createLocale } from "#src/web/pages/parts/page-locale.js";

const locale = createLocale("en-GB", "https://money.example");
const SENTENCE =
  "What the town spent on public services in the years 2004 to 2010, by place and by function of government.";
const LONG = `${SENTENCE} ${SENTENCE} ${SENTENCE} ${SENTENCE}`;

/** Return what a phone shows of a folded description, what wider screens show, and all of it. */
function shownOf(text: string): Record<"phone" | "wide" | "all", string> {
  const page = about(locale, text)!.markup;
  const readText = (part: string): string =>
    part
      .replaceAll(/<[^>]*>/g, "")
      .replaceAll(/\s+/g, " ")
      .trim();
  const [, summary = ""] = /<summary[^>]*>([^]*)<span class="more">/.exec(page) ?? [];
  const [, rest = ""] = /<\/summary>([^]*)/.exec(page) ?? [];
  const wide = readText(summary.replace(/<span\s+class="phones"[^>]*>…<\/span\s*>/, ""));
  const phone = readText(summary.replace(/<span\s+class="beyond-phones"\s*>[^]*?<\/span\s*>/, ""));
  return { phone, wide, all: `${wide} ${readText(rest)}` };
}

describe("a long description", () => {
  it("is cut after a sentence, on phones after a shorter part of it, and is whole when it is unfolded", () => {
    const { phone, wide, all } = shownOf(LONG);
    assert.equal(phone, SENTENCE);
    assert.equal(wide, `${SENTENCE} ${SENTENCE}`);
    assert.equal(all, LONG);
  });

  it("is cut after a comma on phones, if its sentences are too long for them", () => {
    const text = LONG.replaceAll("by place and", "by place and part of the town and");
    const { phone, all } = shownOf(text);
    assert.equal(phone, "What the town spent on public services in the years 2004 to 2010,");
    assert.equal(all, text);
  });

  it("has an ellipsis on phones where there is no mark to cut after", () => {
    const text = "word ".repeat(80).trim();
    const { phone, wide, all } = shownOf(text);
    assert.match(phone, /^(?:word ?)+…$/);
    assert.doesNotMatch(wide, /…/);
    assert.ok(phone.length < 100 && wide.length > 150);
    assert.equal(all, text);
  });
});
