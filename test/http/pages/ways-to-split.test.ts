import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { readPlain } from "./markup.js";
import { loadRows } from "./page-datasets.js";

const column = (name: string, more: object = {}) => ({ type: "attribute", column: name, datatype: "string", ...more });

const MODEL = {
  dataset: { name: "payments", label: "Payments", description: "Made up for tests.", currency: "EUR" },
  mapping: {
    amount: { type: "measure", column: "amount", datatype: "float" },
    time: { type: "date", column: "year", datatype: "date" },
    row: column("row", { key: true }),
    payee: column("payee", { label: "Payee" }),
    purpose: column("purpose", { label: "Purpose of use" }),
  },
};

const ROWS = Array.from(
  { length: 9 },
  (_, at) => `r${at},2023,Firm ${at},${at % 2 === 0 ? "Roads" : "Care"},${at + 1}`,
);

let server: LoadingServer;
before(async () => {
  server = await startLoading();
});
after(() => server.stop());

describe("the ways to split a dataset", () => {
  it("are also its payees, with their number, where each entry has another one, but no numbers of rows", async () => {
    const { open } = await loadRows(server, MODEL, ["row,year,payee,purpose,amount", ...ROWS].join("\n"));
    const [, ways] = /<section aria-labelledby="dimensions">([^]*?)<\/section>/.exec(await open(""))!;
    const listed = [...ways!.matchAll(/<li>([^]*?)<\/li>/g)].map(([, each]) =>
      readPlain(each!).replaceAll(/\s+/g, " ").trim(),
    );
    assert.deepEqual(listed.toSorted(), ["Payee 9", "Purpose of use 2", "time 1"]);
  });
});
