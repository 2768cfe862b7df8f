import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type ChangeServices,
  dropDataset,
  publishDataset,
  retractDataset,
  rollBackDataset,
} from "#src/calls/publishing/manage/change-dataset.js";
import { DatasetLock } from "#src/calls/publishing/loads/dataset-lock.js";
import { Forbidden } from "#src/core/errors/errors.js";
import { Catalog } from "#src/store/catalog.js";
import { accountCalled } from "../../../store/accounts.js";
import { MemoryDisk } from "../../../store/disk/memory-disk.js";
import { describeCatalog, loadText, tinyFormat } from "../../../store/tiny.js";

const ADA = { id: "id of ada", name: "ada", admin: false };
const { signal } = new AbortController();

const CHANGES: Readonly<Record<string, (services: ChangeServices) => Promise<unknown>>> = {
  publish: (services) => publishDataset(services, "town", ADA),
  retract: (services) => retractDataset(services, "town", ADA),
  "roll back": (services) => rollBackDataset(services, "town", ADA, signal),
  drop: (services) => dropDataset(services, "town", ADA, signal),
};

const LOSSES: Readonly<Record<string, (catalog: Catalog) => Promise<void>>> = {
  "was removed": (catalog) => catalog.removeAccount("ada"),
  "no longer manages it": (catalog) => catalog.changeManagers("town", [], ["ada"]),
};

describe("a dataset", () => {
  for (const [change, make] of Object.entries(CHANGES)) {
    for (const [loss, lose] of Object.entries(LOSSES)) {
      it(`cannot be changed (${change}) by a user who ${loss} after the request was accepted`, async () => {
        const catalog = await Catalog.open("/data", tinyFormat(), new MemoryDisk());
        const lock = new DatasetLock();
        await catalog.addAccount(accountCalled("ada"));
        await loadText(catalog, "town", "first", { managers: [ADA.id], private: change === "publish" });
        await loadText(catalog, "town", "second");
        let letGo = (): void => {};
        const running = lock.take("town", undefined, () => new Promise<void>((resolve) => (letGo = resolve)));
        await new Promise(setImmediate);
        // The loss comes first into the queue of writes, and some changes wait for the load that is running as well.
        const lost = lose(catalog);
        const changed = make({ catalog, lock, audit: { record: async () => {} } });
        const refused = assert.rejects(changed, Forbidden);
        await lost;
        const before = describeCatalog(catalog);
        letGo();
        await Promise.all([running, refused]);
        assert.deepEqual(describeCatalog(catalog), before);
      });
    }
  }
});
