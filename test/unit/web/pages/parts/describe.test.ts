import assert from "node:assert/strict";
import { it } from "node:test";
import { createLocale } from "#src/web/pages/parts/page-locale.js";
import { allFields } from "#src/web/pages/parts/describe.js";

it("all fields of an entry show amounts with all their digits", () => {
  const { markup } = allFields(createLocale("en", "http://localhost"), {
    id: "a",
    amount: { unscaled: -99_999_999_999_999_999n, scale: 2 },
  });
  assert.match(markup, /<dt>amount<\/dt>\s*<dd><bdi>-999999999999999\.99<\/bdi>/);
  assert.doesNotMatch(markup, /unscaled/);
});
