import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { authenticate } from "#src/access/authenticate.js";
import { addUser, type NewUser, rotateKey } from "#src/access/users.js";
import { accountOf } from "#src/store/accounts.js";
import { awaitedOwner, ownerCalled } from "#src/store/disk/owners.js";
import { accountCalled } from "../store/accounts.js";
import { Conflict, InvalidQuery, NotFound } from "#src/core/errors/errors.js";
import { MemoryDisk } from "../store/disk/memory-disk.js";
import { openCatalog } from "../store/scenario.js";
import { loadText } from "../store/tiny.js";

function userCalled(name: string, changes: Partial<NewUser> = {}): NewUser {
  return { name, fullname: null, email: null, admin: false, password: null, ...changes };
}

describe("a user", () => {
  it("is found by its key at once, and by the next process", async () => {
    const disk = new MemoryDisk();
    const catalog = await openCatalog(disk);
    const keys = [
      await addUser(catalog, userCalled("ada")),
      await addUser(catalog, userCalled("e.v@e+x-9", { admin: true })),
    ];
    const idOf = (name: string): string => accountOf(catalog, name).id;
    for (const ring of [catalog, await openCatalog(disk)]) {
      assert.deepEqual(
        keys.map((key) => authenticate(ring, `ApiKey ${key}`)),
        [
          { id: idOf("ada"), name: "ada", admin: false },
          { id: idOf("e.v@e+x-9"), name: "e.v@e+x-9", admin: true },
        ],
      );
    }
  });

  it("has a unique name that fits a header, a path and a table", async () => {
    const disk = new MemoryDisk();
    const catalog = await openCatalog(disk);
    const wrong = ["", " ", "a b", "ä", ".a", "-a", "a/b", "a:b", "a\n", "a,b", '"a"', "x".repeat(101), "__proto__"];
    for (const name of wrong) await assert.rejects(addUser(catalog, userCalled(name)), InvalidQuery, name);
    const long = userCalled("a b", { fullname: "x".repeat(201), email: "x".repeat(201) });
    await assert.rejects(addUser(catalog, long), ({ errors }: InvalidQuery) => errors.length === 3);
    // Refused users leave no trace.
    assert.deepEqual(disk.steps, []);
    await addUser(catalog, userCalled("x".repeat(100)));
    await addUser(catalog, userCalled("Ada"));
    for (const name of ["Ada", "ada", "ADA"]) await assert.rejects(addUser(catalog, userCalled(name)), Conflict);
    assert.equal(catalog.accounts.length, 2);
  });

  it("has one valid key, even after parallel replacements", async () => {
    const catalog = await openCatalog(new MemoryDisk());
    const keys = [await addUser(catalog, userCalled("ada"))];
    keys.push(...(await Promise.all([1, 2, 3].map(() => rotateKey(catalog, accountOf(catalog, "ada"))))));
    assert.equal(new Set(keys).size, 4);
    const known = keys.filter((key) => isKnown(catalog, key));
    assert.deepEqual(known, [keys.at(-1)]);
    await assert.rejects(rotateKey(catalog, accountCalled("ada")), NotFound);
  });

  it("manages nothing after removal, nor does the next user of that name", async () => {
    const disk = new MemoryDisk();
    const catalog = await openCatalog(disk);
    const key = await addUser(catalog, userCalled("ada"));
    await loadText(catalog, "town", "first", {
      private: true,
      managers: [ownerCalled(catalog, "ada"), awaitedOwner("bob")],
    });
    await catalog.removeAccount("ada");
    assert.equal(isKnown(catalog, key), false);
    const next = await addUser(catalog, userCalled("ada"));
    assert.notEqual(next, key);
    for (const each of [catalog, await openCatalog(disk)]) {
      assert.deepEqual(each.get("town")!.managers, ["name:bob"]);
      assert.deepEqual([isKnown(each, key), isKnown(each, next)], [false, true]);
    }
    await assert.rejects(catalog.removeAccount("eve"), NotFound);
  });
});

function isKnown(ring: Parameters<typeof authenticate>[0], key: string): boolean {
  try {
    return authenticate(ring, `ApiKey ${key}`).name !== null;
  } catch {
    return false;
  }
}
