import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { after, describe, it } from "node:test";
import { parse } from "csv-parse/sync";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { makeRoutes } from "#src/features/features.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { readModel } from "#src/core/model/parse/read-model.js";
import { contextOf, servicesOf, loadFile, memoryCatalog } from "../fixtures.js";
import { request } from "../http/client.js";
import { assertWellFormed } from "../http/pages/markup.js";
import { startTestServer, type TestServer } from "../http/server.js";

const DATA = resolve("../shared/data");
const MISSING = existsSync(DATA) ? false : `${DATA} is not there`;

const kernel = Kernel.start();
after(() => kernel.close());

function readData(name: string, file: string): string {
  return readFileSync(resolve(DATA, name, file), "utf8");
}

async function serve(name: string, use: (server: TestServer, dataset: string) => Promise<void>): Promise<void> {
  const { dataset } = await loadFile(
    servicesOf(memoryCatalog(), columnarFormat(kernel)),
    readModel(readData(name, "model.json")).model,
    resolve(DATA, name, "data.csv"),
    { skipInvalid: true },
  );
  const server = await startTestServer(makeRoutes(contextOf([dataset])));
  try {
    await use(server, dataset.model.dataset.name);
  } finally {
    await server.stop();
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- JSON of several shapes
async function json(url: string, accept = "application/json"): Promise<any> {
  const { status, text } = await request(url, { headers: { Accept: accept } });
  assert.equal(status, 200, url);
  return JSON.parse(text);
}

describe("resources of published data", { skip: MISSING }, () => {
  it("have the entry ids of the service of record", async () => {
    await serve("bosnia-herzegovina", async ({ url }, dataset) => {
      const records: Record<string, string>[] = parse(readData("bosnia-herzegovina", "export.original.csv"), {
        columns: true,
      });
      let found = 0;
      for (const record of records) {
        const path = `${url}/${dataset}/entries/${record["openspending_id"]}.json`;
        const { status, text } = await request(path);
        // 80 amounts with a decimal comma, which are errors here.
        if (status === 404) continue;
        found++;
        const entry = JSON.parse(text);
        assert.equal(entry.amount, Number(record["amount"]));
        const names = ["Cofog1", "Cofog2", "Cofog3", "from", "time"].map((field) => entry[field].name);
        const recorded = ["cofog1_name", "cofog2_name", "cofog3_name", "from_name", "time_name"];
        assert.deepEqual(
          names,
          recorded.map((column) => record[column]),
        );
      }
      assert.equal(found, records.length - 80);
    });
  });

  it("have the published number of members, each at its URL in any script", async () => {
    await serve("tsukuba-2021", async ({ url }, dataset) => {
      const { distinct_members: numbers } = JSON.parse(readData("tsukuba-2021", "truth.json"));
      for (const [dimension, number] of Object.entries(numbers)) {
        assert.equal((await json(`${url}/${dataset}/${dimension}.json`)).num_members, number, dimension);
        assert.equal((await json(`${url}/${dataset}/${dimension}.distinct?pagesize=0`)).count, number, dimension);
      }
      const { results } = await json(`${url}/${dataset}/jigyou.distinct.json`);
      for (const member of results) {
        assert.deepEqual(await json(member.html_url), { ...member, years: [{ year: "2021", months: null }] });
        const page = await request(member.html_url, { headers: { Accept: "text/html" } });
        assert.equal(page.status, 200);
        assertWellFormed(page.text);
        assert.ok(page.text.includes(member.label));
        const begins = encodeURIComponent(member.label.slice(0, 3));
        const found = await json(`${url}/${dataset}/jigyou.distinct?q=${begins}`);
        assert.ok(found.results.some(({ id }: { id: number }) => id === member.id));
      }
    });
  });

  it("list the members within a cut: as many as the cells of an aggregation", async () => {
    await serve("tsukuba-2021", async ({ url }, dataset) => {
      const cut = "cofog1:7|cofog1:5";
      const { summary } = await json(`${url}/api/2/aggregate?dataset=${dataset}&drilldown=setsu&cut=${cut}&pagesize=0`);
      const { count } = await json(`${url}/${dataset}/setsu.distinct?cut=${cut}`);
      assert.ok(count > 0);
      assert.equal(count, summary.num_drilldowns);
    });
  });
});
