import { fileColumns } from "../ingest/csv/columns.js";
import type { Model } from "../model/cube.js";
import { nearest } from "../model/nearest.js";
import type { TableAnalysis } from "./table-analysis.js";

/** How the columns of a file differ from those that the model of a series reads. */
export interface SeriesDifference {
  /** Columns that the model reads and the file lacks, with that of the file which may be the same under another name. */
  readonly missing: readonly { readonly column: string; readonly renamed: string | null }[];
  /** Columns of the file that the model does not read. */
  readonly unread: readonly string[];
}

/**
 * Compare the columns of a file with a model.
 * @param members values that the dataset has, by column of the model: a column with most of them is the same
 */
export function compareColumns(
  model: Model,
  { columns }: TableAnalysis,
  members: ReadonlyMap<string, ReadonlySet<string>> = new Map(),
): SeriesDifference {
  const read = fileColumns(model);
  const headings = new Set(columns.map(({ heading }) => heading));
  const unread = columns.filter(({ heading }) => heading !== "" && !read.has(heading));
  const missing = [...read].filter((column) => !headings.has(column));
  return {
    missing: missing.map((column) => {
      const known = members.get(column);
      const shared = unread.find(({ values = [] }) => {
        const common = known ? values.filter((value) => known.has(value)).length : 0;
        return common > 0 && common * 2 >= values.length;
      });
      const [near = null] = nearest(
        column,
        unread.map(({ heading }) => heading),
      );
      const only = missing.length === 1 && unread.length === 1 ? unread[0]!.heading : null;
      return { column, renamed: shared?.heading ?? near ?? only };
    }),
    unread: unread.map(({ heading }) => heading),
  };
}
