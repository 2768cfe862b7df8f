import type { Definition } from "../../../sources/analysis/column-uses.js";
import { addRepairs, hasRepair, type Repair, removeRepairs, tableOf } from "../../../sources/analysis/repair.js";
import type { Draft } from "./draft.js";

/** The choices of a form about the table in a file. */
export interface TableChoice {
  /** Row of the file that is to be the header; `null` if the form has no such choice. */
  readonly headerRow: number | null;
  /** Name of a sheet; empty if the file has none. */
  readonly sheet: string;
  /** Encoding in which the words are right; empty if the form has no such choice. */
  readonly encoding: string;
  /** Repairs of the form, by their ids, chosen or not. */
  readonly repairs: readonly { readonly id: string; readonly isAccepted: boolean }[];
}

/** A repair as a form offers it. */
export interface OfferedRepair extends Repair {
  readonly id: string;
  readonly isAccepted: boolean;
}

/**
 * Return the model of a draft with the encoding that a form chooses, as JSON.
 * @returns `undefined` if the file was read in that encoding
 */
export function chosenEncoding({ model, analysis }: Draft, { encoding }: TableChoice): string | undefined {
  if (!analysis?.encodingChoice?.slice(1).some(({ name }) => name === encoding)) return undefined;
  const document = JSON.parse(model) as { readonly dataset: object };
  return JSON.stringify({ ...document, dataset: { ...document.dataset, encoding } }, null, 2);
}

/** List the repairs that the file of a draft calls for. */
export function listRepairs({ model, analysis }: Pick<Draft, "model" | "analysis">): readonly OfferedRepair[] {
  const table = currentRules(model);
  return (analysis?.repairs ?? []).map((repair) => ({
    ...repair,
    id: JSON.stringify(repair.table),
    isAccepted: hasRepair(table, repair),
  }));
}

/** List the rows that are sums of others, or are called so, and that nobody has said to be totals or entries. */
export function openTotals(draft: Pick<Draft, "model" | "analysis" | "countsTotals">): readonly OfferedRepair[] {
  return draft.countsTotals === true
    ? []
    : listRepairs(draft).filter(({ kind, isAccepted }) => kind === "totals" && !isAccepted);
}

/**
 * Return the rules of the table that a form chooses, as JSON. Another header or sheet is another table, so that no repair
 * of the one before holds.
 * @returns `undefined` if the draft has these rules already
 */
export function chosenRules(draft: Pick<Draft, "model" | "analysis">, choice: TableChoice): Definition | undefined {
  const { model, analysis } = draft;
  if (analysis?.headerRow === undefined) return undefined;
  const now = currentRules(model);
  const { sheet = "" } = analysis;
  if (choice.sheet !== "" && choice.sheet !== sheet) return { sheet: choice.sheet };
  if (choice.headerRow !== null && choice.headerRow !== analysis.headerRow) {
    return { ...(now?.sheet === undefined ? {} : { sheet: now.sheet }), header_row: choice.headerRow };
  }
  const isChosen = new Map(choice.repairs.map(({ id, isAccepted }) => [id, isAccepted]));
  const offered = listRepairs(draft);
  const added = offered.filter(({ id, isAccepted }) => !isAccepted && isChosen.get(id) === true);
  const removed = offered.filter(({ id, isAccepted }) => isAccepted && isChosen.get(id) === false);
  if (added.length + removed.length === 0) return undefined;
  return addRepairs(removeRepairs(now, removed), added) ?? {};
}

/** Return the rules of a draft's table. */
export function rulesOf({ model }: Pick<Draft, "model">): Definition {
  return currentRules(model) ?? {};
}

function currentRules(model: string): Definition | null {
  try {
    return tableOf(JSON.parse(model));
  } catch {
    return null;
  }
}
