import { compareValues } from "../../../core/engine/compare.js";
import type { FacetCounts } from "../../../core/engine/search.js";
import type { Measure } from "../../../core/model/cube.js";
import { decimalNumber } from "../../../core/model/values/decimal.js";
import type { AttributeField } from "../../../core/query/condition/field.js";
import type { FacetQuery } from "../../../core/query/search/query.js";
import { integerType } from "../table/amounts.js";
import { amountColumn } from "../table/version.js";
import { MISSING } from "../client/missing-text.js";
import type { InlineColumn } from "../table/inline-column.js";
import { NO_RANK, type ViewColumn } from "../table/view-column.js";
import type { ReadScope, Where } from "./scope.js";

/** Count the matches by the values of a field, and return one page of them. */
export async function countFacetValues(scope: ReadScope, facet: FacetQuery, where: Where): Promise<FacetCounts> {
  const { field } = facet;
  if (field.is === "id") return countIds(scope, facet, where);
  if (field.is === "measure") return countAmounts(scope, facet, field.measure, where);
  const column = scope.view.columns[field.dimension.index]!;
  return column.isInline ? countTexts(scope, facet, column, where) : countMembersOf(scope, facet, field, column, where);
}

async function countMembersOf(
  scope: ReadScope,
  { first, limit }: FacetQuery,
  { attribute, whole }: AttributeField,
  column: ViewColumn,
  { sql, parts }: Where,
): Promise<FacetCounts> {
  const lookup = await scope.lookupOf(column, attribute.index);
  const code = whole && column.isStored ? column.column : `dictGet('${lookup}', 'g', ${column.column})`;
  // A member of a compound dimension may be without a name.
  const hasMissing = !whole || column.codes.some((each) => column.memberAt(each) === null);
  const present = hasMissing ? `dictGet('${lookup}', 'r', ${column.column}) != ${NO_RANK}` : "1";
  const block = await scope.rows(
    `SELECT toUInt32(${code}) AS k, count() AS n FROM ${scope.from} WHERE ${sql} AND ${present} GROUP BY k
      ORDER BY n DESC, dictGet('${lookup}', 'r', k) LIMIT ${limit} OFFSET ${first}`,
    parts,
    ["UInt32", "UInt64"],
  );
  const rows = Array.from({ length: block.length }, (_, row) => row);
  return {
    values: rows.map((row) => {
      const found = block.number(row, 0);
      return whole ? column.memberAt(found)! : column.valueAt(found, attribute.index);
    }),
    counts: Float64Array.from(rows, (row) => block.number(row, 1)),
  };
}

async function countTexts(
  scope: ReadScope,
  { first, limit }: FacetQuery,
  { columns: { text } }: InlineColumn,
  { sql, parts }: Where,
): Promise<FacetCounts> {
  const block = await scope.rows(
    `SELECT ${text}, count() AS n FROM ${scope.from} WHERE ${sql} AND ${text} != ${MISSING} GROUP BY ${text}
      ORDER BY n DESC, ${text} LIMIT ${limit} OFFSET ${first}`,
    parts,
    ["Text", "UInt64"],
  );
  const rows = Array.from({ length: block.length }, (_, row) => row);
  return {
    values: rows.map((row) => block.text(row, 0)),
    counts: Float64Array.from(rows, (row) => block.number(row, 1)),
  };
}

async function countIds(scope: ReadScope, { first, limit }: FacetQuery, { sql, parts }: Where): Promise<FacetCounts> {
  const block = await scope.rows(
    `SELECT id FROM ${scope.from} WHERE ${sql} ORDER BY id LIMIT ${limit} OFFSET ${first}`,
    parts,
    ["Id"],
  );
  const values = Array.from({ length: block.length }, (_, row) => block.id(row, 0));
  return { values, counts: new Float64Array(values.length).fill(1) };
}

/** Count amounts exactly, then put those together that are the same double. */
async function countAmounts(
  scope: ReadScope,
  { first, limit }: FacetQuery,
  { index }: Measure,
  { sql, parts }: Where,
): Promise<FacetCounts> {
  const { scale, mostDigits } = scope.view.version.facts.measures[index]!;
  const block = await scope.rows(
    `SELECT ${amountColumn(index)} AS k, count() FROM ${scope.from} WHERE ${sql} GROUP BY k`,
    parts,
    [integerType(mostDigits), "UInt64"],
  );
  const counts = new Map<number, number>();
  for (let row = 0; row < block.length; row++) {
    const amount = decimalNumber({ unscaled: block.integer(row, 0), scale });
    counts.set(amount, (counts.get(amount) ?? 0) + block.number(row, 1));
  }
  const page = [...counts].toSorted(([a, x], [b, y]) => y - x || compareValues(a, b)).slice(first, first + limit);
  return { values: page.map(([amount]) => amount), counts: Float64Array.from(page, ([, count]) => count) };
}
