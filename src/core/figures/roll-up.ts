import type { Cells } from "../engine/engine.js";
import type { Criterion, Key } from "../query/aggregate/query.js";
import type { Term } from "../query/aggregate/term.js";
import type { FractionColumn } from "./column.js";
import { joinFigures } from "./column.js";
import { type ArrangedCells, type CombinedCells, countContained } from "./arranged-cells.js";
import { evaluateCellwise } from "./cellwise.js";
import { evaluateExpression } from "./expression.js";
import { addGroups, type CellGroups, pickStatistics } from "./groups.js";
import type { ComputedCells } from "./keep-top.js";
import { planOrder } from "./order-cells.js";
import { identitiesOf, partitionBy, partitionCells } from "./partition.js";
import { rankFigures } from "./windows.js";

/** The cells of one proper prefix of the keys. */
interface Level extends Pick<CombinedCells, "groups" | "terms" | "like" | "contained"> {
  /** The cell of the level that each cell is in. */
  readonly groupOf: Int32Array;
  /** Position of each among all of its level. */
  readonly position: Uint32Array;
}

/** All cells of one prefix, as an engine gives them, with their statistics. */
export interface DescribedCells {
  readonly keys: readonly Key[];
  readonly cells: Pick<Cells, "length" | "keys">;
  readonly statistics: CellGroups["statistics"];
}

/** Cells of one prefix, and those of the other side if there is one. */
export interface PrefixCells extends DescribedCells {
  readonly against: DescribedCells | null;
}

/** Cells with those of every proper prefix of their keys, and how many cells each level has. */
export interface RolledUp extends ArrangedCells {
  readonly levels: readonly number[];
}

/**
 * Add a cell for every proper prefix of the keys, before its parts. Those with the same prefix but for the last key are
 * in order.
 * @param order rows of all cells, in order
 * @param prefixes cells of each prefix, for statistics that their parts do not give; empty if there are none
 * @param check checks the deadline
 */
export function rollUp(
  computed: ComputedCells,
  keys: readonly Key[],
  criteria: readonly Criterion[],
  order: Uint32Array,
  prefixes: readonly PrefixCells[],
  check: () => void,
): RolledUp {
  const { cells, terms } = computed;
  const levels = keys.slice(0, -1).map((_, at) => addLevel(computed, keys, criteria, at + 1, prefixes[at], check));
  const nested = order.toSorted((a, b) => {
    for (const { groupOf, position } of levels) {
      const difference = position[groupOf[a]!]! - position[groupOf[b]!]!;
      if (difference !== 0) return difference;
    }
    // The sort is stable.
    return 0;
  });
  const firstRows: number[] = [];
  let first = cells.length;
  for (const { groups } of levels) {
    firstRows.push(first);
    first += groups.length;
  }
  const arranged: number[] = [];
  const open = levels.map(() => -1);
  for (const row of nested) {
    levels.forEach(({ groupOf }, at) => {
      if (open[at] === groupOf[row]) return;
      open[at] = groupOf[row]!;
      arranged.push(firstRows[at]! + groupOf[row]!);
    });
    arranged.push(row);
  }
  const keySets = [keys.map(() => true), ...levels.map((_, level) => keys.map((__, key) => key <= level))];
  return {
    order: Uint32Array.from(arranged),
    combined: joinLevels(levels, terms),
    keySets,
    levels: keys.length === 0 ? [] : [...levels.map(({ groups }) => groups.length), cells.length],
  };
}

function addLevel(
  { cells, groups, total, terms }: ComputedCells,
  keys: readonly Key[],
  criteria: readonly Criterion[],
  numKeys: number,
  prefix: PrefixCells | undefined,
  check: () => void,
): Level {
  check();
  const parts = keys.slice(0, numKeys).map(({ dimension }, key) => ({ key, dimension, attribute: null }));
  const { groupOf, length } = partitionCells(cells, parts);
  const sums = addGroups(
    groups,
    groupOf,
    length,
    keys.map((_, key) => key < numKeys),
  );
  const { like, contained } = countContained(groupOf, length);
  const own = {
    length,
    numEntries: sums.numEntries,
    keys: cells.keys.map((column, key) => Array.from(like, (row) => (key < numKeys ? column[row]! : null))),
  } as Pick<Cells, "length" | "keys" | "numEntries">;
  const added = prefix ? describeLevel(sums, own, keys, prefix) : sums;
  const figures = terms.map((term) => evaluateLevel(term, added, total, own));
  const sorted = Uint32Array.from({ length }, (_, row) => row).toSorted(planOrder(criteria, keys, own, figures, check));
  const position = new Uint32Array(length);
  sorted.forEach((row, at) => (position[row] = at));
  return { groups: added, terms: figures, like, contained, groupOf, position };
}

/** Give a level's cells the statistics of the prefix, of both sides. */
function describeLevel(
  sums: CellGroups,
  level: Pick<Cells, "length" | "keys">,
  keys: readonly Key[],
  prefix: PrefixCells,
): CellGroups {
  const { against } = sums;
  return {
    ...sums,
    statistics: alignStatistics(level, keys, prefix),
    against: against && {
      ...against,
      statistics: prefix.against ? alignStatistics(level, keys, prefix.against) : against.statistics,
    },
  };
}

/** Return the statistics of prefix cells in the order of a level's cells, which have the same identities. */
function alignStatistics(
  level: Pick<Cells, "length" | "keys">,
  levelKeys: readonly Key[],
  { keys, cells, statistics }: DescribedCells,
): CellGroups["statistics"] {
  const total = level.length + cells.length;
  const { groupOf } = partitionBy(
    total,
    keys.map((key, at) => {
      const mine = identitiesOf(level.keys[at]!, levelKeys[at]!);
      const theirs = identitiesOf(cells.keys[at]!, key);
      return (row) => (row < level.length ? mine(row) : theirs(row - level.length));
    }),
  );
  const rowOf = new Map<number, number>();
  for (let row = 0; row < cells.length; row++) rowOf.set(groupOf[level.length + row]!, row);
  // Cells that only the other side has are none of them.
  const rows = Int32Array.from({ length: level.length }, (_, row) => rowOf.get(groupOf[row]!) ?? -1);
  return pickStatistics(statistics, rows);
}

/** Compute a term of the cells of a level, which are ranked among themselves. */
function evaluateLevel(
  term: Term,
  groups: CellGroups,
  total: CellGroups,
  cells: Pick<Cells, "length" | "keys">,
): FractionColumn {
  if (term.window?.is !== "rank" || term.window.within.length > 0) return evaluateCellwise(term, groups, total, null);
  return rankFigures([], evaluateExpression(term, groups), cells);
}

function joinLevels(levels: readonly Level[], terms: readonly Term[]): CombinedCells | null {
  const [first] = levels;
  if (!first) return null;
  const join = <T extends Uint32Array | Float64Array>(column: (level: Level) => T, make: (items: number[]) => T): T =>
    make(levels.flatMap((level) => [...column(level)]));
  let length = 0;
  const columns = levels.reduce<readonly FractionColumn[] | null>((joined, level) => {
    const next = joined
      ? terms.map((_, at) => joinFigures(joined[at]!, length, level.terms[at]!, level.groups.length))
      : level.terms;
    length += level.groups.length;
    return next;
  }, null)!;
  return {
    groups: {
      length,
      against: first.groups.against && {
        length,
        sums: [],
        statistics: [],
        numEntries: Float64Array.from(levels.flatMap(({ groups }) => [...groups.against!.numEntries])),
      },
      sums: [],
      statistics: [],
      numEntries: join(
        ({ groups }) => groups.numEntries,
        (items) => Float64Array.from(items),
      ),
    },
    terms: columns,
    like: join(
      ({ like }) => like,
      (items) => Uint32Array.from(items),
    ),
    contained: join(
      ({ contained }) => contained,
      (items) => Float64Array.from(items),
    ),
    keySetOf: Uint16Array.from(levels.flatMap(({ groups }, at) => Array.from({ length: groups.length }, () => at + 1))),
  };
}
