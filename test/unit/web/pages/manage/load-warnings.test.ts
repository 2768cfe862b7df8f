import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { errorText } from "#src/core/errors/error-text.js";
import { showLoadWarnings } from "#src/web/pages/manage/load-warnings.js";
import { createLocale } from "#src/web/pages/parts/page-locale.js";

const ASKED = errorText("rows_left_out", {
  count: "1,204",
  rule: '"Type" is "Total"',
  amounts: "10,884,662.83 EUR",
  examples: 'line 3: "Total"',
});
const DOUBT = errorText("series_by_factor_of_ten", { places: "2009" });

describe("the warnings of a load", () => {
  const locale = createLocale("en", "http://localhost");

  it("are no errors where the model says to do what they report", () => {
    const { markup } = showLoadWarnings(locale, [ASKED])!;
    assert.doesNotMatch(markup, /class="errors?"/);
    assert.match(markup, /class="note"/);
    assert.match(markup, /10,884,662\.83/);
  });

  it("are so where they are doubts, beside others", () => {
    const { markup } = showLoadWarnings(locale, [ASKED, DOUBT])!;
    const [, doubts] = /<div class="errors">([^]*?)<\/div>/.exec(markup)!;
    assert.match(doubts!, /factor of ten/);
    assert.doesNotMatch(doubts!, /left out/);
  });

  it("are nothing without any", () => {
    assert.equal(showLoadWarnings(locale, []), null);
  });
});
