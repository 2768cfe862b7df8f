import type { Cells } from "../engine/engine.js";
import type { Top } from "../query/aggregate/figures.js";
import type { Term } from "../query/aggregate/term.js";
import { type ArrangedCells, countContained } from "./arranged-cells.js";
import { evaluateCellwise } from "./cellwise.js";
import { addGroups, type CellGroups } from "./groups.js";
import { partitionCells } from "./partition.js";
import type { WindowFigures } from "./windows.js";

/** Cells with their figures. */
export interface ComputedCells {
  readonly cells: Pick<Cells, "length" | "keys" | "numEntries">;
  readonly groups: CellGroups;
  readonly total: CellGroups;
  readonly terms: readonly Term[];
  /** Figures of the window of each term; `null` for a term without one. */
  readonly windows: readonly (WindowFigures | null)[];
}

/**
 * Keep the first cells, in each group, and put the others of each group together, after its last cell.
 * @param order rows of the cells to choose from, in their order
 */
export function keepTop(computed: ComputedCells, { count, within }: Top, order: Uint32Array): ArrangedCells {
  const { cells, groups, total, terms, windows } = computed;
  const { groupOf, length } = partitionCells(cells, within);
  const taken = new Int32Array(length);
  const lastOf = new Int32Array(length);
  const into = new Int32Array(cells.length).fill(-1);
  const othersOf = new Int32Array(length).fill(-1);
  let numOthers = 0;
  for (const row of order) {
    const group = groupOf[row]!;
    if (taken[group]! < count) {
      taken[group]!++;
      lastOf[group] = row;
    } else {
      if (othersOf[group]! < 0) othersOf[group] = numOthers++;
      into[row] = othersOf[group]!;
    }
  }
  const arranged: number[] = [];
  for (const row of order) {
    const group = groupOf[row]!;
    if (into[row]! >= 0) continue;
    arranged.push(row);
    if (lastOf[group] === row && othersOf[group]! >= 0) arranged.push(cells.length + othersOf[group]!);
  }
  const others = addGroups(groups, into, numOthers);
  const { like, contained } = countContained(into, numOthers);
  const figures = terms.map((term, at) => {
    const { window } = term;
    const isKept =
      window?.is === "share" &&
      window.within.every((part) => within.some((each) => each.key === part.key && each.attribute === part.attribute));
    const wholeOf = isKept ? (windows[at]?.wholeOf ?? null) : null;
    return evaluateCellwise(term, others, total, wholeOf && ((row) => wholeOf(like[row]!)));
  });
  const keySets = [
    cells.keys.map(() => true),
    cells.keys.map((_, key) => within.some((part) => part.key === key && part.attribute === null)),
  ];
  return {
    order: Uint32Array.from(arranged),
    combined: { groups: others, terms: figures, like, contained, keySetOf: new Uint16Array(numOthers).fill(1) },
    keySets,
  };
}
