import type { Dimension } from "../../../core/model/cube.js";
import { type InlineColumns, inlineColumns } from "./inline-columns.js";
import { idTable } from "./version.js";
import type { InlineFacts } from "./version-header.js";

/** An inline dimension as queries see it: the text of its only attribute is in columns of the entries. */
export interface InlineColumn {
  readonly isInline: true;
  readonly dimension: Dimension;
  readonly columns: InlineColumns;
  readonly facts: InlineFacts;
  /** Table with the ids of texts that several entries have. */
  readonly ids: string;
}

/** View an inline dimension. @param table that of the version */
export function viewInline(dimension: Dimension, table: string, facts: InlineFacts): InlineColumn {
  const { index } = dimension;
  return { isInline: true, dimension, columns: inlineColumns(index), facts, ids: idTable(table, index) };
}
