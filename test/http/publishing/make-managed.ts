import { parseModel } from "#src/core/model/parse/parse.js";
import { ownerCalled } from "#src/store/disk/owners.js";
import { type Row, SPENDING, spendingEngine } from "../../fixtures.js";
import type { SignInServer } from "../access/sign-in-server.js";

/** Create a dataset managed by ada, with one load for each list of rows. */
export async function makeManaged(
  server: SignInServer,
  name: string,
  loads: readonly (readonly Row[])[],
): Promise<void> {
  const { model } = parseModel({ ...SPENDING, dataset: { ...SPENDING.dataset, name, label: `<b>${name} & "co"` } });
  for (const rows of loads) {
    const url = `${server.url}/nothing/<script>.csv`;
    await server.catalog.publish({
      model,
      engine: spendingEngine(rows, model),
      sources: [{ id: 1, url, loaded: new Date() }],
      base: server.catalog.get(name),
      private: true,
      managers: [ownerCalled(server.catalog, "ada")],
    });
  }
}
