import type { Dimension } from "../../../core/model/cube.js";
import type { CodeColumn } from "../../kernel/query/table.js";
import { mapColumn } from "./derive-column.js";
import { listedValues } from "./listed-values.js";
import { openMembers } from "./members.js";
import { numberTargets } from "./number-targets.js";
import { RankCache } from "./ranks.js";
import type { ColumnarTable, DimensionColumn, SourceColumn } from "./table.js";

/** Columns with the codes of sources, which hold posting lists: one for all views of a table. */
const stored = new WeakMap<SourceColumn, DimensionColumn>();

/**
 * View the sources of entries as the column of a dimension. A table with one source has no codes for it: then all
 * members of some other dimension stand for it.
 */
export function viewSources(dimension: Dimension, { sources, dimensions }: ColumnarTable): DimensionColumn {
  const labels = dimension.sources!;
  const { codes, sources: ids } = sources;
  const from = codes ? openStored(dimension, sources, codes) : dimensions[0]!;
  return mapColumn(dimension, from, {
    find: () => numberTargets(from.attributes[0]!.length, (code) => ids[codes ? code : 0]?.toString()),
    list: (names) => [listedValues(names), listedValues(names.map((name) => labels.get(Number(name)) ?? name))],
    idOf: (target) => ids[target]!,
    bytes: () => 0,
  });
}

function openStored(dimension: Dimension, column: SourceColumn, codes: CodeColumn): DimensionColumn {
  const known = stored.get(column);
  if (known) return known;
  const attributes = [listedValues(column.sources.map(String))];
  const opened: DimensionColumn = {
    dimension,
    codes,
    columns: [],
    attributes,
    missing: -1,
    ranks: new RankCache(attributes),
    pickMembers: openMembers(attributes, -1, true),
    words: null,
  };
  stored.set(column, opened);
  return opened;
}
