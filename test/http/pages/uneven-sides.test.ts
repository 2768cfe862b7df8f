import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { readPlain } from "./markup.js";
import { loadRows, type PagedDataset } from "./page-datasets.js";

const column = (name: string, more: object = {}) => ({ type: "attribute", column: name, datatype: "string", ...more });

const MODEL = {
  dataset: { name: "councils", label: "Councils", description: "Made up for tests.", currency: "GBP" },
  mapping: {
    amount: { type: "measure", column: "amount", datatype: "float" },
    time: { type: "date", column: "day", datatype: "date" },
    row: column("row", { key: true }),
    council: column("council", { label: "Council" }),
    service: column("service", { label: "Service" }),
  },
};

const SERVICES = ["Care", "Roads"];

/** List the entries of a council in some months of a year: as many of each service. */
function rowsOf(council: string, year: number, months: number, numEntries: number): readonly string[] {
  const rows: string[] = [];
  for (let month = 1; month <= months; month++) {
    const day = `${year}-${String(month).padStart(2, "0")}-01`;
    for (const service of SERVICES) {
      for (let at = 0; at < numEntries; at++) rows.push([day, council, service, `${100 + at}`].join());
    }
  }
  return rows;
}

const CSV = [
  ...rowsOf("East", 2020, 12, 1),
  ...rowsOf("East", 2021, 12, 1),
  ...rowsOf("East", 2022, 12, 1),
  ...rowsOf("West", 2020, 2, 9),
  ...rowsOf("West", 2021, 12, 9),
  ...rowsOf("West", 2022, 3, 9),
  ...rowsOf("South", 2020, 2, 9),
  ...rowsOf("South", 2021, 1, 9),
  ...rowsOf("South", 2022, 3, 9),
];

let server: LoadingServer;
let councils: PagedDataset;
before(async () => {
  server = await startLoading();
  const rows = ["row,day,council,service,amount", ...CSV.map((row, at) => `r${at},${row}`)];
  councils = await loadRows(server, MODEL, rows.join("\n"));
});
after(() => server.stop());

const mainOf = async (path: string): Promise<string> => {
  const page = await councils.open(path);
  const main = page.slice(page.indexOf("<main"), page.indexOf("</main>")).replaceAll(/<form[^]*?<\/form>/g, "");
  return readPlain(main).replaceAll(/\s+/g, " ");
};

const explore = (query: string): Promise<string> => mainOf(`/explore?drilldown=service&${query}`);

describe("the page of a body in a dataset of several", () => {
  it("is of the body's newest whole year, and says which years have only some of its months", async () => {
    const page = await mainOf("/council/West");
    assert.match(page, /in 2021/);
    assert.match(page, /2020 \(January to February\)/);
    assert.match(page, /2022 \(January to March\)/);
    assert.match(await mainOf("/council/East"), /in 2022/);
  });

  it("takes the body's own months also where it has few", async () => {
    const page = await mainOf("/council/South");
    assert.match(page, /2020 \(January to February\)/);
  });
});

describe("a comparison of sides that have not the same months", () => {
  it("says so, and never that amounts rose, fell, or are more or less", async () => {
    const verdict = /\b(?:rose|fell|about the same|more than|less than|as much as)\b|% of all/;
    for (const query of [
      "cut=council:West|year:2022&against=year:2021",
      "cut=council:West|year:2021&against=year:2020",
      "cut=council:West|year:2022&against=council:East",
      "cut=council:East|year:2022&against=council:West",
      "cut=council:West|year:2022&against=council:*",
    ]) {
      const page = await explore(query);
      assert.match(page, /not of the same months/, query);
      assert.doesNotMatch(page, verdict, query);
    }
  });

  it("names the months of each side by its own entries", async () => {
    const page = await explore("cut=council:West|year:2022&against=council:East");
    assert.match(page, /West, 2022 \(January to March\)/);
    assert.match(page, /East, 2022 (?!\()/);
    const times = await explore("cut=council:West|year:2022&against=year:2021");
    assert.match(times, /2022 \(January to March\)/);
  });

  it("is left alone where both have the same months", async () => {
    const page = await explore("cut=council:West|year:2021&against=council:East");
    assert.match(page, /more than East/);
    assert.doesNotMatch(page, /same months/);
  });
});
