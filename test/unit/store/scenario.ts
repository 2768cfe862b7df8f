import { Catalog } from "#src/store/catalog.js";
import type { FileSystem } from "#src/store/disk/file-system.js";
import type { MemoryDisk } from "./disk/memory-disk.js";
import { accountCalled } from "./accounts.js";
import { describeCatalog, labelDataset, loadKept, loadText, tinyFormat } from "./tiny.js";

export const DATA = "/var/data";

export type Described = Readonly<Record<string, string>>;

export function openCatalog(files: FileSystem): Promise<Catalog> {
  return Catalog.open(DATA, tinyFormat(), files);
}

interface Act {
  readonly name: string;
  readonly do: (catalog: Catalog, disk: MemoryDisk) => Promise<unknown>;
}

const load = (name: string, text: string): Act => ({
  name: `load ${text} into ${name}`,
  do: (catalog) => loadText(catalog, name, text),
});

/** Acts that cover every kind of write in every possible state. */
export const ACTS: readonly Act[] = [
  load("town", "first"),
  load("town", "second"),
  load("other", "a"),
  { name: "retract town", do: (catalog) => catalog.setPrivate("town", true) },
  load("town", "third"),
  { name: "give town another label", do: (catalog) => labelDataset(catalog, "town", "Our town") },
  { name: "load fourth into town, and keep it", do: (catalog, disk) => loadKept(catalog, disk, "town", "fourth") },
  { name: "give other another label", do: (catalog) => labelDataset(catalog, "other", "Another") },
  { name: "name a manager", do: (catalog) => catalog.changeManagers("other", ["ada"], []) },
  { name: "roll town back", do: (catalog) => catalog.rollBack("town") },
  { name: "purge two versions of town", do: (catalog) => catalog.purge("town", [1, 2]) },
  load("other", "b"),
  { name: "add ada", do: (catalog) => catalog.requireSecret().then(() => catalog.addAccount(accountCalled("ada"))) },
  { name: "replace her key", do: (catalog) => catalog.changeAccount(accountCalled("ada"), () => ({ keyVersion: 2 })) },
  {
    name: "give her a password",
    do: (catalog) => catalog.changeAccount(accountCalled("ada"), () => ({ password: "hash" })),
  },
  { name: "remove her", do: (catalog) => catalog.removeAccount("ada") },
  { name: "drop other", do: (catalog) => catalog.drop("other") },
  load("other", "c"),
];

/** The catalog's contents before each act and after the last one. */
export async function describeActs(disk: MemoryDisk): Promise<readonly Described[]> {
  const catalog = await openCatalog(disk);
  const described = [describeCatalog(catalog)];
  for (const act of ACTS) {
    await act.do(catalog, disk);
    described.push(describeCatalog(catalog));
  }
  return described;
}
