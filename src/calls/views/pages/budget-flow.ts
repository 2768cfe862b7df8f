import type { Dimension } from "../../../core/model/cube.js";
import { addDecimals, subtractDecimals, type Decimal, ZERO } from "../../../core/model/values/decimal.js";
import { findReference } from "../../../core/model/references.js";
import { DIRECTIONS, type Direction, readDirections } from "../../../core/model/words/directions.js";
import { amountBeside, placeOfSide } from "./amount-beside.js";
import { readStateFigure } from "./explore-figures.js";
import type { ExploreState } from "./explore-state.js";
import type { FigureKey } from "./figure-columns.js";
import { findDirection } from "./flows.js";
import type { PageTable, PageTableRow } from "./page-table.js";
import type { PageScope } from "./page-scope.js";
import { isPeriod } from "./reference-key.js";
import { isSum } from "./term-labels.js";

/** Revenue and expenditure of a state that adds up neither. */
export interface BudgetSides {
  /** Reference of the direction. */
  readonly direction: string;
  /** The cells of revenue and of expenditure. */
  readonly revenue: BudgetMember;
  readonly expenditure: BudgetMember;
  /** Revenue less expenditure. */
  readonly balance: Decimal;
  /** The same of their plans; `null` if amounts do not stand beside plans. */
  readonly plannedBalance: Decimal | null;
  /** Cells of other directions, such as financing. */
  readonly others: readonly BudgetMember[];
}

/** A direction with its sum. */
export interface BudgetMember {
  readonly key: FigureKey;
  readonly amount: Decimal;
  /** Its plan; `null` without one. */
  readonly planned: Decimal | null;
}

/** Where revenue comes from, and where expenditure goes. */
export interface BudgetFlow extends BudgetSides {
  readonly sources: PageTable;
  readonly targets: PageTable;
}

const MAX_MEMBERS = 12;
/** Maximum number of nodes on each side, and of members that are read for it. */
const MAX_NODES = 10;
const MAX_READ = 1000;

/**
 * Find the revenue and the expenditure of a state, split by one or two things that are no periods.
 * @param isPlanned true if the state compares an outturn with its plan
 * @returns `null` if it has not both, or if sums of them have no meaning
 * Cost: an aggregation if the model has a direction.
 */
export async function findBudget(
  scope: PageScope,
  state: ExploreState,
  isPlanned: boolean,
): Promise<BudgetSides | null> {
  const direction = findDirection(scope.dataset.model);
  if (!direction || !isWholeBudget(scope, state, direction, isPlanned)) return null;
  const figure = await readSide(scope, state, isPlanned, { drilldown: [direction.name], limit: MAX_MEMBERS });
  if (!addsUp(figure) || figure.rest.cells > 0) return null;
  const members = figure.rows.map((row) => memberOf(figure, row));
  const directions = tellMembers(direction, members);
  const [revenue = [], expenditure = []] = DIRECTIONS.map((each) => members.filter((_, at) => directions[at] === each));
  if (revenue.length !== 1 || expenditure.length !== 1) return null;
  const [own, spent] = [revenue[0]!, expenditure[0]!];
  if (own.amount.unscaled <= 0n || spent.amount.unscaled <= 0n) return null;
  return {
    direction: direction.name,
    revenue: own,
    expenditure: spent,
    balance: subtractDecimals(own.amount, spent.amount),
    plannedBalance: isPlanned ? subtractDecimals(own.planned ?? ZERO, spent.planned ?? ZERO) : null,
    others: members.filter((each) => each !== own && each !== spent),
  };
}

/** Read where the revenue of a state comes from and where its expenditure goes: by its first split, and by its last. */
export async function readBudget(
  scope: PageScope,
  state: ExploreState,
  sides: BudgetSides,
): Promise<BudgetFlow | null> {
  const read = (split: string, { key }: BudgetMember): Promise<PageTable> =>
    readSide(scope, state, sides.plannedBalance !== null, {
      drilldown: [split],
      cuts: [...state.cuts, { field: sides.direction, value: key.value! }],
      limit: MAX_READ,
    });
  const sources = await read(state.drilldown[0]!, sides.revenue);
  const targets = await read(state.drilldown.at(-1)!, sides.expenditure);
  return addsUp(sources) && addsUp(targets)
    ? { ...sides, sources: keepLargest(sources), targets: keepLargest(targets) }
    : null;
}

/** Read sums of a state, and their plans if it has them. */
function readSide(
  scope: PageScope,
  { cuts, measures, against, ...state }: ExploreState,
  isPlanned: boolean,
  { limit, ...more }: { readonly drilldown: readonly string[]; readonly cuts?: ExploreState["cuts"]; limit: number },
): Promise<PageTable> {
  const own = measures.slice(0, isPlanned && against === null ? 2 : 1);
  const compared = isPlanned ? against : null;
  const question = { ...state, cuts, measures: own, against: compared, order: [], having: [], top: null, ...more };
  return readStateFigure(scope, question, scope.dataset, null, limit);
}

/** Keep the largest rows of a side and those below zero apart, and put the others together. */
function keepLargest(figure: PageTable): PageTable {
  const { rows, rest } = figure;
  const isBelow = (row: PageTableRow): boolean => row.amounts[0]!.unscaled < 0n;
  const hasAny = (row: PageTableRow): boolean =>
    row.amounts[0]!.unscaled > 0n || (amountBeside(figure, row)?.unscaled ?? 0n) > 0n;
  const kept = rows.filter((row) => hasAny(row) && !isBelow(row)).slice(0, MAX_NODES);
  const left = rows.filter((row) => !kept.includes(row) && (hasAny(row) || isBelow(row)));
  const sum = (parts: readonly (Decimal | null | undefined)[]): Decimal =>
    parts.reduce<Decimal>((total, part) => (part ? addDecimals(total, part) : total), ZERO);
  const against = placeOfSide(figure, "against");
  const beside = sum([rest.figures?.[against ?? -1], ...left.map(({ figures }) => figures?.[against ?? -1])]);
  return {
    ...figure,
    rows: kept,
    rest: {
      cells: rest.cells + left.length,
      numEntries: left.reduce((total, row) => total + row.numEntries, rest.numEntries),
      amounts: rest.amounts.map((amount, at) => sum([amount, ...left.map(({ amounts }) => amounts[at])])),
      ...(figure.terms && { figures: figure.terms.columns.map((_, at) => (at === against ? beside : null)) }),
      negative: [...left.filter(isBelow), ...rest.negative],
    },
  };
}

/** True if a state shows sums of all directions, split by things that are neither directions nor periods. */
function isWholeBudget(
  { dataset: { model } }: PageScope,
  { drilldown, cuts, measures, against, having, top }: ExploreState,
  direction: Dimension,
  isPlanned: boolean,
): boolean {
  const isOf = (field: string): boolean => {
    const dimension = findReference(model, field)?.dimension;
    return dimension === direction || dimension?.derivation?.from.dimension === direction;
  };
  return (
    drilldown.length > 0 &&
    drilldown.length < 3 &&
    !drilldown.some((each) => isOf(each) || isPeriod(model, each)) &&
    !cuts.some(({ field }) => isOf(field)) &&
    isSum(model, measures[0]!) &&
    (against === null || (isPlanned && against.dataset === null)) &&
    having.length === 0 &&
    top === null
  );
}

/** True if the cells of a figure are sums that have a meaning, all known. */
function addsUp({ added, adjusted, rows }: PageTable): boolean {
  const isKnown = adjusted?.addsUp !== false && adjusted?.hasTotal !== false;
  return isKnown && !added.some(({ isInCells }) => isInCells) && rows.every(({ keys: [key] }) => key !== undefined);
}

function memberOf(figure: PageTable, row: PageTableRow): BudgetMember {
  return { key: row.keys[0]!, amount: row.amounts[0]!, planned: amountBeside(figure, row) };
}

/** Tell the directions of members by their names, else by their labels. */
function tellMembers({ label }: Dimension, members: readonly BudgetMember[]): readonly (Direction | null)[] {
  const texts = [members.map(({ key }) => key.value ?? ""), members.map(({ key }) => key.label || (key.value ?? ""))];
  const read = texts.map((each) => each.map((text) => readDirections(label, each)?.directions.get(text) ?? null));
  const isBoth = (each: readonly (Direction | null)[]): boolean => DIRECTIONS.every((one) => each.includes(one));
  const own = texts[0]!.map((text) => DIRECTIONS.find((each) => each === text) ?? null);
  return [own, ...read].find(isBoth) ?? own;
}
