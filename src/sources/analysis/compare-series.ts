import { phraseText } from "../../core/errors/phrase-text.js";
import { fileColumns } from "../ingest/csv/columns.js";
import type { Model } from "../../core/model/cube.js";
import { addedColumns } from "../../core/model/table-rules.js";
import { nearest } from "../../core/model/nearest.js";
import type { ColumnAnalysis, TableAnalysis } from "./table-analysis.js";

/** How the columns of a file differ from those that the model of a series reads. */
export interface SeriesDifference {
  /** Columns that the model reads and the file lacks, with that of the file which may be the same under another name. */
  readonly missing: readonly { readonly column: string; readonly renamed: RenamedColumn | null }[];
  /** Columns of the file that the model does not read. */
  readonly unread: readonly string[];
}

/** A column of the file under another name, and what shows that. */
export interface RenamedColumn {
  readonly column: string;
  readonly reason: string;
}

/**
 * Compare the columns of a file with a model.
 * @param members values that the dataset has, by column of the model: a column with most of them is the same
 */
export function compareColumns(
  model: Model,
  { columns, begin }: Pick<TableAnalysis, "columns" | "begin">,
  members: ReadonlyMap<string, ReadonlySet<string>> = new Map(),
): SeriesDifference {
  const read = fileColumns(model);
  const headings = new Set([...columns.map(({ heading }) => heading), ...(begin?.header ?? [])]);
  const { unpivot = null, currency = null } = model.table ?? {};
  const added = new Set([...(unpivot ? addedColumns(unpivot) : []), ...(currency ? [currency.to] : [])]);
  const unread = columns.filter(({ heading }) => heading !== "" && !read.has(heading) && !added.has(heading));
  const missing = [...read].filter((column) => !headings.has(column));
  const renamed = new Map<string, RenamedColumn>();
  const free = new Map(unread.map((column) => [column.heading, column]));
  // Values tell more than names: all columns are looked for by them first.
  for (const find of [byValues(members), byName, byKind(model, missing), byRest]) {
    for (const column of missing) {
      if (renamed.has(column)) continue;
      const found = find(column, [...free.values()], missing.length - renamed.size);
      if (found === null) continue;
      renamed.set(column, found);
      free.delete(found.column);
    }
  }
  return {
    missing: missing.map((column) => ({ column, renamed: renamed.get(column) ?? null })),
    unread: unread.map(({ heading }) => heading),
  };
}

/** Finds the column among those left over that is a missing one. @param left number of columns that are missing still */
type FindRenamed = (column: string, free: readonly ColumnAnalysis[], left: number) => RenamedColumn | null;

function byValues(members: ReadonlyMap<string, ReadonlySet<string>>): FindRenamed {
  return (column, free) => {
    const known = members.get(column);
    if (!known || known.size === 0) return null;
    const shared = free.map(({ heading, values, samples }) => {
      const own = values ?? samples;
      return { heading, all: own.length, common: own.filter((value) => known.has(value)).length };
    });
    const [best] = shared.toSorted((a, b) => b.common / (b.all || 1) - a.common / (a.all || 1) || b.common - a.common);
    if (!best || best.common === 0 || best.common * 2 < best.all) return null;
    return { column: best.heading, reason: phraseText("values_known_there", { count: best.common, total: best.all }) };
  };
}

const byName: FindRenamed = (column, free) => {
  const [near] = nearest(
    column,
    free.map(({ heading }) => heading),
  );
  return near === undefined ? null : { column: near, reason: phraseText("by_its_name") };
};

/** Amounts and dates are no members: the only column left over of their kind is the one. */
function byKind(model: Model, missing: readonly string[]): FindRenamed {
  const amounts = new Set(model.measures.map(({ source }) => source.column));
  const dates = new Set(
    model.dimensions.flatMap(({ kind, attributes }) =>
      kind === "date" ? attributes.flatMap(({ source }) => source?.column ?? []) : [],
    ),
  );
  return (column, free) => {
    for (const [kind, own, what] of [
      ["number", amounts, "only_column_of_numbers"],
      ["date", dates, "only_column_of_dates"],
    ] as const) {
      const fitting = free.filter(({ type }) => type.kind === kind);
      if (!own.has(column) || fitting.length !== 1 || missing.filter((each) => own.has(each)).length !== 1) continue;
      return { column: fitting[0]!.heading, reason: phraseText(what) };
    }
    return null;
  };
}

const byRest: FindRenamed = (_, free, left) =>
  left === 1 && free.length === 1 ? { column: free[0]!.heading, reason: phraseText("only_new_column") } : null;
