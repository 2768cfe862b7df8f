import { isBlankRow, planRow } from "../../../sources/ingest/cast/cast-row.js";
import { DateColumns } from "../../../sources/ingest/cast/date-columns.js";
import { bindColumns } from "../../../sources/ingest/csv/columns.js";
import { DateSearch } from "../../../sources/ingest/search-dates.js";
import { UserError } from "../../../core/errors/errors.js";
import type { SourceRow } from "../../../core/engine/source-row.js";
import type { Dimension, Measure, Model } from "../../../core/model/cube.js";
import { isDerivedDimension } from "../../../core/model/row-model.js";
import { decimalText } from "../../../core/model/values/decimal.js";
import type { Value } from "../../../core/model/values/value.js";
import { orderByUse } from "../../reading/describe/field-use.js";
import { readDraftModel } from "./draft-source.js";
import type { Draft } from "./draft.js";

/** Maximum number of entries that are previewed. */
const SHOWN = 8;

/** The first rows of a draft's file as its model reads them. */
export interface FirstEntries {
  readonly currency: string | null;
  readonly dimensions: readonly Dimension[];
  readonly measures: readonly Measure[];
  readonly rows: readonly FirstEntry[];
}

/** A row as an entry: texts of its dimensions and exact amounts of its measures; or why it cannot be loaded. */
export type FirstEntry =
  | { readonly members: readonly (string | null)[]; readonly amounts: readonly string[] }
  | { readonly errors: readonly string[] };

/**
 * Read the first rows of a draft's file as a load would.
 * @returns `null` if the model has errors, or the file was not analysed by this version
 * Cost: a few records, which the analysis kept.
 */
export function readFirstEntries(draft: Pick<Draft, "model" | "analysis" | "date">): FirstEntries | null {
  const begin = draft.analysis?.begin;
  if (!begin) return null;
  try {
    return readEntries(readDraftModel(draft).model, begin.header, begin.records);
  } catch (error) {
    // The form lists the errors of the model; a load reports columns that are missing.
    if (error instanceof UserError) return null;
    throw error;
  }
}

function readEntries(
  model: Model,
  header: readonly string[],
  records: readonly (readonly string[])[],
): FirstEntries | null {
  const columns = bindColumns(model, { cells: header });
  const search = new DateSearch(model);
  const takeDates = search.plan(columns);
  records.forEach((record, at) => takeDates(record, at + 1));
  const cast = planRow(model, columns, undefined, new DateColumns(search.verdicts()));
  const { tidy, mending } = columns;
  const stored = model.dimensions.filter((dimension) => !isDerivedDimension(dimension));
  const dimensions = orderByUse(stored);
  const places = dimensions.map((dimension) => stored.indexOf(dimension));
  const rows = records.flatMap((found, at): readonly FirstEntry[] => {
    const record = mending.mend(found);
    if (isBlankRow(record) || mending.isHeader(record) || (tidy && tidy.ruleFor(record) >= 0)) return [];
    return (tidy?.rowsOf(tidy.fill(record)) ?? [record]).map((row) => {
      const outcome = cast(row, at + 1);
      if (!("members" in outcome)) return { errors: outcome.map(({ message }) => message) };
      return showEntry(outcome, dimensions, places);
    });
  });
  if (rows.length === 0) return null;
  return { currency: model.dataset.currency, dimensions, measures: model.measures, rows: rows.slice(0, SHOWN) };
}

function showEntry(
  { members, amounts }: SourceRow,
  dimensions: readonly Dimension[],
  places: readonly number[],
): FirstEntry {
  return {
    members: dimensions.map((dimension, at) => textOf(dimension, members[places[at]!]!)),
    amounts: amounts.map(decimalText),
  };
}

/** Return the label of a member, or its name; of a date, which pages write in their language, its name. */
function textOf({ kind, attributes, identity }: Dimension, values: readonly Value[]): string | null {
  const label = kind === "date" ? undefined : attributes.find(({ name }) => name === "label");
  const value = (label && values[label.index]) ?? values[identity.index] ?? null;
  return value === null ? null : String(value);
}
