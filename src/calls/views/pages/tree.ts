import { Pace } from "../../../core/engine/pace.js";
import { type Decimal } from "../../../core/model/values/decimal.js";
import { figureAt } from "../../../core/figures/column.js";
import { addFractions, type Fraction, nearestDecimal, ZERO_FRACTION } from "../../../core/model/values/fraction.js";
import { type FigureRequest, NO_FIGURES, printFigures } from "../../../core/query/aggregate/figure-request.js";
import { addsUpOver, adjustRequest } from "./adjust-scope.js";
import type { ExploreState } from "./explore-state.js";
import type { AdjustedTable, FigureAddition, FigureNote } from "./page-table.js";
import { describeAdded, describeNote } from "./figure-remarks.js";
import { describeColumn, type PageTableColumn, type FigureKey, planKey } from "./figure-columns.js";
import type { PageScope } from "./page-scope.js";
import { queryBounds } from "../../context.js";
import { readOrdered } from "./read-ordered.js";
import { isSum, measuresOfTerm } from "./term-labels.js";
import type { MeasureLabel } from "../../../core/model/measure-label.js";

/** Sums of a measure by several drilldowns, with a subtotal for each member of the upper ones. */
export interface Tree {
  /** Query of the aggregate call that returns all cells. */
  readonly query: string;
  readonly columns: readonly PageTableColumn[];
  readonly measure: MeasureLabel;
  /** All entries. */
  readonly root: TreeNode;
  readonly added: readonly FigureAddition[];
  readonly notes: readonly FigureNote[];
  /** True if its total adds up several years; absent: it does not. */
  readonly addsYears?: boolean;
  /** Facts about adjusted amounts; absent for amounts as paid. */
  readonly adjusted?: Pick<AdjustedTable, "addsUp" | "hasTotal">;
}

/** A subtotal and its parts. */
export interface TreeNode {
  /** `null` for all entries, and for parts that are put together. */
  readonly key: FigureKey | null;
  /** Number of parts that it puts together; 1 for one of its own. */
  readonly count: number;
  /** `null` if a series has no value for it, or if it has no sum. */
  readonly amount: Decimal | null;
  readonly numEntries: number;
  /** The largest parts; the others together are the last. */
  readonly parts: readonly TreeNode[];
  /** Ids of notes on it. */
  readonly notes: readonly number[];
}

/** Maximum numbers of parts of each node, from the top, by the number of levels. */
const MAX_PARTS: readonly (readonly number[])[] = [[60], [60], [40, 15], [20, 8, 5], [12, 6, 4, 3], [10, 4, 3, 3, 2]];

const EVERYTHING = 1_000_000_000;

/** Read the subtotals of a state. @throws InvalidQuery with every error */
export async function readTree(
  scope: PageScope,
  { drilldown, cuts, measures, order }: Pick<ExploreState, "drilldown" | "cuts" | "measures" | "order">,
): Promise<Tree> {
  const { model } = scope.dataset;
  const name = measures.find((text) => isSum(model, text)) ?? measuresOfTerm(model, measures[0]!)[0];
  const measure = model.measures.find((each) => each.name === name) ?? model.measures[0]!;
  const request: FigureRequest = { ...NO_FIGURES, drilldown, cuts, measures: [measure.name], rollup: true };
  const { bound, result, added, notes, ...ordered } = await readOrdered(
    scope,
    { ...request, pagesize: EVERYTHING },
    {
      requested: order.some(({ field }) => field !== measure.name) ? [] : order,
      usual: [{ field: measure.name, value: "desc" }],
    },
  );
  const describers = bound.drilldowns.map((_, at) => planKey(scope, bound, at));
  const pace = new Pace(queryBounds(scope.context, scope.actor, scope.signal));
  const hasSums = addsUpOver(scope, drilldown);
  const root = openNode(null, [], hasSums);
  const open = [root];
  for await (const cells of result.cells) {
    await pace.repeat(cells.length, (row) => {
      const keySet = cells.keySetOf[row]!;
      const depth = keySet === 0 ? describers.length : keySet;
      const node = openNode(describers[depth - 1]!(cells, row), notes?.idsOf(cells, row) ?? [], hasSums);
      node.sum = figureAt(cells.terms[0]!, row);
      node.numEntries = cells.numEntries[row]!;
      open.length = depth;
      open[depth - 1]?.add(node, MAX_PARTS[describers.length]![depth - 1]!);
      open.push(node);
    });
  }
  const [term] = bound.figures.terms;
  root.sum = figureAt(result.summary.get(term!)!, 0);
  root.numEntries = result.numEntries;
  const paging = result.numCells > MAX_PAGE ? { pagesize: EVERYTHING } : {};
  const query = new URLSearchParams([
    ["dataset", model.dataset.name],
    ...printFigures(adjustRequest({ ...request, order: ordered.order, ...paging }, scope)),
  ]);
  return {
    query: query.toString(),
    columns: drilldown.map((reference, at) => describeColumn(bound, reference, at)),
    measure: { name: measure.name, label: measure.label },
    root: root.close(),
    added: added.map(describeAdded),
    notes: (notes?.all ?? []).map(describeNote),
    ...(scope.adjust && { adjusted: { addsUp: hasSums, hasTotal: root.sum !== null } }),
  };
}

/** Default page size of the aggregate call. */
const MAX_PAGE = 10_000;

/** A node while its parts are read. */
interface OpenNode {
  sum: Fraction | null;
  numEntries: number;
  count: number;
  /** Add a part, or add it to the others if there are enough parts. */
  readonly add: (part: OpenNode, most: number) => void;
  readonly close: () => TreeNode;
}

function openNode(key: FigureKey | null, notes: readonly number[], hasSums: boolean): OpenNode {
  const parts: OpenNode[] = [];
  let others: OpenNode | null = null;
  const node: OpenNode = {
    sum: ZERO_FRACTION,
    numEntries: 0,
    count: 1,
    add(part, most) {
      if (parts.length < most) return void parts.push(part);
      if (others === null) {
        others = openNode(null, [], hasSums);
        others.count = 0;
      }
      others.count++;
      others.sum = hasSums && others.sum && part.sum ? addFractions(others.sum, part.sum) : null;
      others.numEntries += part.numEntries;
    },
    close: () => ({
      key,
      count: node.count,
      amount: node.sum && nearestDecimal(node.sum),
      numEntries: node.numEntries,
      parts: [...parts, ...(others ? [others] : [])].map((part) => part.close()),
      notes,
    }),
  };
  return node;
}
