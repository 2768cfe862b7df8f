import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { AdjustmentOffer } from "#src/calls/views/pages/adjustment-offers.js";
import { adjustmentSwitches } from "#src/web/pages/tables/adjustment-switches.js";
import { readText } from "../../../../http/pages/markup.js";
import { LOCALE } from "./figures.js";

const offer = (kind: AdjustmentOffer["kind"], what: string, isOn: boolean): AdjustmentOffer => ({
  kind,
  what,
  fiscal: null,
  isShare: false,
  series: null,
  pairs: [[isOn ? "without" : "with", what]],
  isOn,
  periods: [],
});
const PAID = offer("paid", "", true);

function drawn(offers: readonly AdjustmentOffer[]): string {
  const drawing = adjustmentSwitches(
    LOCALE,
    { offers },
    (pairs) => `?${pairs.map((pair) => pair.join("=")).join("&")}`,
  );
  return drawing?.markup ?? "";
}

/** List the links within some markup, as text and target. */
function linksIn(markup = ""): readonly string[] {
  return [...markup.matchAll(/<a\s+href="([^"]*)"[^>]*>([^]*?)<\/a\s*>/g)].map(
    ([, href, text]) => `${readText(text!).trim()} ${href}`,
  );
}

describe("the switches of amounts", () => {
  it("are folded behind how amounts are, so that a chart begins on the first screen", () => {
    const offers = ["EUR", "USD", "JPY"].map((each) => offer("in", each, false));
    const [, summary, inside, after] = /<summary>([^]*?)<\/summary>([^]*)<\/details>([^]*)/.exec(
      drawn([PAID, ...offers]),
    )!;
    assert.equal(readText(summary!).trim(), "Amounts: as paid");
    assert.equal(linksIn(inside).length, 4);
    assert.deepEqual(linksIn(after), []);
  });

  it("have a link beside them that undoes each that is on", () => {
    const markup = drawn([
      { ...PAID, isOn: false },
      offer("prices", "2009", true),
      offer("per", "person", true),
      offer("in", "EUR", false),
    ]);
    const [, inside, after] = /<summary>([^]*)<\/details>([^]*)/.exec(markup)!;
    assert.equal(linksIn(inside).length, 4);
    assert.deepEqual(linksIn(after), [
      "Remove filter: in prices of 2009× ?without=2009",
      "Remove filter: per person× ?without=person",
    ]);
  });
});
