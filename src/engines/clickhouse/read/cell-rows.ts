import type { Cells } from "../../../core/engine/engine.js";
import { type DecimalColumn, packBigIntegers } from "../../../core/model/values/decimal-column.js";
import type { AggregateQuery } from "../../../core/query/aggregate/query.js";
import type { CellColumns } from "./plan-cells.js";
import type { ReadScope } from "./scope.js";
import { readTextMembers } from "./text-ids.js";

/** A row in the format JSONCompact: integers of 64 bits and more are texts. */
export type JsonRow = readonly (string | number | null)[];

/** Read the keys of cells: one column for each. */
export async function readCellKeys(
  scope: ReadScope,
  plan: CellColumns,
  page: readonly JsonRow[],
): Promise<Cells["keys"]> {
  const found: Cells["keys"][number][] = [];
  for (const [at, { key, column }] of plan.keys.entries()) {
    const { attribute } = key;
    if (column.isInline) {
      const texts = page.map((row) => row[at] as string | null);
      const positions = page.map((row) => Number(row.at(-1)));
      found.push(attribute ? texts : await readTextMembers(scope, column, texts, positions));
      continue;
    }
    const codes = page.map((row) => Number(row[at]));
    found.push(
      attribute
        ? codes.map((code) => column.valueAt(code, attribute.index))
        : codes.map((code) => column.memberAt(code)),
    );
  }
  return found;
}

/** Read the cells of a page. @param keys one column for each key */
export function readClusterCells(
  scope: ReadScope,
  query: AggregateQuery,
  plan: CellColumns,
  keys: Cells["keys"],
  page: readonly JsonRow[],
): Cells {
  const { measures } = scope.view.version.facts;
  const first = plan.keys.length;
  return {
    length: page.length,
    keys,
    sums: query.measures.map(({ index }, at) =>
      packTexts(
        page.map((row) => String(row[first + at])),
        measures[index]!.scale,
      ),
    ),
    ...(query.statistics && {
      statistics: plan.statistics.map((each, at) =>
        packBigIntegers(
          page.map((row) => each.read(statisticValues(plan, row, at))),
          each.scale,
        ),
      ),
    }),
    numEntries: Float64Array.from(page, (row) => Number(row[first + plan.sums.length])),
  };
}

/** Pack integers that are written as text. */
function packTexts(texts: readonly string[], scale: number): DecimalColumn {
  const numbers = Float64Array.from(texts, Number);
  return { scale, unscaled: numbers.every(Number.isSafeInteger) ? numbers : texts.map(BigInt) };
}

/** Return the values of the columns of a statistic. */
export function statisticValues({ keys, sums, statistics }: CellColumns, row: JsonRow, at: number): readonly string[] {
  const before = statistics.slice(0, at).reduce((count, { sql }) => count + sql.length, 0);
  const first = keys.length + sums.length + 1 + before;
  return row.slice(first, first + statistics[at]!.sql.length).map(String);
}
