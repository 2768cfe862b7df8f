import { tmpdir } from "node:os";
import { OPERATOR } from "#src/access/actor.js";
import { DatasetLock } from "#src/calls/publishing/loads/dataset-lock.js";
import { loadSources } from "#src/calls/publishing/loads/load.js";
import { sourceAt } from "#src/calls/publishing/loads/load-request.js";
import { Runs } from "#src/calls/publishing/loads/runs.js";
import type { TableLoader } from "#src/sources/ingest/table-loader.js";
import type { Catalog } from "#src/store/catalog.js";
import type { Payments } from "./payments.js";

/** Load payments into a new dataset of a data directory, as `spendcube load` does. */
export async function publishPayments(catalog: Catalog, loader: TableLoader, { model, path }: Payments): Promise<void> {
  const audit = { record: async () => {} };
  await loadSources(
    { catalog, loader, lock: new DatasetLock(), runs: new Runs(catalog), audit },
    {
      model,
      sources: [sourceAt({ kind: "file", path }, model)],
      by: OPERATOR,
      download: { directory: tmpdir() },
      private: false,
      managers: [],
      skipInvalid: true,
      unique: false,
      allowEmpty: false,
      replace: false,
      skipUnchanged: false,
    },
  );
}
