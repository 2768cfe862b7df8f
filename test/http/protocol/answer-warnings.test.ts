import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { strFromU8, unzipSync } from "fflate";
import { contextOf, type Row, SPENDING, spendingDataset } from "../../fixtures.js";
import { request } from "../client.js";
import { readText } from "../pages/markup.js";
import { startTestServer, type TestServer } from "../server.js";

const ROWS: readonly Row[] = [
  { id: "a", paid: 1n, region: "North", code: "1", rate: 5 },
  { id: "b", paid: 20n, region: "South", code: "10" },
  { id: "c", paid: 300n, region: "", code: "100" },
  { id: "d", paid: 4000n, region: "", code: "2", date: "2010-05-06" },
];

let server: TestServer;
before(async () => {
  const mapping = Object.entries(SPENDING.mapping).map(([name, field]) => [name === "rate" ? "ratio" : name, field]);
  const { model } = parseModel({
    dataset: { ...SPENDING.dataset, name: "other" },
    mapping: Object.fromEntries(mapping) as object,
  });
  server = await startTestServer(
    makeRoutes(contextOf([spendingDataset(ROWS), spendingDataset(ROWS.slice(0, 2), { model })])),
  );
});
after(() => server.stop());

// oxlint-disable-next-line typescript/no-explicit-any -- JSON of several shapes
async function ask(path: string, expected = 200): Promise<any> {
  const { status, text } = await request(server.url + encodeURI(path));
  assert.equal(status, expected, text);
  return JSON.parse(text);
}

const warningsOf = async (path: string): Promise<string> => ((await ask(path)).warnings ?? []).join("; ");

describe("facets of a search", () => {
  it("say how many matches have no value, on every page of values", async () => {
    for (const [query, missing] of [
      ["facet_field=rate", { rate: 3 }],
      ["facet_field=rate&facet_pagesize=0", { rate: 3 }],
      ["facet_field=region|cofog1|dataset|amount", { region: 0, cofog1: 0, dataset: 0, amount: 0 }],
      ["facet_field=until&fq=region:South", { until: 1 }],
    ] as const) {
      assert.deepEqual((await ask(`/api/2/search?dataset=town&${query}`)).facets_missing, missing, query);
    }
    assert.equal("facets_missing" in (await ask("/api/2/search?dataset=town")), false);
  });

  it("count the matches of datasets without the field", async () => {
    const { facets_missing: missing } = await ask("/api/2/search?dataset=town|other&facet_field=rate");
    assert.equal(missing.rate, 5);
  });
});

describe("ranges of numbers over codes that are text", () => {
  const RANGE = "cofog1:[1 TO 2]";
  for (const path of [
    `/api/2/aggregate?dataset=town&cut=${RANGE}`,
    `/api/2/aggregate?dataset=town&fq=${RANGE}`,
    `/api/2/search?dataset=town&q=${RANGE}`,
    `/api/3/cubes/town/aggregate?cut=${RANGE}`,
    `/town/region.distinct?cut=${RANGE}`,
  ]) {
    it(`are warned of in ${path}`, async () => {
      const warnings = await warningsOf(path);
      assert.match(warnings, /cofog1 is text, and \[1 TO 2\] compares it by its characters, not as numbers/);
      assert.match(warnings, /it holds "10" and "100"/);
    });
  }

  it("say nothing where they are the same, and of numbers", async () => {
    for (const cut of ["cofog1:[a TO b]", "cofog1:[200 TO 300]", "rate:[1 TO 9]"]) {
      assert.doesNotMatch(await warningsOf(`/api/2/aggregate?dataset=town&cut=${cut}`), /by its characters/, cut);
    }
  });
});

describe("against a year", () => {
  for (const drilldown of ["time.yearmonth", "month", "time", "time.label", "year", "region|time.yearmonth"]) {
    it(`is refused with the drilldown ${drilldown}, which fixes the year`, async () => {
      const { errors } = await ask(`/api/2/aggregate?dataset=town&drilldown=${drilldown}&against=year:2009`, 400);
      assert.match(errors.join(), /^against: "year" (?:follows from|is drilled down)/);
    });
  }

  it("is refused where a date names it", async () => {
    for (const drilldown of ["time.yearmonth", "time", "year"]) {
      const { errors } = await ask(`/api/2/aggregate?dataset=town&drilldown=${drilldown}&against=time:2009`, 400);
      assert.match(errors.join(), /^against: "(?:year|time)" (?:follows from|is drilled down)/);
    }
    await ask("/api/2/aggregate?dataset=town&drilldown=time.month&cut=time:2010&against=time:2009");
    await ask("/api/2/aggregate?dataset=town&drilldown=year&cut=time:2010-01-01&against=time:2009-03-02");
  });

  it("is compared by parts that do not fix it", async () => {
    for (const drilldown of ["time.month", "time.quarter", "time.week", "region"]) {
      await ask(`/api/2/aggregate?dataset=town&drilldown=${drilldown}&cut=year:2010&against=year:2009`);
    }
  });
});

describe("a cut of a cube to nothing", () => {
  it("finds entries with empty texts, as the older interface does, and those without a value", async () => {
    const older = await ask("/api/2/aggregate?dataset=town&cut=region:");
    const { summary } = await ask("/api/3/cubes/town/aggregate?cut=region:");
    assert.deepEqual([older.summary.num_entries, summary._count], [2, 2]);
    assert.equal((await ask("/api/3/cubes/town/facts?cut=region:")).total_fact_count, 2);
    assert.equal((await ask("/api/3/cubes/town/aggregate?cut=rate:")).summary._count, 3);
    assert.equal((await ask('/api/3/cubes/town/aggregate?cut=region:;"South"')).summary._count, 3);
  });
});

describe("values that no entry has", () => {
  for (const path of [
    "/api/2/aggregate?dataset=town&cut=region:Nroth",
    "/api/2/aggregate?dataset=town&fq=region:Nroth",
    "/api/2/search?dataset=town&q=region:Nroth",
    "/api/2/search?dataset=town&fq=-region:Nroth",
    "/api/2/search?dataset=town&filter=region:Nroth",
    "/api/3/cubes/town/aggregate?cut=region:Nroth",
    "/api/3/cubes/town/facts?cut=region:Nroth",
    "/api/3/cubes/town/members/cofog1?cut=region:Nroth",
    "/town/cofog1.distinct?cut=region:Nroth",
  ]) {
    it(`are named with near ones in ${path}`, async () =>
      assert.match(await warningsOf(path), /No entry has region "Nroth".*"North"/));
  }
});

describe("the explorer", () => {
  const [MISSING, CODES] = ["!region:Nroth", "cofog1:[1 TO 2]"];

  it("shows the warnings of the aggregate call", async () => {
    for (const [cut, warning] of [
      [MISSING, 'No entry has region "Nroth"; near: "North"'],
      [CODES, "compares it by its characters, not as numbers"],
    ] as const) {
      for (const kind of ["explore", "embed"]) {
        const { text } = await request(server.url + encodeURI(`/town/${kind}?drilldown=until&cut=${cut}`), {
          headers: { Accept: "text/html" },
        });
        assert.ok(readText(text).includes(warning), `${kind} ${cut}`);
      }
    }
    const { text } = await request(`${server.url}/town/explore?drilldown=year|time.week`, {
      headers: { Accept: "text/html" },
    });
    assert.match(readText(text), /time.weekyear, the year of the week/);
  });

  it("has them in a header of its files, and on the sheet About", async () => {
    for (const file of ["csv?drilldown=region|year&chart=pivot", "svg?drilldown=region&chart=bars"]) {
      const { headers } = await request(server.url + encodeURI(`/town/explore.${file}&cut=${MISSING}`));
      assert.match(decodeURIComponent(headers["spendcube-warnings"] ?? ""), /No entry has region/, file);
    }
    const path = `/town/explore.xlsx?drilldown=region|year&chart=pivot&cut=${CODES}`;
    const response = await fetch(server.url + encodeURI(path));
    const parts = unzipSync(new Uint8Array(await response.arrayBuffer()));
    assert.match(strFromU8(parts["xl/worksheets/sheet2.xml"]!), /not as numbers/);
  });
});
