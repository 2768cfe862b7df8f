import type { Dimension, Model } from "../../../core/model/cube.js";
import { addDecimals, type Decimal, subtractDecimals, ZERO } from "../../../core/model/values/decimal.js";
import type { CutClause } from "../../../core/query/syntax/cut-clause.js";
import { listAllRows } from "./all-rows.js";
import { readFigure } from "./figure.js";
import type { PageTable, PageTableRow } from "./page-table.js";
import type { FigureKey } from "./figure-columns.js";
import { REVENUE_AND_EXPENDITURE, sortMembers } from "./member-choice.js";
import { readYearParts } from "./partial-years.js";
import type { PageScope } from "./page-scope.js";
import { YEAR } from "./years.js";

/** Revenue, expenditure and other directions of money, by year. They are never added up. */
export interface Flows {
  /** The cells, by year and direction. */
  readonly figure: PageTable;
  /** Name of the dimension. */
  readonly dimension: string;
  /** Directions, revenue and expenditure first if the model gives no order. */
  readonly members: readonly Pick<FigureKey, "value" | "label">[];
  /** In chronological order. */
  readonly years: readonly (FlowSums & { readonly year: string | null })[];
  /** Sums over all years. */
  readonly all: FlowSums;
}

export interface FlowSums {
  /** Amounts of each direction, one for each measure; `null` without entries. */
  readonly cells: readonly (Pick<PageTableRow, "amounts" | "notes"> | null)[];
  /** Revenue less expenditure, for each measure; `null` unless there are both and neither is below zero. */
  readonly balances: readonly (Decimal | null)[];
  readonly numEntries: number;
}

/** Maximum number of directions that are shown beside each other, and of cells. */
const MAX_MEMBERS = 8;
const MAX_CELLS = 2000;

/**
 * Read amounts by year and direction.
 * @param own dimension of which the page shows one member
 * @returns `null` if the model has no direction that must not be added up, if the reader chose one, or if it has too
 * many members
 */
export async function readFlows(
  scope: PageScope,
  cuts: readonly CutClause[],
  measures: readonly string[],
  own?: Dimension,
): Promise<Flows | null> {
  const direction = findDirection(scope.dataset.model, own);
  if (!direction) return null;
  const choice = scope.choices?.find(({ dimension }) => dimension === direction.name);
  if (choice && choice.chosen !== null && choice.chosen !== choice.preset) return null;
  const order = [
    { field: YEAR, value: "asc" },
    { field: direction.name, value: "asc" },
  ];
  const cells = await readFigure(scope, {
    drilldown: [YEAR, direction.name],
    cuts,
    measures,
    order,
    limit: MAX_CELLS,
  });
  const figure = { ...cells, parts: await readYearParts(scope, cuts) };
  const rows = listAllRows(figure);
  const named = new Map(rows.map(({ keys }) => [keys[1]!.value, keys[1]!]));
  if (named.size > MAX_MEMBERS || figure.rest.cells > 0) return null;
  const members = sortMembers([...named.values()], direction.meaning!);
  const names = members.map(({ value }) => value);
  const years = [...new Set(rows.map(({ keys }) => keys[0]!.value))];
  return {
    figure,
    dimension: direction.name,
    members,
    years: years.map((year) => ({ year, ...sumRows(figure, names, ({ keys }) => keys[0]!.value === year) })),
    all: sumRows(figure, names, () => true),
  };
}

/** Find the direction of money that must not be added up. @param own dimension of which one member is shown */
export function findDirection({ dimensions }: Model, own?: Dimension): Dimension | undefined {
  const direction = dimensions.find(({ meaning }) => meaning?.role === "direction" && !meaning.additive);
  const isOwn = own !== undefined && (direction === own || direction?.derivation?.from.dimension === own);
  return isOwn ? undefined : direction;
}

/** Sum some rows by direction, exactly. */
function sumRows(
  figure: PageTable,
  members: readonly (string | null)[],
  isSummed: (row: Pick<PageTableRow, "keys">) => boolean,
): FlowSums {
  const summed = listAllRows(figure).filter(isSummed);
  const rowsOf = (member: string | null): typeof summed => summed.filter(({ keys }) => keys[1]!.value === member);
  const sum = (at: number, of: typeof summed): Decimal | null => {
    let total = ZERO;
    for (const { amounts } of of) {
      // A part would not be the sum.
      if (!amounts) return null;
      total = addDecimals(total, amounts[at]!);
    }
    return total;
  };
  const cells = members.map(rowsOf).map((of) => {
    const notes = [...new Set(of.flatMap((row) => row.notes))];
    const amounts = figure.measures.map((_, at) => sum(at, of));
    const isKnown = of.length > 0 && amounts.every((amount) => amount !== null);
    return isKnown ? { amounts, notes } : null;
  });
  const [revenue, expenditure] = REVENUE_AND_EXPENDITURE.map(rowsOf) as [typeof summed, typeof summed];
  const balances = figure.measures.map((_, at) => {
    const [income, spent] = [sum(at, revenue), sum(at, expenditure)];
    const hasBoth = revenue.length > 0 && expenditure.length > 0 && income !== null && spent !== null;
    return hasBoth && income.unscaled >= 0n && spent.unscaled >= 0n ? subtractDecimals(income, spent) : null;
  });
  return { cells, balances, numEntries: summed.reduce((total, row) => total + row.numEntries, 0) };
}
