import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createLocale } from "#src/web/pages/parts/page-locale.js";
import { about } from "#src/web/pages/parts/about.js";
import { cutPieces, joinPieces, linkText, splitLinks, withoutLinks } from "#src/web/pages/parts/linked-text.js";

describe("the links of a text", () => {
  for (const [text, markup] of [
    ["no link", "no link"],
    ["see [the Act](https://law.example/act).", 'see <a href="https://law.example/act"><bdi>the Act</bdi></a>.'],
    ["[a](HTTP://b.example/c_(d)?e=1&f=2)", '<a href="HTTP://b.example/c_(d)?e=1&amp;f=2"><bdi>a</bdi></a>'],
    ['[a](https://b.example "A title") c', '<a href="https://b.example"><bdi>a</bdi></a> c'],
    [
      "[a](http://b.example)[c](http://d.example)",
      '<a href="http://b.example"><bdi>a</bdi></a><a href="http://d.example"><bdi>c</bdi></a>',
    ],
  ] as const) {
    it(`are links: ${text}`, () => assert.equal(linkText(text).markup, markup));
  }

  for (const text of [
    "[a](javascript:alert(1))",
    "[a](data:text/html,b)",
    "[a](//b.example)",
    "[a](/b)",
    "[a](https://)",
    "[a] (https://b.example)",
    "[](https://b.example)",
    "[ ](https://b.example)",
    "[a](https://b.example c)",
    "(2009) [note] f(x)",
  ]) {
    it(`stay text: ${text}`, () => {
      assert.doesNotMatch(linkText(text).markup, /<a/);
      assert.equal(withoutLinks(text), text);
    });
  }

  it("are escaped, name and address", () => {
    const { markup } = linkText(`<i>[<b>"&](https://b.example/"'onclick=x&y)`);
    assert.equal(
      markup,
      '&lt;i&gt;<a href="https://b.example/&quot;&#39;onclick=x&amp;y"><bdi>&lt;b&gt;&quot;&amp;</bdi></a>',
    );
  });

  it("leave their names in texts without links", () => {
    assert.equal(withoutLinks("From [a](http://a.example) and [b](https://b.example)."), "From a and b.");
  });

  it("cost a time in proportion to the text", () => {
    const text = "[a](http://a()".repeat(20_000) + "[".repeat(20_000);
    assert.equal(withoutLinks(text), text);
  });
});

describe("cut pieces of a text", () => {
  const pieces = splitLinks("one [two three](https://a.example) four");
  it("are the whole, wherever they are cut", () => {
    const whole = joinPieces(pieces);
    for (let at = 0; at <= whole.length; at++) {
      const [before, after] = cutPieces(pieces, at);
      assert.equal(joinPieces(before), whole.slice(0, at));
      assert.equal(joinPieces(after), whole.slice(at));
      assert.ok([...before, ...after].every(({ text }) => text !== ""));
    }
  });

  it("keep the address of a link that is cut", () => {
    const [before, after] = cutPieces(pieces, 7);
    assert.deepEqual(before.at(-1), { text: "two", url: "https://a.example" });
    assert.deepEqual(after[0], { text: " three", url: "https://a.example" });
  });
});

describe("a long description", () => {
  it("is folded where its words are, not within an address", () => {
    const words = "word ".repeat(33);
    const { markup } = about(
      createLocale("en", "http://localhost"),
      `${words}[a name](https://a.example/${"x".repeat(200)}) ${words}`,
    )!;
    const [, summary] = /<summary[^>]*>([^]*)<\/summary>/.exec(markup)!;
    assert.match(summary!, /<a href="https:\/\/a\.example\/x{200}"><bdi>a name<\/bdi><\/a>/);
    assert.doesNotMatch(markup, /\]\(/);
  });
  it("is folded after a sentence, or after a comma if the sentence is too long", () => {
    const shownOf = (text: string): string => {
      const { markup } = about(createLocale("de", "http://a"), text)!;
      const [, shown] = /<summary[^>]*>([^]*)<span class="more">/.exec(markup)!;
      return shown!.replaceAll(/<[^>]*>/g, "").trim();
    };
    const long = `${"Wort ".repeat(35)}Ende.`;
    assert.equal(shownOf(`${long} ${"Mehr ".repeat(60)}`), long);
    const clause = `${"Wort ".repeat(30)}Halt,`;
    assert.equal(shownOf(`${clause} ${"Mehr ".repeat(60)}`), clause);
  });
});
