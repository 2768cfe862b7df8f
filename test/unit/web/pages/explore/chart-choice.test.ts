import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { CHARTS } from "#src/calls/views/pages/explore-state.js";
import { type PartChoice, partPanel } from "#src/web/pages/explore/sentence-part.js";

const CSS = readFileSync("src/web/pages/static/style/chart-choice.css", "utf8");

describe("the choice of a chart", () => {
  for (const chart of CHARTS)
    it(`has a small picture: ${chart}`, () =>
      assert.match(CSS, new RegExp(`\\[data-chart="${chart}"\\] \\{\\s+--drawn: path\\(`)));

  it("has no picture of anything else", () => {
    const drawn = Array.from(CSS.matchAll(/\[data-chart="([^"]+)"\]/g), ([, chart]) => chart);
    assert.deepEqual(drawn, CHARTS);
  });

  it("shows pictures before charts, offered or not, and before no other choice", () => {
    const choices: readonly PartChoice[] = [
      { label: "Automatic", href: "/a" },
      { label: "Bars", href: "/b", chart: "bars" },
      { label: "Map", href: null, reason: "no shapes", chart: "map" },
    ];
    const panel = partPanel({ id: "c", text: "", title: "Chart", groups: [{ heading: null, choices }], forms: [] });
    assert.deepEqual(
      Array.from(panel.markup.matchAll(/<li([^>]*)>/g), ([, attributes]) => attributes!.replaceAll(/\s+/g, " ").trim()),
      ["", 'data-chart="bars"', 'class="refused" data-chart="map"'],
    );
  });
});
