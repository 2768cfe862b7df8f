import {
  type ChangeServices,
  changeManagers,
  dropDataset,
  publishDataset,
  retractDataset,
  rollBackDataset,
} from "../../calls/publishing/manage/change-dataset.js";
import { OPERATOR } from "../../access/actor.js";
import { errorText } from "../../core/errors/error-text.js";
import { Conflict } from "../../core/errors/errors.js";
import { findUses, writeUses } from "../../calls/reading/describe/dataset-uses.js";
import { describeDataset } from "../../calls/reading/describe/describe-dataset.js";
import { requireDataset, requireRecord } from "../../calls/reading/lookup/require-dataset.js";
import { ownerNames } from "../../store/disk/owners.js";
import type { Dataset } from "../../store/dataset.js";
import { readNumbered } from "../../store/version-name.js";
import { noteUnknownUser } from "./note-unknown-user.js";
import { formatTable, printDone, printJson, printLine } from "../terminal/terminal.js";
import type { Call } from "./call.js";
import type { Workplace } from "../directory/data-directory.js";

interface Options {
  readonly json?: boolean;
}

export async function printDatasets({ place, options, terminal }: Call<Options>): Promise<number> {
  const { catalog } = await place.open();
  const datasets = catalog.list();
  const uses = findUses(datasets);
  if (options.json) {
    printJson(
      terminal,
      datasets.map((dataset) => ({
        ...describeDataset(dataset, ""),
        managers: ownerNames(catalog, dataset.managers),
        used_by: uses.get(dataset.model.dataset.name) ?? [],
        ...dataset.engine.report(),
      })),
    );
  } else if (datasets.length === 0) {
    printLine(terminal.err, `there are no datasets in ${place.directory}`);
  } else {
    const used = (each: Dataset): readonly string[] =>
      uses.size === 0 ? [] : [writeUses(uses.get(each.model.dataset.name) ?? []) || "-"];
    const header = ["name", "entries", "state", "last changed", ...(uses.size === 0 ? [] : ["used by"]), "label"];
    const rows = datasets.map((each) => {
      const [label, ...facts] = describeRow(each).toReversed();
      return [...facts.toReversed(), ...used(each), label!];
    });
    printLine(terminal.out, formatTable([header, ...rows]));
  }
  return 0;
}

export async function printModel({ place, args, terminal }: Call<Options>): Promise<number> {
  const [name] = args as [string];
  const { catalog } = await place.open();
  printJson(terminal, requireDataset(catalog, name).model.document);
  return 0;
}

interface UsedOptions extends Options {
  readonly yes?: boolean;
  /** True to refuse what cannot be done, and to do nothing else. */
  readonly looks?: boolean;
}

/** @throws Conflict for a dataset that others use, unless `--yes` is given */
async function refuseUsed(
  place: Workplace,
  name: string,
  what: "drop" | "retract",
  { yes }: UsedOptions,
): Promise<void> {
  if (yes) return;
  const { catalog } = await place.openRecords();
  // Tables may be damaged, or in a cluster whose address was not given.
  const models = await catalog.readModels();
  const uses = findUses(models.map((model) => ({ model }))).get(name);
  if (uses) throw new Conflict(errorText(`dataset_used_to_${what}`, { dataset: name, uses: writeUses(uses) }));
}

export async function drop({ place, args, options, terminal, signal }: Call<UsedOptions>): Promise<number> {
  const [name] = args as [string];
  if (options.looks) requireRecord((await place.openRecords()).catalog, name);
  await refuseUsed(place, name, "drop", options);
  if (options.looks) return 0;
  const numEntries = await dropDataset(await servicesOf(place), name, OPERATOR, signal);
  const result = { dropped: name, num_entries: numEntries };
  return printDone(terminal, options, result, `dropped ${name}: ${numEntries} entries`);
}

export async function rollBack({ place, args, options, terminal, signal }: Call<Options>): Promise<number> {
  const [given] = args as [string];
  const { dataset: name, number } = readNumbered(given) ?? { dataset: given, number: undefined };
  const numEntries = await rollBackDataset(await servicesOf(place), name, OPERATOR, signal, undefined, number);
  const result = { rolled_back: name, num_entries: numEntries };
  const state = number === undefined ? `as it was before its last load` : `as of version ${number}`;
  const text = `restored ${name} ${state}: ${numEntries} entries`;
  return printDone(terminal, options, result, text);
}

interface PublishOptions extends Options {
  readonly versions?: boolean;
}

export async function publish({ place, args, options, terminal }: Call<PublishOptions>): Promise<number> {
  const [name] = args as [string];
  const services = await servicesOf(place);
  await publishDataset(services, name, OPERATOR, options.versions);
  const withheld = requireRecord(services.catalog, name).earlier.filter((version) => version.withheld);
  const held = withheld.map(({ number }) => number).toReversed();
  const which = held.length === 1 ? `version ${held[0]} stays` : `versions ${held.join(", ")} stay`;
  const rest = held.length > 0 ? `; ${which} with its managers until you add --versions` : "";
  return printDone(terminal, options, { published: name }, `published ${name}: everyone may read it${rest}`);
}

export async function retract({ place, args, options, terminal }: Call<UsedOptions>): Promise<number> {
  const [name] = args as [string];
  await refuseUsed(place, name, "retract", options);
  await retractDataset(await servicesOf(place), name, OPERATOR);
  const text = `retracted ${name}: only administrators and its managers may read it`;
  return printDone(terminal, options, { retracted: name }, text);
}

interface ManagersOptions extends Options {
  readonly add?: string;
  readonly remove?: string;
}

/** Add or remove a manager of a dataset, if requested, and list its managers. */
export async function listManagers({ place, args, options, terminal }: Call<ManagersOptions>): Promise<number> {
  const services = await servicesOf(place);
  const { catalog } = services;
  const [name] = args as [string];
  const add = options.add === undefined ? [] : [options.add];
  const remove = options.remove === undefined ? [] : [options.remove];
  if (add.length + remove.length > 0) await changeManagers(services, name, { add, remove }, OPERATOR);
  for (const user of add) noteUnknownUser(terminal, catalog, user);
  const managers = ownerNames(catalog, requireRecord(catalog, name).managers);
  if (options.json) printJson(terminal, { dataset: name, managers });
  else for (const manager of managers) printLine(terminal.out, manager);
  if (managers.length === 0) printLine(terminal.err, `${name} has no managers; only administrators can change it`);
  return 0;
}

/** Return the services that change datasets. */
export async function servicesOf(place: Workplace): Promise<ChangeServices> {
  return { ...(await place.openRecords()), audit: place.audit };
}

function describeRow({ model, engine, lastModified, ...dataset }: Dataset): readonly string[] {
  const state = dataset.private ? "private" : "public";
  const changed = lastModified.toISOString().slice(0, 16).replace("T", " ");
  return [model.dataset.name, String(engine.numEntries), state, changed, model.dataset.label];
}
