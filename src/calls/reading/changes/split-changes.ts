import type { Dimension, Model } from "../../../core/model/cube.js";
import type { Both } from "../../../core/model/shared-fields.js";
import { type Parameters, parameters as parametersOf } from "../../../core/query/parameters.js";
import { parseCuts, printCuts } from "../../../core/query/syntax/cut-clause.js";
import type { Dataset } from "../../../store/dataset.js";
import type { Context } from "../../context.js";
import { countDimensions, rankDimensions } from "../describe/rank-dimensions.js";

/** Maximum number of cells on a page. */
const MAX_CELLS = 100;

/** A cell of both versions. Amounts are of the first measure, as texts with all digits. */
export interface ChangedCell {
  readonly label: string | null;
  /** The clause that cuts to it; `null` if it has no value. */
  readonly cut: string | null;
  readonly before: string;
  readonly after: string;
  readonly difference: string;
}

/** The difference between two versions, split by a dimension. */
export interface SplitChanges {
  /** Label of the dimension. */
  readonly label: string;
  /** The largest increase first. */
  readonly cells: readonly ChangedCell[];
}

/** Names of what a difference is split by, and of the measure. */
export interface ChangesSplit {
  readonly drilldown: string;
  readonly measure: string;
}

/** Rank the dimensions by which the difference between versions can be split, the best first: those that both have. */
export async function rankSplitting(context: Context, { before, after }: Both<Dataset>): Promise<readonly Dimension[]> {
  const counted = await countDimensions(context, after);
  // A number of each entry splits nothing.
  const splitting = counted.filter(({ numMembers }) => numMembers < Math.max(2, after.engine.numEntries));
  return rankDimensions(splitting, after).filter(
    (each) =>
      !each.derivation &&
      each !== after.model.united?.datasets &&
      before.model.dimensions.some(({ name, derivation }) => name === each.name && !derivation),
  );
}

/** Choose how a page splits the difference: as it is asked to, else by the best dimension that is not cut; `null` if there is none. */
export function chooseChangesSplit(
  { model }: Dataset,
  parameters: Parameters,
  ranked: readonly Dimension[],
  measure: string | undefined,
): ChangesSplit | null {
  const cuts = parseCuts(parameters.get("cut") ?? "", () => {});
  const cutFields = new Set(cuts.map(({ field }) => field.replace(/\..*$/, "")));
  const cut = model.dimensions.filter(({ name }) => cutFields.has(name));
  const drilldown =
    parameters.get("drilldown") ?? ranked.find((each) => cut.every((other) => !areSame(model, each, other)))?.name;
  return drilldown === undefined || measure === undefined ? null : { drilldown, measure };
}

/** True for one dimension; in a union, also for two names of what all datasets have once. */
function areSame({ united }: Model, a: Dimension, b: Dimension): boolean {
  return a === b || (united?.parts.every(({ dimensionOf }) => dimensionOf.get(a) === dimensionOf.get(b)) ?? false);
}

/** Write the parameters of the call that answers what the page shows. */
export function askForSplit(parameters: Parameters, split: ChangesSplit | null, pagesize: number): Parameters {
  return parametersOf([
    ...["from", "to", "cut", "page"].map((key): [string, string] => [key, parameters.get(key) ?? ""]),
    ["pagesize", String(pagesize)],
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

/** Read the cells of an answer. @param text their JSON */
export function readSplit(dataset: Dataset, text: string, split: ChangesSplit): SplitChanges {
  const cells = (JSON.parse(text) as readonly Cell[]).slice(0, MAX_CELLS);
  return { label: labelOf(dataset, split.drilldown), cells: cells.map((cell) => readCell(cell, split)) };
}

function labelOf({ model }: Dataset, drilldown: string): string {
  const field = drilldown.replace(/[.|].*$/, "");
  return model.dimensions.find(({ name }) => name === field)?.label ?? drilldown;
}

type Cell = Readonly<Record<string, unknown>>;

function readCell(cell: Cell, { drilldown, measure }: ChangesSplit): ChangedCell {
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
