import { type Both, shareFields } from "../../../core/model/shared-fields.js";
import { decimalText } from "../../../core/model/values/decimal.js";
import type { Parameters } from "../../../core/query/parameters.js";
import { parameters as parametersOf } from "../../../core/query/parameters.js";
import { parseCuts, printCuts } from "../../../core/query/syntax/cut-clause.js";
import type { Dataset } from "../../../store/dataset.js";
import { nextPage } from "../../../core/query/page.js";
import { describeDataset, type DatasetDescription } from "../describe/describe-dataset.js";
import { datasetUrl } from "../describe/links.js";
import { countDimensions, rankDimensions } from "../describe/rank-dimensions.js";
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
import { type ChangeDescription, describeChange } from "./write-changes.js";

/** Entries on a page. */
const PAGESIZE = 50;
/** Maximum number of cells on a page. */
const MAX_CELLS = 100;

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

/** A cell of both versions. Amounts are of the first measure, as texts with all digits. */
export interface ChangedCell {
  readonly label: string | null;
  /** The clause that cuts to it; `null` if it has no value. */
  readonly cut: string | null;
  readonly before: string;
  readonly after: string;
  readonly difference: string;
}

/** The differences between two versions of a dataset. */
export interface ChangesPage extends PagePlace {
  readonly kind: "changes";
  /** The later version. */
  readonly dataset: DatasetDescription;
  readonly versions: Both<ComparedVersion>;
  readonly warnings: readonly string[];
  readonly model: readonly string[];
  readonly measures: readonly { readonly name: string; readonly label: string }[];
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
  readonly split: { readonly label: string; readonly cells: readonly ChangedCell[] } | null;
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
  const cuts = parseCuts(parameters.get("cut") ?? "", () => {});
  const counted = await countDimensions(context, after);
  // A number of each entry splits nothing.
  const splitting = counted.filter(({ numMembers }) => numMembers < Math.max(2, after.engine.numEntries));
  const ranked = rankDimensions(splitting, after).filter(
    ({ name: field, derivation }) =>
      !derivation && before.model.dimensions.some((each) => each.name === field && !each.derivation),
  );
  const cutFields = new Set(cuts.map(({ field }) => field.replace(/\..*$/, "")));
  const drilldown = parameters.get("drilldown") ?? ranked.find((each) => !cutFields.has(each.name))?.name;
  const measures = shareFields(before.model, model).measures.map(({ after: { name, label } }) => ({ name, label }));
  const measure = measures[0]?.name;
  const split = drilldown === undefined || measure === undefined ? null : { drilldown, measure };
  const requested = askForSplit(parameters, split);
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
    split: split && {
      label: labelOf(after, split.drilldown),
      cells: (JSON.parse(head.drilldown) as readonly Cell[]).slice(0, MAX_CELLS).map((cell) => readCell(cell, split)),
    },
    cut: parameters.get("cut") ?? "",
    shown: ranked.map((dimension) => dimension.name),
    entries,
    numChanges: number,
    page: shown.page.page,
    nextPage: nextPage(number, shown.page),
  };
}

type ChangesHead = Awaited<ReturnType<typeof describeChanges>>;

/** How the difference is split. */
interface Split {
  readonly drilldown: string;
  readonly measure: string;
}

/** Write the parameters of the call that answers what the page shows. */
function askForSplit(parameters: Parameters, split: Split | null): Parameters {
  return parametersOf([
    ...["from", "to", "cut", "page"].map((key): [string, string] => [key, parameters.get(key) ?? ""]),
    ["pagesize", String(PAGESIZE)],
    ...(split
      ? ([
          ["exact", "true"],
          ["drilldown", split.drilldown],
          ["measure", split.measure],
          ["order", `${split.measure}.difference:desc`],
        ] as const)
      : []),
  ]);
}

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

function labelOf({ model }: Dataset, drilldown: string): string {
  const field = drilldown.replace(/[.|].*$/, "");
  return model.dimensions.find(({ name }) => name === field)?.label ?? drilldown;
}

function textsOf({ numEntries, sums }: EntrySums): ChangeSums {
  return { numEntries, sums: sums.map((sum) => decimalText(sum)) };
}

type Cell = Readonly<Record<string, unknown>>;

function readCell(cell: Cell, { drilldown, measure }: Split): ChangedCell {
  const key = readKey(cell, drilldown);
  const text = (name: string): string => String(cell[name] ?? 0);
  return {
    label: key?.label ?? null,
    cut: key && printCuts([{ field: drilldown, value: key.name }]),
    before: text(`${measure}.against`),
    after: text(measure),
    difference: text(`${measure}.difference`),
  };
}

/** Read the label and the name of a cell's member, or its value. */
function readKey(cell: Cell, drilldown: string): { readonly label: string; readonly name: string } | null {
  let value: unknown = cell;
  for (const part of drilldown.split(".")) value = (value as Cell | null)?.[part];
  if (value === null || value === undefined) return null;
  if (typeof value !== "object") return { label: String(value), name: String(value) };
  const { label, name } = value as Cell;
  return { label: String(label ?? name), name: String(name) };
}
