import type { Decimal } from "../../../core/model/values/decimal.js";
import type { Statistic } from "../../../core/query/aggregate/query.js";
import { integerType } from "../table/amounts.js";
import { amountColumn } from "../table/version.js";
import { MISSING } from "../client/missing-text.js";
import { NO_RANK } from "../table/view-column.js";
import type { ReadScope } from "./scope.js";

/** A statistic as columns of a query. */
export interface StatisticColumns {
  readonly sql: readonly string[];
  /** Digits after the point. */
  readonly scale: number;
  /** Compute the statistic from the values of its columns. */
  readonly read: (values: readonly string[]) => bigint;
  /** True if there is none without entries. */
  readonly isOfAmounts: boolean;
}

/** Plan the columns of a statistic. */
export async function planStatistic(scope: ReadScope, statistic: Statistic): Promise<StatisticColumns> {
  if (statistic.is === "count") {
    const { dimension, attribute } = statistic.of;
    const column = scope.view.columns[dimension.index]!;
    if (column.isInline) {
      const { text } = column.columns;
      return countDistinct(`uniqExactIf(${text}, ${text} != ${MISSING})`);
    }
    const lookup = await scope.lookupOf(column, (attribute ?? dimension.identity).index);
    const [group, rank] = ["g", "r"].map((part) => `dictGet('${lookup}', '${part}', ${column.column})`);
    return countDistinct(`uniqExactIf(${group}, ${rank} != ${NO_RANK})`);
  }
  const { index } = statistic.measure;
  const { scale, mostDigits } = scope.view.version.facts.measures[index]!;
  const column = amountColumn(index);
  if (statistic.is === "squares") {
    return { sql: squaresSql(column, mostDigits), scale: 2 * scale, read: joinProducts, isOfAmounts: true };
  }
  if (statistic.is !== "median") {
    return { sql: [`${statistic.is}(${column})`], scale, read: ([amount]) => BigInt(amount!), isOfAmounts: true };
  }
  // Exact quantiles are of 64-bit integers alone.
  const sql =
    integerType(mostDigits) === "Int64"
      ? ["Low", "High"].map((side) => `quantileExact${side}(0.5)(${column})`)
      : ["count() + 1", "count() + 2"].map(
          (place) => `arraySort(groupArray(${column}))[greatest(1, intDiv(${place}, 2))]`,
        );
  return { sql, scale: scale + 1, read: ([low, high]) => (BigInt(low!) + BigInt(high!)) * 5n, isOfAmounts: true };
}

/** Digits of a part of an amount: the sum of products of two has a type for 10^16 entries. */
const PART = 30;

/** Write the sums of the products of each two parts of the amounts, which make up their squares. */
function squaresSql(column: string, mostDigits: number): readonly string[] {
  const wide = `toInt256(${column})`;
  const above = (part: number): string => `intDiv(${wide}, toInt256('${10n ** BigInt(PART * part)}'))`;
  const parts = Array.from({ length: Math.ceil(mostDigits / PART) }, (_, part) =>
    mostDigits <= PART ? wide : `(${above(part)} - ${above(part + 1)} * toInt256('${10n ** BigInt(PART)}'))`,
  );
  return parts.flatMap((a, at) => parts.slice(0, at + 1).map((b) => `sum(${a} * ${b})`));
}

/** Put the sums of products together. */
function joinProducts(sums: readonly string[]): bigint {
  let [sum, at] = [0n, 0];
  for (let a = 0; at < sums.length; a++) {
    for (let b = 0; b <= a; b++, at++) {
      sum += BigInt(sums[at]!) * (a === b ? 1n : 2n) * 10n ** BigInt(PART * (a + b));
    }
  }
  return sum;
}

function countDistinct(sql: string): StatisticColumns {
  return { sql: [sql], scale: 0, read: ([count]) => BigInt(count!), isOfAmounts: false };
}

/** Read a statistic of all entries; `null` for amounts of none. */
export function readTotal(
  { read, scale, isOfAmounts }: StatisticColumns,
  values: readonly string[],
  entries: number,
): Decimal | null {
  if (entries === 0 && isOfAmounts) return null;
  return { unscaled: entries === 0 ? 0n : read(values), scale };
}
