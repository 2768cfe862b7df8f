import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { OPERATOR } from "#src/access/actor.js";
import type { ChangeServices } from "#src/calls/publishing/manage/change-dataset.js";
import { addManager, removeManager } from "#src/calls/publishing/manage/managers.js";
import { DatasetLock } from "#src/calls/publishing/loads/dataset-lock.js";
import { Conflict, Forbidden, InvalidQuery } from "#src/core/errors/errors.js";
import { Catalog } from "#src/store/catalog.js";
import { accountCalled } from "../../../store/accounts.js";
import { MemoryDisk } from "../../../store/disk/memory-disk.js";
import { loadText, tinyFormat } from "../../../store/tiny.js";

/** A dataset `town` with some managers. */
async function services(...managers: string[]): Promise<ChangeServices> {
  const catalog = await Catalog.open("/data", tinyFormat(), new MemoryDisk());
  for (const name of managers) await catalog.addAccount(accountCalled(name));
  await loadText(catalog, "town", "first", { managers: managers.map((name) => user(name).id) });
  return { catalog, lock: new DatasetLock(), audit: { record: async () => {} } };
}

const user = (name: string) => ({ id: `id of ${name}`, name, admin: false });
const managersOf = ({ catalog }: ChangeServices): readonly string[] => catalog.get("town")!.managers;

describe("the managers of a dataset", () => {
  it("cannot remove each other until none is left, even in parallel", async () => {
    const names = ["ada", "bob", "eve"];
    const place = await services(...names);
    const removals = names.flatMap((name) => names.map((other) => removeManager(place, user(name), "town", other)));
    const reasons = (await Promise.allSettled(removals)).flatMap((each) =>
      each.status === "rejected" ? [each.reason] : [],
    );
    assert.equal(managersOf(place).length, 1);
    assert.equal(reasons.length, removals.length - 2);
    assert.ok(
      reasons.every((each) => each instanceof Forbidden || each instanceof InvalidQuery || each instanceof Conflict),
    );
  });

  it("do not include a user who is removed while being added", async () => {
    const place = await services("ada");
    await place.catalog.addAccount(accountCalled("bob"));
    const removed = place.catalog.removeAccount("bob");
    await assert.rejects(addManager(place, user("ada"), "town", "bob"), InvalidQuery);
    await removed;
    assert.deepEqual(managersOf(place), [user("ada").id]);
  });

  it("can all be removed only by administrators", async () => {
    const place = await services("ada");
    await assert.rejects(removeManager(place, user("ada"), "town", "ada"), Conflict);
    await removeManager(place, OPERATOR, "town", "ada");
    assert.deepEqual(managersOf(place), []);
  });
});
