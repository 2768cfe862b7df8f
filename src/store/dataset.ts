import { createHash } from "node:crypto";
import type { DaySpan } from "../core/engine/day-span.js";
import type { Engine } from "../core/engine/engine.js";
import type { MemberSums } from "../core/engine/member-sums.js";
import type { NameIndex } from "../core/engine/name-index.js";
import type { TermSignature } from "../core/engine/term-signature.js";
import type { DatasetMetadata, Model } from "../core/model/cube.js";
import type { MemberCorrections } from "../core/model/member-corrections.js";
import { editedCorrections, findEdits, parseEdits, printEdits } from "../core/model/edit/edits.js";
import { listTextLanguages } from "../core/model/text-languages.js";
import type { SourceLayout } from "../core/model/layout.js";
import { isView } from "../core/model/row-model.js";
import {
  type DatasetRecord,
  listVersions,
  type LoadRecord,
  type SegmentReference,
  type SourceContent,
  type SourceRecord,
  type VersionRecord,
} from "./disk/manifest.js";
import type { Decimal } from "../core/model/values/decimal.js";
import type { OwnerReference } from "./disk/owners.js";
import type { Loaded } from "./load-tables.js";
import { nameVersion, withoutVersion } from "./version-name.js";

/** One version of a dataset: never changed, only replaced by the next. */
export interface Dataset {
  readonly model: Model;
  /** The model of the last load, without the edits that `model` includes. */
  readonly asLoaded: Model;
  /** Readable by its managers and administrators only. */
  readonly private: boolean;
  /** Users who manage it beside the administrators. */
  readonly managers: readonly OwnerReference[];
  readonly created: Date;
  readonly lastModified: Date;
  /** Unique among all versions of all datasets. It changes with the crosswalks that derived dimensions go through, too. */
  readonly version: string;
  /** Version of the dataset alone, as it is stored; absent if `version` is. */
  readonly ownVersion?: string | undefined;
  /** Number of the version. */
  readonly number: number;
  /** Identifies its entries and its model as edited, under whatever number. */
  readonly contents: string;
  /** When its entries or its model last changed. */
  readonly changed: Date;
  /** True if it was found by its number: its name is that of the version, as `town@3`, and it never changes. */
  readonly isFixed: boolean;
  /** All versions of the dataset, the newest first. */
  readonly history: readonly PastVersion[];
  /** In the order in which they were first loaded. */
  readonly sources: readonly LoadedSource[];
  /** Id of the most recently loaded source; no other source has overwritten its entries. Absent if not known. */
  readonly lastSource?: number | undefined;
  /** Holds its entries; absent if they are not stored. */
  readonly segment?: SegmentReference | undefined;
  readonly engine: Engine;
  /** The dataset that it is, as a collection sees it, whose name then stands before; absent for all others. */
  readonly viewOf?: { readonly collection: string; readonly dataset: string } | undefined;
  /** See `summarizeVersion`; absent where the model and the table are here. */
  readonly summary?: VersionSummary | undefined;
  /** ISO 639-1 code of the language that an answer gives its texts in; absent where none was asked for. */
  readonly language?: string | undefined;
}

/** Facts by which a thread decides whether it needs the model or the table of a version, which take time to open. */
export interface VersionSummary {
  readonly metadata: DatasetMetadata;
  /** Languages in which its model may give texts beside its own; `null`: any. */
  readonly languages: readonly string[] | null;
  readonly numEntries: number;
  /** Years of its dates, ascending; none if they are not known beforehand. */
  readonly years: readonly string[];
  /** The span of its days; `null` without any, absent if it is not known beforehand. */
  readonly days?: DaySpan | null | undefined;
  /** The largest of the amounts that searches are ordered by; `null` if it is not known. */
  readonly largest: Decimal | null;
  /** The words of all members; `null` if they are not known beforehand. */
  readonly signature: TermSignature | null;
  /** The names of all members; `null` if they are not known beforehand. */
  readonly names: NameIndex | null;
  /** Sums of members; `null` if they are not known beforehand. */
  readonly memberSums: MemberSums | null;
}

/** Summaries of versions: lists of many datasets ask for each several times. */
const summaries = new WeakMap<Dataset, VersionSummary>();

/** Summarize a version: without opening it, where only its summary is here. */
export function summarizeVersion(dataset: Dataset): VersionSummary {
  if (dataset.summary) return dataset.summary;
  const known = summaries.get(dataset);
  if (known) return known;
  const summary = summarize(dataset);
  summaries.set(dataset, summary);
  return summary;
}

function summarize({ model, engine }: Dataset): VersionSummary {
  // Derived dimensions have words and names that are not stored.
  const stored = isView(model) ? null : engine;
  const signature = stored?.signature ?? null;
  const names = stored?.names ?? null;
  const memberSums = stored?.memberSums ?? null;
  const amount = model.measures.find(({ name }) => name === "amount");
  const largest = (amount && engine.largestOf?.(amount)) ?? null;
  const years = engine.listYears?.() ?? [];
  const days = engine.spanDays?.();
  const languages = listTextLanguages(model);
  return {
    metadata: model.dataset,
    languages,
    numEntries: engine.numEntries,
    years,
    days,
    largest,
    signature,
    names,
    memberSums,
  };
}

/** True for a dataset of prices, rates or people that others are adjusted by. */
export function isSeries(dataset: Dataset): boolean {
  return summarizeVersion(dataset).metadata.series !== undefined;
}

/** Facts about a version of a dataset, whether its data is stored or not. */
export interface PastVersion {
  readonly number: number;
  /** When it became current. */
  readonly since: Date;
  readonly numEntries: number;
  /** Exact grand total of each measure, by name; `null` if not known. */
  readonly totals: readonly (readonly [measure: string, total: string])[] | null;
  readonly note: string | null;
  /** True if its data is stored. */
  readonly isKept: boolean;
  /** True if its data was purged. */
  readonly isPurged: boolean;
  /** True if only managers may read it. */
  readonly isWithheld: boolean;
  /** Number of the version that a rollback restored as this one; `null` if it was loaded. */
  readonly restored: number | null;
  /** Corrections of members that its managers have edited, by dimension; absent without any. */
  readonly corrections?: ReadonlyMap<string, MemberCorrections> | undefined;
  /** In the order in which they were first loaded; without their layouts. */
  readonly sources: readonly LoadedSource[];
}

/** A file whose rows a dataset holds. */
export interface LoadedSource {
  /** Positive, unique in the dataset, never used again. */
  readonly id: number;
  /** A URL, or the absolute path of a local file. */
  readonly url: string;
  readonly loaded: Date;
  /** The file that was loaded; absent if not known. */
  readonly content?: SourceContent | undefined;
  /** Layout that maps the file's rows to the model's; absent or `null` if the file needs none. */
  readonly layout?: SourceLayout | null | undefined;
}

/** Combine a dataset's record with its table. */
export function versionFacts(record: DatasetRecord, loaded: Loaded): Dataset {
  return {
    ...describeLoaded(record, record.current, loaded),
    private: record.private,
    lastModified: new Date(record.lastModified),
    version: record.version,
    ownVersion: record.version,
    isFixed: false,
  };
}

/** Combine the record of a version that is not current with its table. */
export function pastFacts(record: DatasetRecord, load: LoadRecord, loaded: Loaded): Dataset {
  const facts = describeLoaded(record, load, loaded);
  const { isWithheld } = readVersion(load, record);
  const { contents: version, changed: lastModified } = facts;
  const isPrivate = record.private || isWithheld;
  return fixVersion({ ...facts, private: isPrivate, lastModified, version, ownVersion: version, isFixed: false });
}

/** Return a version under its number. */
export function fixVersion(dataset: Dataset): Dataset {
  const { model, number, contents, changed, version, ownVersion } = dataset;
  const hasCrosswalks = ownVersion !== version;
  // A restored version has the contents of another one, but other addresses.
  const own = hashOf([contents, number]);
  const fixed = nameModel(model, nameVersion(withoutVersion(model.dataset.name), number));
  return {
    ...dataset,
    model: fixed,
    summary: dataset.summary && { ...dataset.summary, metadata: fixed.dataset },
    version: hasCrosswalks ? hashOf([own, version]) : own,
    ownVersion: own,
    lastModified: hasCrosswalks ? dataset.lastModified : changed,
    isFixed: true,
  };
}

type LoadedFacts = Omit<Dataset, "private" | "lastModified" | "version" | "isFixed">;

function describeLoaded(record: DatasetRecord, load: LoadRecord, { model, asLoaded, engine }: Loaded): LoadedFacts {
  return {
    model,
    asLoaded,
    managers: record.managers,
    created: new Date(record.created),
    number: load.number,
    contents: hashOf([load.segment.file, load.edits]),
    changed: new Date(load.edited ?? load.since),
    history: listVersions(record).map((version) => readVersion(version, record)),
    sources: load.sources.map(readSource),
    lastSource: load.lastSource,
    segment: load.segment,
    engine,
  };
}

function hashOf(facts: readonly unknown[]): string {
  return createHash("sha1").update(JSON.stringify(facts)).digest("hex").slice(0, 16);
}

/** Models under the names of versions: what was computed for a model is found again by the same object. */
const named = new WeakMap<Model, Map<string, Model>>();

/** Give a model the name of a version. */
export function nameModel(model: Model, name: string): Model {
  const known = named.get(model) ?? new Map<string, Model>();
  named.set(model, known);
  const found = known.get(name) ?? { ...model, dataset: { ...model.dataset, name } };
  known.set(name, found);
  return found;
}

/** The current version is as visible as its dataset. */
function readVersion(version: VersionRecord, { current }: DatasetRecord): PastVersion {
  return {
    number: version.number,
    since: new Date(version.since),
    numEntries: version.numEntries,
    totals: version.totals ?? null,
    note: version.note ?? null,
    isKept: version.segment !== null,
    isPurged: version.purged === true,
    isWithheld: version.withheld === true && version.number !== current.number,
    restored: version.restored ?? null,
    ...(version.edits?.includes(".corrections") && { corrections: editedCorrections(parseEdits(version.edits)) }),
    sources: version.sources.map(({ id, url, loaded, content }) => ({ id, url, loaded: new Date(loaded), content })),
  };
}

/** List the versions whose data is stored and that everybody who may read the dataset may read, the newest first. */
export function publicVersions({ history }: Pick<Dataset, "history">): readonly PastVersion[] {
  return history.filter(({ isKept, isWithheld }) => isKept && !isWithheld);
}

/** Describe the edits of a loaded model for the manifest. */
export function describeEdits(asLoaded: Model, model: Model): Pick<LoadRecord, "edits"> {
  const edits = findEdits(asLoaded, model);
  return edits.size === 0 ? {} : { edits: printEdits(edits) };
}

export function sourceRecordOf({ id, url, loaded, content, layout }: LoadedSource): SourceRecord {
  return {
    id,
    url,
    loaded: loaded.toISOString(),
    ...(content && { content }),
    ...(layout && { layout: JSON.stringify(layout) }),
  };
}

function readSource({ id, url, loaded, content, layout }: SourceRecord): LoadedSource {
  const known = layout === undefined ? null : (JSON.parse(layout) as SourceLayout);
  return { id, url, loaded: new Date(loaded), content, layout: known };
}
