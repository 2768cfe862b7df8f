import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createLocale } from "#src/web/pages/parts/page-locale.js";
import { html } from "#src/web/pages/parts/html.js";
import { createCounting, createFill } from "#src/web/words/fill.js";

const { fill, fillHtml } = createLocale("en-GB", "http://localhost");

describe("a text of pages", () => {
  it("has values in its slots, in the order of the language", () => {
    assert.equal(fill("<day> of <month>", { month: "May", day: "1" }), "1 of May");
    assert.equal(fill("Plain"), "Plain");
    assert.equal(fill("<a><a>, x < y", { a: "<b>" }), "<b><b>, x < y");
  });

  it("has the form of its number, which is written in the language", () => {
    const entries = { one: "one entry of <name>", other: "<n> entries of <name>" } as const;
    assert.equal(fill(entries, { n: 1, name: "x" }), "one entry of x");
    assert.equal(fill(entries, { name: "2", n: 12_345 }), "12,345 entries of 2");
    const polish = createFill(createCounting("pl", String));
    const forms = { one: "wpis", few: "<count> wpisy", many: "<count> wpisów", other: "<count> wpisu" } as const;
    assert.deepEqual(
      [1, 2, 5, 22].map((count) => polish(forms, { count })),
      ["wpis", "2 wpisy", "5 wpisów", "22 wpisy"],
    );
  });

  it("has a form by a number that it does not say", () => {
    const problems = { one: "It has this problem", other: "It has these problems" } as const;
    assert.deepEqual(
      [1, 2].map((count) => fill(problems, { count })),
      ["It has this problem", "It has these problems"],
    );
  });

  it("is escaped in markup, but for values that are markup", () => {
    assert.equal(fillHtml("a & <b>", { b: "<i>" }).markup, "a &amp; &lt;i&gt;");
    assert.equal(fillHtml("<b> & c", { b: html`<i>x</i>` }).markup, "<i>x</i> &amp; c");
    assert.equal(fillHtml("<n> < 3", { n: 1234 }).markup, "1,234 &lt; 3");
  });

  it("has words that become links", () => {
    const link = (words: { markup: string }) => html`<a href="/x">${words}</a>`;
    assert.equal(
      fillHtml("See <link>all <n> & more</link>.", { link, n: 3 }).markup,
      'See <a href="/x">all 3 &amp; more</a>.',
    );
  });
});
