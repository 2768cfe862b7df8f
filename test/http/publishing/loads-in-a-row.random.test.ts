import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { randomRuns } from "../../full.js";
import { request, type Response } from "../client.js";
import { type LoadingServer, withServer } from "./loading-server.js";

const LOADS = randomRuns(10, 30);

const MODEL = {
  dataset: { name: "town", label: "Town", description: "", currency: "EUR" },
  mapping: {
    amount: { type: "measure", label: "Amount", description: "", column: "amount", datatype: "float" },
    time: { type: "date", label: "Year", description: "", column: "year", datatype: "date" },
    to: { type: "attribute", label: "To", description: "", column: "to", datatype: "string", key: true },
  },
};

const headers = { Authorization: "ApiKey ada" };

function post({ url }: LoadingServer, parameters: Readonly<Record<string, string>>): Promise<Response> {
  return request(`${url}/api/2/new?${new URLSearchParams(parameters)}`, { method: "POST", headers });
}

/** Look at the run of an accepted load until it is over, as often as possible. @returns its status */
async function endOf({ text }: Response): Promise<string> {
  const { run } = JSON.parse(text) as { readonly run: { readonly url: string } };
  for (;;) {
    const { status } = JSON.parse((await request(run.url, { headers })).text) as { readonly status: string };
    if (status !== "queued" && status !== "running") return status;
  }
}

describe(`${LOADS} loads of a dataset, each begun as soon as the run before is over`, () => {
  it("are all taken, after failed runs, too", () =>
    withServer({}, async (server) => {
      const metadata = server.files.put("/model.json", MODEL);
      const bad = server.files.put("/bad.csv", "amount,year,to\nmuch,2009,a\n");
      for (let at = 1; at <= LOADS; at++) {
        const good = server.files.put("/good.csv", `amount,year,to\n${at},2009,a\n`);
        const isBad = at % 3 === 0;
        const accepted = await post(server, { csv_file: isBad ? bad : good, metadata });
        assert.equal(accepted.status, 202, `load ${at}: ${accepted.text}`);
        assert.equal(await endOf(accepted), isBad ? "failed" : "complete");
      }
      const { summary } = (await server.ask(null, "GET", "/api/2/aggregate?dataset=town")).json;
      assert.equal(summary.amount, LOADS % 3 === 0 ? LOADS - 1 : LOADS);
    }));
});
