import type { TableRules } from "../../../core/model/table-rules.js";
import type { HeldTables } from "./archive.js";
import type { ColumnFormat } from "../decode/sheet-formats.js";

/** Returns what the number formats of a column show, by its name; `null` if none of its cells is stored as a number. */
export type FormatOf = (column: string) => ColumnFormat | null;

/**
 * Find the number formats of the columns of a spreadsheet. A column that others became has those of all of them.
 * @param header of the file
 */
export function columnFormats(held: HeldTables | null, header: readonly string[], table: TableRules | null): FormatOf {
  if (held === null) return () => null;
  const { unpivot } = table ?? {};
  return (column) => {
    const cell = unpivot?.cells.indexOf(column) ?? -1;
    const turned = [...(unpivot?.columns ?? [])].filter(([, each]) => each.cell === cell).map(([name]) => name);
    const columns = cell < 0 ? [column] : turned;
    const found = columns.flatMap((each) => {
      const at = header.indexOf(each);
      return (at < 0 ? null : held.formats.of(at)) ?? [];
    });
    if (found.length === 0) return null;
    return {
      numbers: found.reduce((sum, { numbers }) => sum + numbers, 0),
      currencies: [...new Set(found.flatMap(({ currencies }) => currencies))],
    };
  };
}
