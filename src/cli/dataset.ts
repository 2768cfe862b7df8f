import { InvalidQuery } from "../errors/errors.js";
import { suggest } from "../query/reference.js";
import type { Catalog } from "../store/catalog.js";
import type { Dataset } from "../store/dataset.js";
import type { DatasetRecord } from "../store/manifest.js";
import { describeDataset } from "../api/describe-dataset.js";
import { noteUnknownUser } from "./note-unknown-user.js";
import { formatTable, printDone, printJson, printLine } from "./terminal.js";
import type { Call } from "./work.js";

interface Options {
  readonly json?: boolean;
}

export async function listDatasets({ place, options, terminal }: Call<Options>): Promise<number> {
  const { catalog } = await place.open();
  const datasets = catalog.list();
  if (options.json) {
    printJson(
      terminal,
      datasets.map((dataset) => ({ ...describeDataset(dataset, ""), managers: dataset.managers })),
    );
  } else if (datasets.length === 0) {
    printLine(terminal.err, `${place.directory} holds no datasets`);
  } else {
    const header = ["name", "entries", "state", "last changed", "label"];
    printLine(terminal.out, formatTable([header, ...datasets.map(describeRow)]));
  }
  return 0;
}

export async function dropDataset({ place, args, options, terminal, signal }: Call<Options>): Promise<number> {
  const { catalog, turns } = await place.openRecords();
  const [name] = args as [string];
  const numEntries = await turns.take(name, signal, async () => {
    const { current } = requireRecord(catalog, name);
    await catalog.drop(name);
    await place.audit.record({ action: "dataset.drop", dataset: name, by: null });
    return current.numEntries;
  });
  const dropped = { dropped: name, num_entries: numEntries };
  return printDone(terminal, options, dropped, `dropped ${name}: ${numEntries} entries`);
}

export async function rollBackDataset({ place, args, options, terminal, signal }: Call<Options>): Promise<number> {
  const { catalog, turns } = await place.openRecords();
  const [name] = args as [string];
  const numEntries = await turns.take(name, signal, async () => {
    requireRecord(catalog, name);
    await catalog.rollBack(name);
    await place.audit.record({ action: "dataset.rollback", dataset: name, by: null });
    return requireRecord(catalog, name).current.numEntries;
  });
  const done = { rolled_back: name, num_entries: numEntries };
  return printDone(
    terminal,
    options,
    done,
    `rolled ${name} back to what it held before its last load: ${numEntries} entries`,
  );
}

export async function publishDataset({ place, args, options, terminal }: Call<Options>): Promise<number> {
  const { catalog } = await place.openRecords();
  const [name] = args as [string];
  requireRecord(catalog, name);
  await catalog.setPrivate(name, false);
  await place.audit.record({ action: "dataset.publish", dataset: name, by: null });
  return printDone(terminal, options, { published: name }, `published ${name}: everybody may read it`);
}

/** At once: a load that is running does not hold it up. */
export async function retractDataset({ place, args, options, terminal }: Call<Options>): Promise<number> {
  const { catalog } = await place.openRecords();
  const [name] = args as [string];
  requireRecord(catalog, name);
  await catalog.setPrivate(name, true);
  await place.audit.record({ action: "dataset.retract", dataset: name, by: null });
  const text = `retracted ${name}: only its managers and administrators may read it`;
  return printDone(terminal, options, { retracted: name }, text);
}

interface ManagersOptions extends Options {
  readonly add?: string;
  readonly remove?: string;
}

/** List who manages a dataset, after one was added or removed. */
export async function changeManagers({ place, args, options, terminal }: Call<ManagersOptions>): Promise<number> {
  const { catalog } = await place.openRecords();
  const [name] = args as [string];
  requireRecord(catalog, name);
  const add = options.add === undefined ? [] : [options.add];
  const remove = options.remove === undefined ? [] : [options.remove];
  if (add.length + remove.length > 0) {
    await catalog.changeManagers(name, add, remove);
    await place.audit.record({ action: "dataset.managers", dataset: name, added: add, removed: remove, by: null });
  }
  for (const user of add) noteUnknownUser(terminal, catalog, user);
  const { managers } = requireRecord(catalog, name);
  if (options.json) printJson(terminal, { dataset: name, managers });
  else for (const manager of managers) printLine(terminal.out, manager);
  if (managers.length === 0) printLine(terminal.err, `only administrators manage ${name}`);
  return 0;
}

/** @throws InvalidQuery naming the nearest datasets */
export function requireDataset(catalog: Catalog, name: string): Dataset {
  return catalog.get(name) ?? refuseMissing(catalog, name);
}

function requireRecord(catalog: Catalog, name: string): DatasetRecord {
  return catalog.records.find((record) => record.name === name) ?? refuseMissing(catalog, name);
}

function refuseMissing(catalog: Catalog, name: string): never {
  const known = catalog.records.map((record) => record.name);
  throw new InvalidQuery(
    `no dataset with name "${name}"${known.length > 0 ? suggest(name, known) : "; the data directory holds none"}`,
  );
}

function describeRow({ model, engine, lastModified, ...dataset }: Dataset): readonly string[] {
  const state = dataset.private ? "private" : "public";
  const changed = lastModified.toISOString().slice(0, 16).replace("T", " ");
  return [model.dataset.name, String(engine.numEntries), state, changed, model.dataset.label];
}
