import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";

const MODEL = {
  dataset: { name: "town", label: "Town", description: "", currency: "EUR" },
  mapping: {
    amount: { type: "measure", column: "amount", datatype: "float" },
    time: { type: "date", column: "year", datatype: "date" },
    number: { type: "attribute", column: "number", datatype: "string", key: true },
  },
};

let server: LoadingServer;

const ask = async (path: string) => (await server.ask(null, "GET", path)).text;

describe("a version that a rollback restored", () => {
  before(async () => {
    server = await startLoading();
    const metadata = server.files.put("/town.json", MODEL);
    for (const amount of ["1", "2"]) {
      const csv_file = server.files.put("/town.csv", `number,amount,year\n1,${amount},2009\n`);
      await server.loaded("ada", { csv_file, metadata });
    }
    await server.context.catalog.rollBack("town", undefined, 1);
  });

  after(() => server.stop());

  for (const call of ["aggregate?drilldown=time&dataset=", "search?dataset=", "search?dataset=town@2|"]) {
    it(`is answered under its own name by ${call}`, async () => {
      for (const name of ["town@3", "town@1", "town@3"]) {
        const text = await ask(`/api/2/${call}${name}`);
        assert.ok(text.includes(`/${name}/`), `${name}: ${text}`);
      }
    });
  }

  it("is compared under its own number", async () => {
    for (const number of [1, 3, 1]) {
      assert.equal(JSON.parse(await ask(`/town/meta/changes.json?from=2&to=${number}`)).to, number);
    }
  });
});
