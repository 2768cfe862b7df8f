import { OPERATOR } from "../../access/actor.js";
import { addCollection, dropCollection } from "../../calls/publishing/manage/collections.js";
import { changePartsOfCollection } from "../../calls/publishing/manage/collection-editor.js";
import type { CollectionMembers, CollectionRecord } from "../../store/disk/manifest.js";
import { formatTable, printDone, printJson, printLine } from "../terminal/terminal.js";
import type { Call } from "./call.js";
import { servicesOf } from "./dataset.js";

interface Options {
  readonly json?: boolean;
}

interface AddOptions extends Options {
  readonly label?: string;
  readonly description?: string;
  readonly datasets?: string;
  readonly crosswalks?: string;
  readonly territory?: string;
  readonly category?: string;
  readonly taxonomy?: string;
  readonly tag?: string;
}

export async function addCollectionByName({ place, args, options, terminal }: Call<AddOptions>): Promise<number> {
  const [name] = args as [string];
  const { label, description, datasets, crosswalks, territory, category, taxonomy, tag } = options;
  const rule = { territory, category, taxonomy, tag };
  const { numMembers } = await addCollection(
    await servicesOf(place),
    { name, label, description, datasets, crosswalks, rule },
    OPERATOR,
  );
  const count = numMembers === 1 ? "1 dataset" : `${numMembers} datasets`;
  const text = `added the collection ${name}: ${numMembers === null ? "all datasets that meet its rule" : count}`;
  return printDone(terminal, options, { added: name, datasets: numMembers }, text);
}

interface ChangeOptions extends AddOptions {
  readonly rename?: string;
}

export async function changeCollectionByName({ place, args, options, terminal }: Call<ChangeOptions>): Promise<number> {
  const [name] = args as [string];
  const { label, description, datasets, crosswalks, territory, category, taxonomy, tag, rename } = options;
  const parts = { label, description, datasets, crosswalks, territory, category, taxonomy, tag, name: rename };
  const given = Object.fromEntries(Object.entries(parts).filter(([, text]) => text !== undefined));
  if (Object.keys(given).length === 0) {
    printLine(terminal.err, "error: nothing to change: give --label, another part of the collection, or --rename");
    return 2;
  }
  await changePartsOfCollection(await servicesOf(place), name, given, OPERATOR);
  const text = `changed the collection ${name}${rename === undefined ? "" : `, which is called ${rename} now`}`;
  return printDone(terminal, options, { changed: name, ...(rename !== undefined && { renamed: rename }) }, text);
}

export async function listCollectionNames({ place, options, terminal }: Call<Options>): Promise<number> {
  const { catalog } = await place.openRecords();
  const { collections } = catalog;
  if (options.json) printJson(terminal, collections);
  else if (collections.length === 0) printLine(terminal.err, `there are no collections in ${place.directory}`);
  else printLine(terminal.out, formatTable([["name", "datasets", "label"], ...collections.map(describeRow)]));
  return 0;
}

export async function dropCollectionByName({ place, args, options, terminal }: Call<Options>): Promise<number> {
  const [name] = args as [string];
  await dropCollection(await servicesOf(place), name, OPERATOR);
  return printDone(terminal, options, { dropped: name }, `dropped the collection ${name}; its datasets stay`);
}

function describeRow({ name, members, label }: CollectionRecord): readonly string[] {
  return [name, describeMembers(members), label];
}

function describeMembers(members: CollectionMembers): string {
  if ("datasets" in members) return members.datasets.join("|");
  return Object.entries(members)
    .map(([key, value]) => `${key} ${value}`)
    .join(", ");
}
