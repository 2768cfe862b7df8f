import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Budget, loadBudget } from "./budget-town.js";
import { newDataset } from "../publishing/loading-rows.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { readText } from "../pages/markup.js";
import { readTables, type ShownTable } from "../pages/shown-tables.js";

let server: LoadingServer;
let budget: Budget;
before(async () => {
  server = await startLoading();
  budget = await loadBudget(server, { phase: { default: "executed" } });
});
after(() => server.stop());

function planOf(page: string): ShownTable | undefined {
  return readTables(page).find(({ caption }) => caption.startsWith("Plan and outturn"));
}

describe("the page of a dataset with phases", () => {
  it("shows the plan beside the outturn, of revenue and of expenditure", async () => {
    const table = planOf(await budget.open("?year=2011"))!;
    assert.equal(table.caption, "Plan and outturn, 2011");
    assert.deepEqual(
      table.rows.map((row) => row.slice(0, 4)),
      [
        ["expenditure", "110.5", "88", "22.5"],
        ["revenue", "99.2", "110", "-10.8"],
      ],
    );
    assert.match(table.rows[0]![4]!, /^\+25\.6% 125\.6% of the plan$/);
  });

  it("shows it by what the page is split by if it is cut to one direction", async () => {
    const table = planOf(await budget.open("?year=2010&cut=direction:revenue"));
    assert.ok(table);
    assert.deepEqual(
      table.rows.map((row) => row.slice(0, 3)),
      [
        ["Schools", "90.1", "0"],
        ["Roads", "0", "100"],
      ],
    );
  });

  it("has none for a year without an outturn", async () => {
    const approved = await loadBudget(server, { phase: { default: "approved" } });
    assert.ok(planOf(await approved.open("?year=2011")));
    assert.equal(planOf(await approved.open("?year=2012")), undefined);
  });

  it("leads to the explorer with the same figures", async () => {
    const page = await budget.open("?year=2011");
    const [, href] = /id="plan"[^]*?href="([^"]*)">Explore this/.exec(page)!;
    const { searchParams } = new URL(readText(href!), "http://x");
    assert.deepEqual(Object.fromEntries(searchParams), {
      drilldown: "direction",
      cut: "time.year:2011|phase:executed",
      measure: "amount",
      against: "phase:approved",
    });
    const [table] = readTables(await budget.open(`/explore?${searchParams.toString()}`));
    assert.deepEqual(table!.rows[0]!.slice(0, 4), ["expenditure", "110.5", "88", "22.5"]);
  });

  it("compares measures if each phase has one", async () => {
    const { name, metadata, csv_file } = newDataset(server);
    const measure = (column: string, phase: string) => ({ type: "measure", column, datatype: "float", phase });
    server.files.put(`/${name}.json`, {
      dataset: { name, label: "Town", description: "Made up.", currency: "EUR" },
      mapping: {
        planned: measure("plan", "approved"),
        amount: measure("spent", "executed"),
        time: { type: "date", column: "year", datatype: "date" },
        place: { type: "attribute", column: "place", datatype: "string", key: true, facet: true },
      },
    });
    server.files.put(`/${name}.csv`, "plan,spent,year,place\n100,90,2011,North\n50,60,2011,South\n");
    await server.loaded("ada", { metadata, csv_file });
    const { text } = await server.ask(null, "GET", `/${name}`, { headers: { accept: "text/html" } });
    assert.deepEqual(
      planOf(text)!.rows.map((row) => row.slice(0, 4)),
      [
        ["North", "90", "100", "90.0%"],
        ["South", "60", "50", "120.0%"],
      ],
    );
  });
});

describe("an outturn of some months", () => {
  it("is called so beside the plan of its year", async () => {
    const { name, metadata, csv_file } = newDataset(server);
    const text = (column: string, more: object = {}): object => ({
      type: "attribute",
      column,
      datatype: "string",
      ...more,
    });
    server.files.put(`/${name}.json`, {
      dataset: { name, label: "Town budget", description: "Made up.", currency: "EUR" },
      mapping: {
        amount: { type: "measure", label: "Amount", column: "paid", datatype: "float" },
        time: { type: "date", label: "Date", column: "date", datatype: "date" },
        line: text("line", { key: true }),
        phase: text("stage", { label: "Phase", role: "phase", default: "executed" }),
        area: text("area", { label: "Area", facet: true }),
      },
    });
    const rows = [1, 2, 3, 4, 5, 6, 7].flatMap((month) => [
      `${month},2020-0${month}-15,a${month},executed,Roads`,
      `${month},2020-0${month}-16,b${month},executed,Schools`,
    ]);
    const plan = ["60,2020-01-01,p,approved,Roads", "60,2020-01-01,q,approved,Schools"];
    server.files.put(`/${name}.csv`, ["paid,date,line,stage,area", ...rows, ...plan].join("\n"));
    await server.loaded("ada", { metadata, csv_file });
    const page = (await server.ask(null, "GET", `/${name}`, { headers: { accept: "text/html" } })).text;
    assert.match(
      readText(page).replaceAll(/\s+/g, " "),
      /Executed: 2020 \(January to July\), beside the plan of the whole year\./,
    );
  });
});
