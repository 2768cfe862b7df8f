import assert from "node:assert/strict";
import { it } from "node:test";
import { errorText } from "#src/core/errors/error-text.js";
import { showTable } from "#src/web/pages/manage/draft-columns.js";
import { createLocale } from "#src/web/pages/parts/page-locale.js";

it("doubts about the encoding of a file are said in the language of the reader", () => {
  const doubt = errorText("beginning_analysed");
  const analysis = {
    encoding: "utf-8",
    delimiter: ";",
    numColumns: 2,
    columns: [],
    dependencies: [],
    key: [],
    rows: 9,
    isWhole: true,
    encodingDoubts: [doubt],
  };
  const show = (language: string): string => showTable(analysis, createLocale(language, "http://localhost")).markup;
  assert.ok(show("en-GB").includes(`${doubt}.</p>`));
  assert.ok(!show("de").includes(doubt));
  assert.match(show("de"), /<p dir="auto">[^<]*Anfang/);
});
