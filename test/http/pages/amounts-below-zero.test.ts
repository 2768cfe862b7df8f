import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { loadDatedAreas, textColumn } from "./dated-areas.js";
import { loadSeries, seriesMapping } from "../aggregate/series-town.js";
import { readText } from "./markup.js";
import { readTables } from "./shown-tables.js";

let server: LoadingServer;
before(async () => {
  server = await startLoading();
});
after(() => server.stop());

describe("expenditure that is written below zero", () => {
  const amounts = Array.from({ length: 70 }, (_, at) => -1 - ((at * 31) % 70));

  it("has those farthest from zero first, on all pages and in the explorer", async () => {
    const dataset = await loadDatedAreas(server, [
      ...amounts.map((amount, at) => `2020-01-01,A${at},${amount},x`),
      "2020-01-01,B,0,x",
      ...amounts.map((amount, at) => `2021-01-01,A${at},${amount - 1},x`),
    ]);
    const amountsOf = async (path: string): Promise<readonly number[]> => {
      const [table] = readTables(await dataset.open(path));
      return table!.rows.flatMap(([name, amount]) => (/^\W*[AB]\d*/.test(name!) ? [Number(amount)] : []));
    };
    const all = [...amounts, 0].toSorted((a, b) => a - b);
    assert.deepEqual((await amountsOf("?year=2020")).slice(0, 20), all.slice(0, 20));
    assert.deepEqual((await amountsOf("/explore?drilldown=area&cut=year:2020")).slice(0, 20), all.slice(0, 20));
    const bars = "/explore?drilldown=area&cut=year:2020&chart=bars";
    for (const more of ["", "&having=amount:[* TO 0]"]) {
      assert.match(readText(await dataset.open(bars + more)), /Shows the largest 60 of 71/, "and calls them so");
    }
    const [first, second] = [await amountsOf("/area?year=2020"), await amountsOf("/area?year=2020&page=2")];
    assert.deepEqual([...first, ...second], all, "and further pages go on");
    const ordered = await amountsOf("/explore?drilldown=area&cut=year:2020&order=amount:desc");
    assert.deepEqual(ordered.slice(0, 2), [0, -1], "an order that was asked for holds");
  });

  it("has those farthest from zero first where it is compared, averaged, and told by two splits or by levels", async () => {
    const flowOf = (at: number): string => (at % 2 === 0 ? "x" : "y");
    const dataset = await loadDatedAreas(
      server,
      amounts.flatMap((amount, at) => [
        `2020-01-01,A${at},${amount},${flowOf(at)}`,
        `2021-01-01,A${at},${amount - 1},${flowOf(at)}`,
      ]),
      { flow: textColumn("flow") },
    );
    const farthest = amounts.toSorted((a, b) => a - b);
    const year = "drilldown=area&cut=year:2020";
    const largest = (name: (amount: number) => string, many: number): readonly string[] =>
      farthest.slice(0, many).map((amount) => name(amount));
    const areaOf = (amount: number): string => `A${amounts.indexOf(amount)}`;
    const namesIn = async (query: string): Promise<readonly string[]> => {
      const [table] = readTables(await dataset.open(`/explore?${query}`));
      return table!.rows.map(([name]) => name!.replaceAll(/[^A\d]/g, ""));
    };
    for (const more of [
      "against=year:2021",
      "measure=amount.avg",
      "having=amount:[* TO 0]",
      "measure=amount|amount.rank",
    ]) {
      assert.deepEqual((await namesIn(`${year}&${more}`)).slice(0, 9), largest(areaOf, 9), more);
    }
    const top = await dataset.open(`/explore?${year}&top=3`);
    assert.deepEqual(
      readTables(top)[0]!.rows.map(([, amount]) => Number(amount)),
      [...farthest.slice(0, 3), farthest.slice(3).reduce((a, b) => a + b)],
      'and they are those that "top" keeps',
    );
    const asData = [...top.matchAll(/href="([^"]*\/api\/2\/aggregate[^"]*)"/g)].map(([, url]) => readText(url!));
    assert.ok(
      asData.some((url) => /[?&]order=amount(?::|%3A)asc/.test(url)),
      "also as data",
    );
    const asked = await namesIn(`${year}&against=year:2021&order=amount:desc`);
    assert.deepEqual(asked[0], areaOf(farthest.at(-1)!), "an order that was asked for holds");
    const lines = await dataset.open("/explore?drilldown=area|time.year");
    const [, chart] = /<svg[^>]*class="chart line wide"[^>]*>([^]*?)<\/svg>/.exec(lines)!;
    assert.ok(chart!.includes(`${areaOf(-70)}<`), "lines are of the largest");
    const crosstab = await namesIn(`drilldown=area|flow&cut=year:2020&chart=pivot`);
    assert.deepEqual(crosstab.slice(0, 9), largest(areaOf, 9));
    const levels = await dataset.open("/explore?drilldown=area|flow&cut=year:2020&rollup=true");
    const named = [...levels.matchAll(/<summary class="tree-row"><span[^>]*>([^]*?)<\/span>/g)];
    assert.deepEqual(
      named.slice(0, 9).map(([, name]) => readText(name!).replaceAll(/[^A\d]/g, "")),
      largest(areaOf, 9),
    );
  });

  it("has those farthest from zero first in the prices of a year, whose order may be another", async () => {
    const deflator = "t,n\n2020,80\n2021,100\n";
    await loadSeries(server, "deflator", { series: { kind: "index" } }, seriesMapping(), deflator);
    const rows = amounts.flatMap((amount, at) => [
      // As paid, all areas come to the same in both years together: only prices tell them apart.
      `2020-01-01,A${at},${amount},x`,
      `2021-01-01,A${at},${-100 - amount},x`,
    ]);
    const dataset = await loadDatedAreas(server, rows);
    const adjusted = amounts.map((amount) => amount / 0.8);
    const namesIn = async (path: string): Promise<readonly string[]> => {
      const [table] = readTables(await dataset.open(path));
      return table!.rows.map(([name]) => name!.replaceAll(/[^A\d]/g, "")).filter((name) => /^A\d+$/.test(name));
    };
    const byAmount = (sums: readonly number[]): readonly string[] =>
      sums
        .map((sum, at) => ({ sum, at }))
        .toSorted((a, b) => a.sum - b.sum)
        .map(({ at }) => `A${at}`);
    const farthest = byAmount(adjusted);
    const prices = "prices=2021@deflator";
    for (const path of [
      `?year=2020&${prices}`,
      `/area?year=2020&${prices}`,
      `/explore?drilldown=area&cut=year:2020&chart=table&${prices}`,
    ]) {
      const names = await namesIn(path);
      assert.ok(names.length >= 20, `${path}: ${names.length}`);
      assert.deepEqual(names.slice(0, 20), farthest.slice(0, 20), path);
    }
    const both = amounts.map((amount, at) => adjusted[at]! + (-100 - amount));
    const together = await namesIn(`/explore?drilldown=area&chart=table&top=10&${prices}`);
    assert.deepEqual(together.slice(0, 10), byAmount(both).slice(0, 10), "and of both years together");
  });

  it("is in the usual order beside an amount above zero", async () => {
    const dataset = await loadDatedAreas(server, ["2020-01-01,A1,-5,x", "2020-01-01,A2,-7,x", "2020-01-01,A3,1,x"]);
    for (const more of ["", "&having=amount:[* TO 5]"]) {
      const [table] = readTables(await dataset.open(`/explore?drilldown=area${more}`));
      assert.deepEqual(
        table!.rows.map(([, amount]) => Number(amount)),
        [1, -5, -7],
      );
    }
  });
});
