import { deepEqual, equal } from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { contextOf, entryInput, type Row, SPENDING, spendingDataset } from "../../fixtures.js";
import { startTestServer, type TestServer } from "../server.js";

const TOWNS = 400;

interface Answer {
  readonly did_you_mean: string | null;
  readonly payees: readonly { readonly label: string; readonly dataset: { readonly name: string } }[];
}

describe("suggestions from more datasets than are looked into", () => {
  let server: TestServer;
  const kernel = Kernel.start({ threads: 1 });
  before(async () => {
    const region = { type: "attribute", label: "Supplier", column: "region", datatype: "string" };
    const health = { paid: 100n, code: "7", function: "Health" };
    const towns = Array.from({ length: TOWNS }, (_, town) => {
      const dataset = { ...SPENDING.dataset, name: `t${town}`, label: `Council ${town}` };
      const { model } = parseModel({ ...SPENDING, dataset, mapping: { ...SPENDING.mapping, region } });
      // Every entry has a payee of its own.
      const payees = [
        `Builders of Ortzoneville${town}`,
        "Carriers",
        ...Array.from({ length: 100 }, (__, at) => `P ${at}`),
      ];
      const rows = payees.map((payee, at): Row => ({ ...health, id: String(at), region: payee }));
      const builder = columnarFormat(kernel).build(model, null, 1);
      builder.write(rows.map(entryInput));
      return spendingDataset([], { model, engine: builder.finish().engine });
    });
    server = await startTestServer(makeRoutes(contextOf(towns)));
  });
  after(async () => {
    await server.stop();
    await kernel.close();
  });

  const suggest = async (q: string): Promise<Answer> => {
    const response = await fetch(`${server.url}/api/2/suggest?q=${encodeURIComponent(q)}`);
    equal(response.status, 200);
    return (await response.json()) as Answer;
  };

  for (const town of [0, TOWNS - 1]) {
    it(`are of the only one that has a long word, wherever it is among them: ${town}`, async () => {
      const { did_you_mean, payees } = await suggest(`build ortzoneville${town}`);
      deepEqual(
        [did_you_mean, payees[0]?.label, payees[0]?.dataset.name],
        [null, `Builders of Ortzoneville${town}`, `t${town}`],
      );
    });
  }

  it("are of a near word if none begins like the typed one", async () => {
    const { did_you_mean, payees } = await suggest("carryers");
    deepEqual([did_you_mean, payees[0]?.label], ["carriers", "Carriers"]);
  });
});
