import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { EMPTY_STATE, type State } from "#src/store/disk/manifest.js";
import { packEnvelope } from "#src/store/disk/envelope.js";
import { awaitedOwner, ownerNames } from "#src/store/disk/owners.js";
import { readManifest } from "#src/store/disk/read-manifest.js";
import { accountCalled } from "./accounts.js";
import { MemoryDisk } from "./disk/memory-disk.js";
import { DATA, openCatalog } from "./scenario.js";
import { loadText } from "./tiny.js";

/** Format 1 had names where format 2 has ids. */
const FORMAT_1 = { text: "spendcube-mfest\n", format: 1 };

/** Write a manifest of format 1, and read it as this version does. */
async function readFormat1(state: object): Promise<State> {
  const disk = new MemoryDisk();
  await disk.mkdir("/var");
  await disk.mkdir(DATA);
  const file = await disk.create(`${DATA}/manifest-000000000001`);
  await file.write(packEnvelope(FORMAT_1, { generation: 1, state: { ...EMPTY_STATE, ...state } }), 0);
  await file.close();
  return (await readManifest(disk, DATA, 1)).state;
}

const OLD = accountCalled("ada", { created: "2020-01-01T00:00:00.000Z" });
const run = (changes: object): object => ({ dataset: "town", id: 1, user: "ada", managers: ["ada"], ...changes });

describe("managers by name", () => {
  it("are the first account of their name", async () => {
    const disk = new MemoryDisk();
    const catalog = await openCatalog(disk);
    await loadText(catalog, "town", "first", { managers: [awaitedOwner("ada")] });
    assert.deepEqual(ownerNames(catalog, catalog.get("town")!.managers), ["ada"]);
    await catalog.addAccount(accountCalled("ada"));
    for (const each of [catalog, await openCatalog(disk)]) assert.deepEqual(each.get("town")!.managers, ["id of ada"]);
    await catalog.removeAccount("ada");
    await catalog.addAccount(accountCalled("ada", { id: "another" }));
    for (const each of [catalog, await openCatalog(disk)]) assert.deepEqual(each.get("town")!.managers, []);
  });

  it("are the account there is when a load that names them is published", async () => {
    const catalog = await openCatalog(new MemoryDisk());
    await catalog.addAccount(accountCalled("ada"));
    await loadText(catalog, "town", "first", { managers: [awaitedOwner("ada")] });
    assert.deepEqual(catalog.get("town")!.managers, ["id of ada"]);
  });

  it("are added and removed by name, with an account or without", async () => {
    const catalog = await openCatalog(new MemoryDisk());
    await catalog.addAccount(accountCalled("ada"));
    await loadText(catalog, "town", "first");
    await catalog.changeManagers("town", ["ada", "bob"], []);
    assert.deepEqual(catalog.get("town")!.managers, ["id of ada", "name:bob"]);
    await catalog.changeManagers("town", [], ["bob", "ada"]);
    assert.deepEqual(catalog.get("town")!.managers, []);
  });
});

describe("a manifest of format 1", () => {
  it("has the ids of accounts that exist, and awaits the other managers of datasets", async () => {
    const datasets = [{ name: "town", managers: ["ada", "bob"], current: { sources: [] }, previous: null }];
    const state = await readFormat1({ accounts: [OLD], datasets });
    assert.deepEqual(state.datasets[0]!.managers, ["id of ada", "name:bob"]);
  });

  it("gives runs to no account that is younger, nor to one that comes later", async () => {
    const runs = [
      run({ queued: "2019-12-31T23:59:59.999Z" }),
      run({ queued: "2020-01-01T00:00:00.000Z" }),
      run({ queued: "2020-01-01T00:00:00.000Z", managers: ["bob", "ada"], user: null }),
    ];
    const state = await readFormat1({ accounts: [OLD], runs });
    assert.deepEqual(
      state.runs.map(({ user, managers }) => [user, managers]),
      [
        ["name:ada", []],
        ["id of ada", ["id of ada"]],
        [null, ["id of ada"]],
      ],
    );
  });
});
