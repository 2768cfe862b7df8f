import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { SPENDING } from "../fixtures.js";
import { inDirectory, run, runHere, startServing } from "./run.js";

// oxlint-disable-next-line typescript/no-explicit-any -- JSON of several shapes
async function getJson(url: string): Promise<{ status: number; body: any }> {
  const response = await fetch(url);
  return { status: response.status, body: await response.json() };
}

describe("spendcube serve", () => {
  it("loads the demo dataset into an empty directory, serves it and keeps it across a restart", () =>
    inDirectory(async (data) => {
      const first = await startServing(["--data", data, "--demo"]);
      const { body } = await getJson(`${first.url}/api/2/aggregate?dataset=uk-spending`);
      assert.equal(body.summary.amount, 3798556378094.27);
      assert.equal(await first.stop(), 0);
      const second = await startServing(["--data", data]);
      const again = await getJson(`${second.url}/api/2/aggregate?dataset=uk-spending`);
      assert.deepEqual(again.body, body);
      assert.equal(await second.stop(), 0);
    }));

  it("serves loaded datasets, and a private one only with a key", () =>
    inDirectory(async (directory) => {
      const data = join(directory, "data");
      const model = join(directory, "model.json");
      const csv = join(directory, "rows.csv");
      const hidden = { ...SPENDING, dataset: { ...SPENDING.dataset, name: "hidden" } };
      await writeFile(
        csv,
        "paid,planned,date,until,invoice,region,rate,code,function,color,weight\n2,,2009,,a,N,,1,P,,\n",
      );
      await writeFile(model, JSON.stringify(SPENDING));
      await runHere(["load", "--data", data, "--metadata", model, "--csv", csv]);
      await writeFile(model, JSON.stringify(hidden));
      await runHere(["load", "--data", data, "--metadata", model, "--csv", csv, "--private"]);
      const server = await startServing(["--data", data, "--base-url", "https://money.example/"]);
      const list = await getJson(`${server.url}/datasets.json`);
      assert.deepEqual(
        list.body.datasets.map(({ name, html_url }: Record<string, string>) => [name, html_url]),
        [["town", "https://money.example/town"]],
      );
      for (const path of ["/hidden.json", "/hidden/model.json", "/api/2/aggregate?dataset=hidden&measure=x"]) {
        assert.equal((await getJson(server.url + path)).status, 401, path);
      }
      assert.equal(await server.stop(), 0);
      const strict = await startServing(["--data", data], { SPENDCUBE_HIDE_PRIVATE: "true" });
      const missing = await getJson(`${strict.url}/api/2/aggregate?dataset=hidden`);
      assert.deepEqual(
        [missing.status, missing.body],
        [
          400,
          {
            errors: ['no dataset with name "hidden"'],
            codes: [{ code: "unknown_dataset", values: { dataset: "hidden" } }],
          },
        ],
      );
      assert.equal((await getJson(`${strict.url}/hidden.json`)).status, 404);
      assert.equal(await strict.stop(), 0);
    }));

  it("reports that its port is in use", () =>
    inDirectory(async (data) => {
      const server = await startServing(["--data", data]);
      const other = join(data, "other");
      const { status, err } = await run(["serve", "--data", other, "--port", new URL(server.url).port]);
      assert.equal(status, 1);
      assert.match(
        err,
        /^[^\n]*"msg":"Cannot listen on [^\n]*: another program listens there; choose another port"\}\n$/,
      );
      await server.stop();
    }));

  it("ends on SIGINT too", () =>
    inDirectory(async (data) => {
      const { child } = await startServing(["--data", data]);
      child.kill("SIGINT");
      await once(child, "exit");
      assert.equal(child.exitCode, 0);
    }));
});
