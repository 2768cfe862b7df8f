import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startExploreTown } from "./explore-town.js";
import { readText } from "./markup.js";

const town = startExploreTown();

const frame = (widget: string, state: unknown): ReturnType<typeof town.open> => {
  const text = typeof state === "string" ? state : JSON.stringify(state);
  return town.open(`/town/embed?${new URLSearchParams({ widget, state: text })}`);
};

/** Return the frame of a state of the explorer. */
async function shownBy(query: string): Promise<string> {
  const { status, text } = await town.open(`/town/embed?${query}`);
  assert.equal(status, 200, text);
  return text;
}

describe("frames of OpenSpending", () => {
  it("show the chart that they name, as the same state of the explorer does", async () => {
    for (const [widget, state, query] of [
      ["treemap", { drilldown: "region", year: "2009", cuts: {} }, "drilldown=region&cut=time.year:2009&chart=treemap"],
      ["treemap", { drilldowns: ["region"], cuts: { cofog1: "1" } }, "drilldown=region&cut=cofog1:1&chart=treemap"],
      [
        "bubbletree",
        { drilldowns: ["cofog1"], year: 2010, clearColors: true },
        "drilldown=cofog1&cut=time.year:2010&chart=treemap",
      ],
      [
        "aggregate_table",
        { drilldowns: ["region", "cofog1"], year: 2010, currency: "EUR" },
        "drilldown=region|cofog1&cut=time.year:2010&chart=table",
      ],
      [
        "treemap",
        { drilldowns: ["region", "cofog1"], year: 2010 },
        "drilldown=region|cofog1&cut=time.year:2010&chart=treemap",
      ],
      ["timeseries", { drilldowns: ["region", "time.year"] }, "drilldown=region|time.year&chart=line"],
      [
        "treemap",
        { drilldown: "region", cuts: { cofog1: ["1", "2"] } },
        "drilldown=region&cut=cofog1:1|cofog1:2&chart=treemap",
      ],
    ] as const) {
      const { status, text } = await frame(widget, state);
      assert.equal(status, 200, `${widget} ${JSON.stringify(state)}: ${text}`);
      assert.equal(text, await shownBy(query), query);
    }
  });

  it("differ if what they say differs", async () => {
    const texts = await Promise.all(
      [{ drilldown: "region" }, { drilldown: "region", year: 2009 }, { drilldown: "cofog1" }].map(
        async (state) => (await frame("treemap", state)).text,
      ),
    );
    assert.equal(new Set(texts).size, 3);
  });

  it("show every level that they name, in the chart and in the table", async () => {
    for (const widget of ["treemap", "bubbletree", "aggregate_table"]) {
      const { status, text } = await frame(widget, { drilldowns: ["region", "cofog1"], year: 2009 });
      assert.equal(status, 200, text);
      const { drilldown } = await town.call("drilldown=region|cofog1&cut=year:2009");
      assert.ok(drilldown.length > 4);
      const shown = readText(text);
      const isDrawn = widget !== "aggregate_table";
      for (const { region, cofog1 } of drilldown as readonly { region: string; cofog1: { label: string } }[]) {
        assert.match(shown, new RegExp(isDrawn ? `${region} · ${cofog1.label}` : `${region}\\s+${cofog1.label}`));
      }
    }
    const { text } = await frame("bubbletree", { drilldowns: ["region", "cofog1", "time.year"] });
    assert.match(readText(text), /by .*region.*(?:,| and) .*function.* and .*year/i);
  });

  it("are refused with every error rather than showing something else", async () => {
    for (const [widget, state, errors] of [
      ["treemap", "{drilldown", ['state: it is not JSON object, as in {"drilldowns": ["region"], "year": "2009"}']],
      ["treemap", [], ['state: it is not JSON object, as in {"drilldowns": ["region"], "year": "2009"}']],
      ["treemap", {}, ['state: "drilldowns" is not a list of dimensions, as in ["region"]']],
      [
        "treemapp",
        { drilldown: 1, cuts: [], currency: "USD" },
        [
          'widget: unknown widget "treemapp"; use treemap, bubbletree, aggregate_table, timeseries; did you mean "treemap"?',
          'state: "drilldowns" is not a list of dimensions, as in ["region"]',
          'state: "cuts" is not an object of values, as in {"region": "North"}',
          'state: the amounts are in EUR, not in "USD"',
        ],
      ],
      ["treemap", { drilldown: "region", cuts: { cofog1: null } }, ['state: null is not a value of "cofog1"']],
      ["treemap", { drilldown: "regio" }, ['drilldown: Unknown dimension "regio"; did you mean "region"?']],
      [
        "treemap",
        { drilldown: "region", cuts: { cofg1: "1" } },
        ['cut: Unknown dimension "cofg1"; did you mean "cofog1"?'],
      ],
      [
        "constructor",
        { drilldown: "region" },
        ['widget: unknown widget "constructor"; use treemap, bubbletree, aggregate_table, timeseries'],
      ],
    ] as const) {
      const { status, text } = await frame(widget, state);
      assert.equal(status, 400, `${widget} ${JSON.stringify(state)}`);
      for (const error of errors) assert.ok(readText(text).includes(error), `${error}: ${readText(text)}`);
    }
    const { status, text } = await town.open('/town/embed?state={"drilldown":"region"}');
    assert.equal(status, 400);
    assert.match(readText(text), /widget is missing; known: treemap/);
  });
});
