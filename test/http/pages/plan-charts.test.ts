import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { assertWellFormed, readLine } from "./markup.js";
import { loadRows, type PagedDataset } from "./page-datasets.js";

const column = (name: string, more: object = {}) => ({ type: "attribute", column: name, datatype: "string", ...more });
const measure = (name: string, phase?: string) => ({
  type: "measure",
  column: name,
  datatype: "float",
  ...(phase ? { phase } : {}),
});
const SPLITS = {
  time: { type: "date", column: "year", datatype: "date" },
  row: column("row", { key: true }),
  area: column("area"),
  place: column("place"),
};

/** Amounts by year, area and place: approved, then executed. */
const ROWS = [
  [2010, "Roads", "North", 100, 90.5],
  [2010, "Schools", "South", 50, 60],
  [2011, "Roads", "South", 120, 118.25],
  [2011, "Schools", "North", 70, 40],
] as const;

let server: LoadingServer;
let measured: PagedDataset;
let phased: PagedDataset;
before(async () => {
  server = await startLoading();
  const dataset = { label: "Borough", description: "Made up for tests.", currency: "EUR" };
  measured = await loadRows(
    server,
    {
      dataset: { ...dataset, name: "measured" },
      mapping: {
        amount: { ...measure("executed", "executed"), label: "Executed" },
        approved: measure("approved", "approved"),
        ...SPLITS,
      },
    } as never,
    ["row,year,area,place,approved,executed", ...ROWS.map((row, at) => [at, ...row].join(","))].join("\n"),
  );
  phased = await loadRows(
    server,
    {
      dataset: { ...dataset, name: "phased" },
      mapping: {
        amount: measure("amount"),
        stage: column("stage", { role: "phase", additive: false }),
        ...SPLITS,
      },
    } as never,
    [
      "row,year,area,place,stage,amount",
      ...ROWS.flatMap(([year, area, place, approved, executed], at) => [
        [`${at}a`, year, area, place, "approved", approved].join(","),
        [`${at}e`, year, area, place, "executed", executed].join(","),
      ]),
    ].join("\n"),
  );
});
after(() => server.stop());

async function chartOf(
  town: PagedDataset,
  query: string,
  kind: string,
): Promise<{ readonly svg: string; readonly titles: readonly string[]; readonly said: string; readonly name: string }> {
  const page = await town.open(`/explore?${query}&chart=${kind}`);
  const svg = new RegExp(`<svg[^>]*class="chart ${kind} wide"[^>]*>[^]*?</svg>`).exec(page)?.[0];
  assert.ok(svg, readLine(page).slice(0, 1500));
  assertWellFormed(svg);
  return {
    svg,
    titles: [...svg.matchAll(/<title>([^<]*)<\/title\s*>/g)].map(([, text]) => readLine(text!)),
    said: readLine(/<desc>([^<]*)/.exec(svg)![1]!),
    name: readLine(/aria-label="([^"]*)"/.exec(svg)![1]!),
  };
}

/** The addresses that show the outturn beside the plan, where measures are phases and where members are. */
const askBoth = (drilldown: string) =>
  [
    [() => measured, `drilldown=${drilldown}&measure=amount|approved`],
    [() => phased, `drilldown=${drilldown}&cut=stage:executed&against=stage:approved`],
  ] as const;

describe("a plan and its outturn", () => {
  it("have two columns in each period, told apart in legend, tooltips, title and words", async () => {
    for (const [town, query] of askBoth("area|time.year")) {
      const { svg, titles, said, name } = await chartOf(town(), query, "stacked");
      for (const title of [
        /^Roads, 2010, approved: €100$/i,
        /^Roads, 2010, executed: €90\.50$/i,
        /^Schools, 2011, approved: €70$/i,
        /^Schools, 2011, executed: €40$/i,
      ])
        assert.ok(
          titles.some((each) => title.test(each)),
          `${title} in ${titles.join("\n")}`,
        );
      assert.equal(titles.length, 8);
      const boxes = [...svg.matchAll(/<rect([^>]*)\/>/g)].map(([, box]) => ({
        height: Number(/ height="([^"]*)"/.exec(box!)![1]),
        isPlan: box!.includes("fill-opacity"),
      }));
      assert.equal(boxes.filter(({ isPlan }) => isPlan).length, 4);
      const total = (isPlan: boolean): number =>
        boxes.filter((each) => each.isPlan === isPlan).reduce((sum, { height }) => sum + height, 0);
      assert.ok(Math.abs(total(true) / total(false) - 340 / 308.75) < 0.01);
      assert.match(said, /Two columns for each: approved, striped, and executed\.$/i);
      assert.match(name, /approved and executed$/i);
      assert.equal((svg.match(/stroke-dasharray="3 2"/g) ?? []).length, 1);
    }
  });

  it("have two columns at each node of a flow", async () => {
    for (const [town, query] of askBoth("area|place")) {
      const { svg, titles, said } = await chartOf(town(), query, "flow");
      for (const title of [
        /^Roads: executed €208\.75, 67\.6% of the total; approved €220$/i,
        /^South: executed €178\.25, 57\.7% of the total; approved €170$/i,
        /^Roads → North: €90\.50/,
      ])
        assert.ok(
          titles.some((each) => title.test(each)),
          `${title} in ${titles.join("\n")}`,
        );
      assert.equal((svg.match(/class="hatch"/g) ?? []).length, 4);
      assert.match(said, /Two columns for each: approved, striped, and executed\.$/i);
    }
  });

  it("are not stacked beside other sides", async () => {
    const page = await phased.open(
      "/explore?drilldown=area|time.year&cut=place:North&against=place:South&chart=stacked",
    );
    assert.doesNotMatch(page, /class="chart stacked/);
    assert.match(readLine(page), /instead of stacked columns/);
  });
});
