import { after, before, it } from "node:test";
import fc from "fast-check";
import assert from "node:assert/strict";
import { randomRuns } from "../full.js";
import { loadSeries, seriesMapping } from "../http/aggregate/series-town.js";
import { type LoadingServer, startLoading } from "../http/publishing/loading-server.js";
import {
  ADJUSTED_CASES,
  type AdjustedCase,
  assertAdjusted,
  assertNearest,
  isAnswered,
  listPeople,
  printCase,
  type SeriesNumbers,
  writeValue,
} from "./random-adjustments.js";

const RUNS = randomRuns(5, 15);

let server: LoadingServer;
before(async () => {
  server = await startLoading();
});
after(() => server.stop());

let number = 0;

async function loadCase(test: AdjustedCase): Promise<string> {
  const { entries, ofMonths, index, rates, monthly, hasLevels } = test;
  const name = `town-${++number}`;
  const rowsOf = (values: SeriesNumbers): string =>
    [...values].map(([key, value]) => `${key.replace(" ", ",")},${writeValue(value)}\n`).join("");
  const precision = (isMonthly: boolean): "month" | "year" => (isMonthly ? "month" : "year");
  await loadSeries(
    server,
    `${name}-index`,
    { series: { kind: "index" } },
    seriesMapping({}, precision(monthly.index)),
    `t,n\n${rowsOf(index)}`,
  );
  await loadSeries(
    server,
    `${name}-rates`,
    { series: { kind: "rate", base: "EUR" } },
    seriesMapping({ currency: "currency" }, precision(monthly.rates)),
    `t,currency,n\n${rowsOf(rates)}`,
  );
  const people = listPeople(test).map(
    ({ time, region, level, amount }) => `${time},${region},${level},${writeValue(amount)}\n`,
  );
  await loadSeries(
    server,
    `${name}-people`,
    { series: { kind: "stock" } },
    seriesMapping({ region: "zone", ...(hasLevels && { level: "level" }) }),
    `t,region,level,n\n${people.join("")}`,
  );
  const rows = entries.map(
    ({ date, region, what, amount }, at) => `${date},${region},${what},${writeValue(amount)},${at}\n`,
  );
  const mapping = {
    ...seriesMapping({ region: "zone", what: "what" }, precision(ofMonths)),
    row: { type: "attribute", column: "row", key: true },
  };
  await loadSeries(server, name, { currency: "GBP" }, mapping, `t,region,what,n,row\n${rows.join("")}`);
  return name;
}

it("adjusted amounts are those of an obvious implementation with fractions, whatever the series", async () => {
  await fc.assert(
    fc.asyncProperty(ADJUSTED_CASES, async (test) => {
      fc.pre(isAnswered(test));
      const name = await loadCase(test);
      const { status, json, text } = await server.ask(null, "GET", `/api/2/aggregate?${printCase(test, name)}`);
      assert.equal(status, 200, text);
      assertAdjusted(test, json);
      const rounded = await server.ask(null, "GET", `/api/2/aggregate?${printCase(test, name, false)}`);
      assertNearest(rounded.json, json);
    }),
    { numRuns: RUNS },
  );
});
