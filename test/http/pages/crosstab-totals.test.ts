import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { loadSeries } from "../aggregate/series-town.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { readText } from "./markup.js";
import { readTables } from "./shown-tables.js";

let server: LoadingServer;

const attribute = (column: string) => ({ type: "attribute", label: column, column, key: true, facet: true });
const MAPPING = {
  amount: { type: "measure", label: "Amount", column: "n", datatype: "float" },
  time: { type: "date", label: "Year", column: "t", datatype: "date", precision: "year", key: true },
  direction: { ...attribute("direction"), role: "direction" },
  office: attribute("office"),
};
/** Expenditure and revenue of offices: by their sum, revenue would put the last first. */
const OFFICES: readonly (readonly [office: string, expenditure: number, revenue: number])[] = [
  ["a", 10, 500],
  ["b", 400, 20],
  ["c", 300, 260],
  ["d", 0, 90],
  ["e", 350, 1],
];

before(async () => {
  server = await startLoading();
  const rows = OFFICES.flatMap(([office, expenditure, revenue]) => [
    ...(expenditure > 0 ? [`2010,expenditure,${office},${expenditure}`] : []),
    `2010,revenue,${office},${revenue}`,
  ]);
  await loadSeries(server, "sides", { currency: "EUR" }, MAPPING, `t,direction,office,n\n${rows.join("\n")}\n`);
});
after(() => server.stop());

async function open(lang = "en"): Promise<string> {
  const path = `/sides/explore?drilldown=office|direction&chart=pivot&lang=${lang}`;
  const { text, status } = await server.ask(null, "GET", path, { headers: { Accept: "text/html" } });
  assert.equal(status, 200, text);
  return text;
}

describe("a crosstab whose rows must not be added up", () => {
  it("begins with the rows that are largest in its first column", async () => {
    const [table] = readTables(await open());
    const inFirst = OFFICES.toSorted((a, b) => b[1] - a[1]).map(([office]) => office);
    assert.deepEqual(
      table!.rows.map(([office]) => office),
      inFirst,
    );
    assert.deepEqual(table!.rows[0], ["b", "400", "20"]);
  });

  it("says that rows have no total, below the totals of its columns", async () => {
    const page = await open();
    assert.match(page, /<tfoot>/);
    assert.match(readText(page), /Rows have no total, because expenditure and revenue/);
    assert.doesNotMatch(readText(page), /There is no total/);
    assert.match(readText(await open("de")), /Die Zeilen haben keine Summe/);
  });
});
