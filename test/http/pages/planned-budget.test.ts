import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { assertWellFormed, readLine } from "./markup.js";
import { loadRows, type PagedDataset } from "./page-datasets.js";

const column = (name: string, more: object = {}) => ({ type: "attribute", column: name, datatype: "string", ...more });
const SPLITS = {
  time: { type: "date", column: "year", datatype: "date" },
  row: column("row", { key: true }),
  side: column("side", { role: "direction", additive: false }),
  chapter: column("chapter"),
};
/** Number of nodes that each side tells apart. */
const NODES = 10;

interface Line {
  readonly side: string;
  readonly chapter: string;
  readonly approved: number;
  readonly executed: number;
}

/** Lines of both sides: more than there are nodes, some only planned, some not planned, some below zero. */
const LINES: readonly Line[] = ["revenue", "expenditure"].flatMap((side, of) =>
  Array.from({ length: 16 }, (_, at) => ({
    side,
    chapter: `${side === "revenue" ? "Source" : "Purpose"} ${at}`,
    approved: at === 2 ? 0 : at === 9 ? -20.5 : 1000 - at * 37 + of * 90,
    executed: at === 4 ? 0 : at === 11 || at === 15 ? -7.25 * (at - 9) : ((at * 7) % 16) * 61.25 + 40 - of * 11.5,
  })),
);

let server: LoadingServer;
const towns = new Map<string, PagedDataset>();
before(async () => {
  server = await startLoading();
  const dataset = { label: "Borough", description: "Made up for tests.", currency: "EUR" };
  const measure = (name: string, phase: string) => ({ type: "measure", column: name, datatype: "float", phase });
  const load = async (name: string, lines: readonly Line[]): Promise<void> => {
    const measured = {
      dataset: { ...dataset, name: `${name}-measured` },
      mapping: {
        amount: { ...measure("executed", "executed"), label: "Executed" },
        approved: measure("approved", "approved"),
        ...SPLITS,
      },
    };
    const phased = {
      dataset: { ...dataset, name: `${name}-phased` },
      mapping: {
        amount: { type: "measure", column: "amount", datatype: "float" },
        stage: column("stage", { role: "phase", additive: false }),
        ...SPLITS,
      },
    };
    const wide = lines.map(({ side, chapter, approved, executed }, at) =>
      [at, 2024, side, chapter, approved, executed].join(","),
    );
    const long = lines.flatMap(({ side, chapter, ...amounts }, at) =>
      (["approved", "executed"] as const).map((stage) =>
        [`${at}${stage}`, 2024, side, chapter, stage, amounts[stage]].join(","),
      ),
    );
    towns.set(
      `${name} of measures`,
      await loadRows(server, measured, ["row,year,side,chapter,approved,executed", ...wide].join("\n")),
    );
    towns.set(
      `${name} of phases`,
      await loadRows(server, phased, ["row,year,side,chapter,stage,amount", ...long].join("\n")),
    );
  };
  const times = (side: string, by: number) =>
    LINES.map((each) => (each.side === side ? { ...each, executed: each.executed * by } : each));
  await load("lacking", times("expenditure", 2));
  await load("rich", times("revenue", 3));
});
after(() => server.stop());

/** Add amounts of cents. */
const sum = (amounts: readonly number[]): number =>
  Math.round(amounts.reduce((total, each) => total + each, 0) * 100) / 100;

/** Read what is executed and approved by chapter of a side from the aggregate call. */
async function readSide(town: PagedDataset, isPhased: boolean, side: string) {
  const read = async (phase: string): Promise<ReadonlyMap<string, number>> => {
    const name = isPhased || phase === "executed" ? "amount" : "approved";
    const cut = isPhased ? `side:${side}|stage:${phase}` : `side:${side}`;
    const { drilldown } = await town.aggregate({ drilldown: "chapter", cut, measure: name });
    return new Map(drilldown.map((cell) => [cell.chapter, cell[name]]));
  };
  const [executed, approved] = [await read("executed"), await read("approved")];
  const known = [...executed.keys()]
    .map((chapter) => ({ chapter, own: executed.get(chapter)!, plan: approved.get(chapter) ?? 0 }))
    .filter(({ own, plan }) => own !== 0 || plan > 0)
    .toSorted((a, b) => b.own - a.own);
  const above = known.filter(({ own }) => own >= 0);
  const others = above.slice(NODES);
  return {
    nodes: above.slice(0, NODES),
    others: { own: sum(others.map(({ own }) => own)), plan: sum(others.map(({ plan }) => plan)) },
    below: known.filter(({ own }) => own < 0),
    total: { own: sum([...executed.values()]), plan: sum([...approved.values()]) },
  };
}

/** Titles of a flow: the name of each, and the amounts after it. */
type Titles = readonly (readonly [name: string, amounts: readonly number[]])[];

function readTitles(svg: string): Titles {
  const titles = [...svg.matchAll(/<title>([^<]*)<\/title\s*>/g)].map(([, text]) => readLine(text!));
  return titles.map((title) => {
    const [, name, said] = /^(.*?): (.*)$/.exec(title)!;
    const amounts = [...said!.matchAll(/(-|−)?€([\d,.]*\d)/g)];
    return [name!, amounts.map(([, sign, digits]) => Number(digits!.replaceAll(",", "")) * (sign ? -1 : 1))];
  });
}

describe("a flow of a budget with its plan", () => {
  for (const [name, isPhased] of [
    ["lacking of measures", false],
    ["lacking of phases", true],
    ["rich of measures", false],
    ["rich of phases", true],
  ] as const)
    it(`has two columns for each, as the aggregate call says: ${name}`, async () => {
      const town = towns.get(name)!;
      const both = isPhased ? "cut=stage:executed&against=stage:approved" : "measure=amount|approved";
      const page = await town.open(`/explore?drilldown=chapter&${both}&chart=flow`);
      const [svg] = /<svg[^>]*class="chart flow wide"[^>]*>[^]*?<\/svg>/.exec(page) ?? assert.fail(readLine(page));
      assertWellFormed(svg);
      const all = readTitles(svg);
      const titles = new Map(all);
      const [revenue, spending] = [
        await readSide(town, isPhased, "revenue"),
        await readSide(town, isPhased, "expenditure"),
      ];
      for (const side of [revenue, spending]) {
        for (const { chapter, own, plan } of side.nodes) assert.deepEqual(titles.get(chapter), [own, plan], chapter);
        for (const { chapter } of side.below) {
          assert.ok(!titles.has(chapter), chapter);
          assert.ok(readLine(svg).includes(`${chapter}: `), `${chapter} is listed`);
        }
      }
      const others = all.filter(([title]) => /^The other \d+$/.test(title)).map(([, amounts]) => amounts);
      assert.deepEqual(
        others,
        [revenue, spending].map(({ others: each }) => [each.own, each.plan]),
      );
      const balance = sum([revenue.total.own, -spending.total.own]);
      const planned = sum([revenue.total.plan, -spending.total.plan]);
      assert.deepEqual(
        [titles.get("Surplus") ?? [0, 0], titles.get("Deficit") ?? [0, 0]],
        [
          [Math.max(0, balance), Math.max(0, planned)],
          [Math.max(0, -balance), Math.max(0, -planned)],
        ],
      );
      assert.equal((svg.match(/class="hatch"/g) ?? []).length, countPlans(all) + 1);
      const said = readLine(/<desc>([^<]*)/.exec(svg)![1]!);
      assert.match(said, /^Executed: Revenue: .* Approved: Revenue: .*Deficit: .*Two columns for each: approved/i);
      assert.match(readLine(/aria-label="([^"]*)"/.exec(svg)![1]!), /approved and executed$/i);
    });

  it("is not drawn of two years or of two places: these are no plan", async () => {
    const page = await towns
      .get("rich of measures")!
      .open("/explore?drilldown=chapter&cut=year:2024&against=year:2023&chart=flow");
    assert.doesNotMatch(page, /class="chart flow/);
    assert.match(readLine(page), /instead of flow/);
  });
});

/** Count the nodes that have a plan above zero. */
function countPlans(titles: Titles): number {
  return titles.filter(([name, amounts]) => !name.includes("→") && name !== "Budget" && (amounts[1] ?? 0) > 0).length;
}
