import { type Both, shareFields } from "../../../core/model/shared-fields.js";
import { decimalText } from "../../../core/model/values/decimal.js";
import type { Parameters } from "../../../core/query/parameters.js";
import type { Dataset } from "../../../store/dataset.js";
import { nextPage } from "../../../core/query/page.js";
import { describeDataset, type DatasetDescription } from "../describe/describe-dataset.js";
import { datasetUrl } from "../describe/links.js";
import type { Actor } from "../../../access/actor.js";
import type { Cancellation } from "../../../core/engine/cancellation.js";
import type { Context } from "../../context.js";
import type { Resource } from "../../answer.js";
import { withoutVersion } from "../../../store/version-name.js";
import type { PagePlace } from "../../page-place.js";
import { countChanges } from "./changed-entries.js";
import {
  bindChanges,
  type ChangesCall,
  changesAnswer,
  changesForms,
  describeChanges,
  readPageOfChanges,
} from "./changes.js";
import type { EntrySums } from "./compare-versions.js";
import { askForSplit, chooseChangesSplit, rankSplitting, readSplit, type SplitChanges } from "./split-changes.js";
import { type ChangeDescription, describeChange } from "./write-changes.js";
import { labelMeasures, type MeasureLabel } from "../../../core/model/measure-label.js";

/** Entries on a page. */
const PAGESIZE = 50;
/** One of the two versions on the page. */
export interface ComparedVersion {
  readonly number: number;
  /** ISO 8601, UTC. */
  readonly loaded: string;
  readonly note: string | null;
  readonly html_url: string;
}

/** A number of entries and their sums, as texts with all digits, in the order of the measures. */
export interface ChangeSums {
  readonly numEntries: number;
  readonly sums: readonly string[];
}

/** The differences between two versions of a dataset. */
export interface ChangesPage extends PagePlace {
  readonly kind: "changes";
  /** The later version. */
  readonly dataset: DatasetDescription;
  readonly versions: Both<ComparedVersion>;
  readonly warnings: readonly string[];
  readonly model: readonly string[];
  readonly measures: readonly MeasureLabel[];
  readonly labels: ReadonlyMap<string, string>;
  readonly sums: {
    readonly added: ChangeSums;
    readonly removed: ChangeSums;
    readonly changed: Both<ChangeSums>;
    readonly unchanged: ChangeSums;
    readonly before: ChangeSums;
    readonly after: ChangeSums;
  };
  /** Cells by the difference; `null` if there is no dimension to split by. */
  readonly split: SplitChanges | null;
  readonly cut: string;
  /** Fields that tell entries apart, the best first. */
  readonly shown: readonly string[];
  readonly entries: readonly ChangeDescription[];
  readonly numChanges: number;
  readonly page: number;
  readonly nextPage: number | undefined;
}

/** `GET /{dataset}/meta/changes`: how two versions of a dataset differ. The page splits the difference by a dimension. */
export function showChanges(
  context: Context,
  actor: Actor,
  name: string,
  parameters: Parameters,
  origin: string,
  signal?: Cancellation,
): Resource<ChangesPage> {
  const call = bindChanges(context, actor, name, parameters, origin, signal);
  return {
    ...changesAnswer(call),
    formats: changesForms(call, origin),
    page: () => makePage(call, name, parameters, origin),
  };
}

async function makePage(call: ChangesCall, name: string, parameters: Parameters, origin: string): Promise<ChangesPage> {
  const { context, actor, versions, signal } = call;
  const { after, before } = versions;
  const { model } = after;
  const ranked = await rankSplitting(context, versions);
  const measures = labelMeasures(shareFields(before.model, model).measures.map((each) => each.after));
  const split = chooseChangesSplit(after, parameters, ranked, measures[0]?.name);
  const requested = askForSplit(parameters, split, PAGESIZE);
  const bound = bindChanges(context, actor, name, requested, origin, signal);
  // Count its cost as that of the answer.
  const shown = { ...bound, effort: call.effort };
  const head = await describeChanges(shown);
  const entries = await describeEntries(shown, head.changes, origin);
  const { changes } = head;
  const number = countChanges(changes);
  const own = withoutVersion(model.dataset.name);
  return {
    kind: "changes",
    origin,
    url: `${datasetUrl(origin, own)}/meta/changes`,
    query: `?from=${before.number}&to=${after.number}`,
    alternates: ["json", "csv"],
    dataset: describeDataset(after, origin),
    versions: { before: describeCompared(before, origin), after: describeCompared(after, origin) },
    warnings: head.warnings,
    model: head.model,
    measures,
    labels: new Map([...before.model.fields, ...model.fields].map((field) => [field.name, field.label])),
    sums: textsOfSums(changes),
    split: split && readSplit(after, head.drilldown, split),
    cut: parameters.get("cut") ?? "",
    shown: ranked.map((dimension) => dimension.name),
    entries,
    numChanges: number,
    page: shown.page.page,
    nextPage: nextPage(number, shown.page),
  };
}

type ChangesHead = Awaited<ReturnType<typeof describeChanges>>;

async function describeEntries(
  shown: ChangesCall,
  changes: ChangesHead["changes"],
  origin: string,
): Promise<readonly ChangeDescription[]> {
  const entries: ChangeDescription[] = [];
  for await (const batch of readPageOfChanges(shown, changes)) {
    entries.push(...batch.map((each) => describeChange(shown.versions, each, origin)));
  }
  return entries;
}

function textsOfSums(changes: ChangesHead["changes"]): ChangesPage["sums"] {
  return {
    added: textsOf(changes.added),
    removed: textsOf(changes.removed),
    changed: { before: textsOf(changes.changed.before), after: textsOf(changes.changed.after) },
    unchanged: textsOf(changes.unchanged),
    before: textsOf(changes.before),
    after: textsOf(changes.after),
  };
}

function describeCompared(dataset: Dataset, origin: string): ComparedVersion {
  const { number, history, model } = dataset;
  const facts = history.find((each) => each.number === number)!;
  return {
    number,
    loaded: facts.since.toISOString(),
    note: facts.note,
    html_url: datasetUrl(origin, model.dataset.name),
  };
}

function textsOf({ numEntries, sums }: EntrySums): ChangeSums {
  return { numEntries, sums: sums.map((sum) => decimalText(sum)) };
}
