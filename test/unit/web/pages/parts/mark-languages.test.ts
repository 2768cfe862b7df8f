import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { markLanguages } from "#src/web/pages/parts/mark-languages.js";
import { languageOfScript } from "#src/web/pages/parts/text-language.js";

describe("the language of a text", () => {
  it("follows from its script, and from what is likely where several have it", () => {
    const cases: readonly [text: string, likely: readonly string[], language: string | null][] = [
      ["Health", [], null],
      ["2009, £3", [], null],
      ["בריאות", [], "he"],
      ["בריאות", ["en", "yi"], "yi"],
      ["الصحة", [], "ar"],
      ["بهداشت", ["fa"], "fa"],
      ["گزارش", [], "fa"],
      ["Υγεία", [], "el"],
      ["Освіта", [], "uk"],
      ["Оборона", [], "und-Cyrl"],
      ["Оборона", ["en", "bg"], "bg"],
      ["Объекты", [], "ru"],
      ["教育", [], "und-Hani"],
      ["教育", ["ja"], "ja"],
      ["教育", ["en", "zh"], "zh"],
      ["防衛について", ["zh"], "ja"],
      ["보건", [], "ko"],
      ["สุขภาพ", [], "th"],
      ["1. Ministry of בריאות", [], null],
      ["Spending: בריאות הציבור", [], "he"],
    ];
    for (const [text, likely, language] of cases) assert.equal(languageOfScript(text, likely), language, text);
  });
});

const NONE = { languages: [], languageOf: () => null };
const mark = (body: string, data: Parameters<typeof markLanguages>[1] = NONE, lang = "en"): string =>
  markLanguages(`<html lang="${lang}"><body>${body}</body></html>`, data).replace(/^.*?<body>|<\/body>.*$/g, "");

describe("texts of the data in a document", () => {
  it("have their language, and a direction of their own where nothing isolates them", () => {
    assert.equal(mark("<p>In <bdi>בריאות</bdi>.</p>"), '<p>In <bdi lang="he">בריאות</bdi>.</p>');
    assert.equal(mark('<h1 dir="auto">בריאות</h1>'), '<h1 dir="auto" lang="he">בריאות</h1>');
    assert.equal(mark('<td><a href="/x">בריאות</a></td>'), '<td><a href="/x" lang="he" dir="auto">בריאות</a></td>');
    assert.equal(
      mark("<svg><text>教育</text></svg>", { ...NONE, languages: ["ja"] }),
      '<svg><text lang="ja">教育</text></svg>',
    );
    assert.equal(
      mark("<option>Оборона &amp; мир</option>", { ...NONE, languages: ["uk"] }),
      '<option lang="uk" dir="auto">Оборона &amp; мир</option>',
    );
  });

  it("are marked within sentences, and isolated where nothing does", () => {
    assert.equal(
      mark("<p>Versions of בריאות הציבור, and of חינוך</p>"),
      '<p>Versions of <bdi lang="he">בריאות הציבור</bdi>, and of <bdi lang="he">חינוך</bdi></p>',
    );
    assert.equal(
      mark('<h2 dir="auto">Spending by \u2068ייעוד\u2069</h2>'),
      '<h2 dir="auto">Spending by \u2068<span lang="he">ייעוד</span>\u2069</h2>',
    );
    assert.equal(mark("<title>Spending by ייעוד</title>"), "<title>Spending by \u200e\u2068ייעוד\u2069</title>");
  });

  it("inherit it, and change back within it", () => {
    assert.equal(
      mark('<p dir="auto">בריאות <b>בריאות</b> <bdi>教育</bdi></p>', { ...NONE, languages: ["ja"] }),
      '<p dir="auto" lang="he">בריאות <b>בריאות</b> <bdi lang="ja">教育</bdi></p>',
    );
    assert.equal(mark('<p lang="he">בריאות</p>'), '<p lang="he">בריאות</p>');
    assert.equal(mark("<p>בריאות</p>", NONE, "he"), "<p>בריאות</p>");
  });

  it("have that of the model where their letters are Latin, but for the page's own words and amounts", () => {
    const languageOf = (text: string, isName: boolean): string | null =>
      text === "Santé" ? "fr" : isName && !/\d/.test(text) ? "en" : null;
    const data = { languages: ["fr", "en"], languageOf };
    assert.equal(mark("<p>Santé <bdi>Santé</bdi></p>", data), '<p>Santé <bdi lang="fr">Santé</bdi></p>');
    assert.equal(
      mark("<p><bdi>Wales</bdi> <bdi>3 bn</bdi></p>", data, "he"),
      '<p><bdi lang="en">Wales</bdi> <bdi>3 bn</bdi></p>',
    );
  });

  it("leave scripts, styles and text areas as they are, and documents without any", () => {
    for (const body of ["<script>x = 'בריאות';</script>", "<textarea>בריאות</textarea>", "<p>Health</p>"])
      assert.equal(mark(body), body);
  });
});
