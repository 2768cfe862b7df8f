import { compareValues } from "#src/core/engine/compare.js";
import type { Entry } from "#src/core/engine/entry.js";
import type { Model } from "#src/core/model/cube.js";
import type { Value } from "#src/core/model/values/value.js";
import { compareExact, divide, type Exact } from "./exact-fraction.js";
import { passesCut } from "./pass-cut.js";
import { type AskedTerm, isSide, type Question } from "./figure-question.js";
import {
  compare,
  compareSides,
  countSides,
  periodBefore,
  plainValue,
  type SidedEntry,
  valueOf,
} from "./figure-values.js";
import type { Condition } from "#src/core/query/condition/condition.js";

/** A cell of the answer. */
export interface ExpectedCell {
  /** For each reference its value; `undefined` where the cell has no such key. */
  readonly keys: readonly (Value | undefined)[];
  readonly figures: readonly Exact[];
  readonly numEntries: number;
  /** 0 without another side. */
  readonly otherEntries: number;
  readonly contained: number;
}

export interface Expected {
  readonly cells: readonly ExpectedCell[];
  readonly summary: readonly (Exact | undefined)[];
  readonly leftOut: { readonly numCells: number; readonly figures: readonly (Exact | undefined)[] } | null;
  readonly levels: readonly number[] | null;
}

interface Cell {
  readonly keys: readonly Value[];
  readonly entries: readonly SidedEntry[];
  figures: readonly Exact[];
}

/** Answer a question in the most obvious way: from the entries, with loops over all cells for each cell. */
export function answerObviously(
  model: Model,
  all: readonly Entry[],
  conditions: readonly Condition[],
  question: Question,
  otherConditions: readonly Condition[] | null,
): Expected {
  const { drilldown, terms, having, top, rollup } = question;
  const select = (of: readonly Condition[], isOther: boolean): readonly SidedEntry[] =>
    all.filter((entry) => of.every((condition) => passesCut(condition, entry))).map((entry) => ({ ...entry, isOther }));
  const entries = [...select(conditions, false), ...(otherConditions ? select(otherConditions, true) : [])];
  const keysOf = (entry: Entry): readonly Value[] => drilldown.map((reference) => valueOf(model, reference, entry));
  const cells: Cell[] = groupBy(entries, keysOf).map((part) => ({
    keys: keysOf(part[0]!),
    entries: part,
    figures: [],
  }));
  if (drilldown.length === 0 && cells.length === 0) cells.push({ keys: [], entries: [], figures: [] });
  for (const cell of cells) cell.figures = terms.map((term) => figureOf(model, question, term, cell, cells, entries));
  const inOrder = (a: Cell, b: Cell): number => compareCells(question, a, b);
  const passed = cells.filter((cell) => having.every((test) => passesHaving(test, cell)));
  const left = cells.filter((cell) => !passed.includes(cell));
  const sorted = passed.toSorted(inOrder);
  const whole = (part: readonly SidedEntry[]): readonly (Exact | undefined)[] =>
    terms.map((term) => (hasTotal(term) ? combinedFigure(model, term, part, entries) : undefined));
  const show = (cell: Cell): ExpectedCell => ({
    keys: cell.keys,
    figures: cell.figures,
    ...countSides(cell.entries),
    contained: 0,
  });
  return {
    cells: top
      ? keepTop(model, question, sorted, entries, show)
      : rollup
        ? nest(model, question, sorted, entries, show)
        : sorted.map(show),
    summary: whole(entries),
    leftOut:
      having.length === 0
        ? null
        : {
            numCells: left.length,
            figures: terms.map((term) =>
              hasTotal(term)
                ? othersFigure(
                    model,
                    term,
                    left.flatMap((cell) => cell.entries),
                    entries,
                  )
                : undefined,
            ),
          },
    levels:
      rollup && drilldown.length > 0
        ? drilldown.map((_, at) => groupBy(sorted, (cell) => cell.keys.slice(0, at + 1)).length)
        : rollup
          ? []
          : null,
  };
}

function groupBy<T>(items: readonly T[], keysOf: (item: T) => readonly Value[]): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = JSON.stringify(keysOf(item).map((value) => [typeof value, value]));
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()];
}

function figureOf(
  model: Model,
  { drilldown }: Question,
  term: AskedTerm,
  cell: Cell,
  cells: readonly Cell[],
  entries: readonly SidedEntry[],
): Exact {
  const of = (other: Cell): Exact => plainValue(model, term, other.entries);
  const { window, at } = term;
  if (window === null) return of(cell);
  if (isSide(term)) return compareSides(model, term, cell.entries);
  const isSame = (references: readonly string[], other: Cell): boolean =>
    references.every((reference) => {
      const key = drilldown.indexOf(reference);
      return cell.keys[key] === other.keys[key];
    });
  if (window === "share") {
    const group =
      at.length === 0 ? entries : cells.filter((other) => isSame(at, other)).flatMap((each) => each.entries);
    return divide(of(cell), plainValue(model, term, group));
  }
  const own = of(cell);
  if (window === "rank") {
    const group = cells.filter((other) => isSame(at, other));
    const above = group.filter((other) => own && of(other) && compareExact(of(other), own) > 0);
    return own && [BigInt(above.length + 1), 1n];
  }
  const [time] = at as [string];
  const others = drilldown.filter((reference) => reference !== time);
  const timeOf = ({ keys }: Cell): string | null => keys[drilldown.indexOf(time)] as string | null;
  const moment = timeOf(cell);
  if (window === "running") {
    if (moment === null) return own;
    const before = cells.filter((other) => isSame(others, other) && timeOf(other) !== null && timeOf(other)! <= moment);
    return plainValue(
      model,
      term,
      before.flatMap((each) => each.entries),
    );
  }
  const previous = cells.find(
    (other) => moment !== null && isSame(others, other) && timeOf(other) === periodBefore(model, time, moment),
  );
  if (!previous) return null;
  return compare(window, own, of(previous));
}

/** The figure of cells that were put together: nobody asks an engine for medians and numbers of members of these. */
function othersFigure(model: Model, term: AskedTerm, part: readonly SidedEntry[], whole: readonly SidedEntry[]): Exact {
  const isUnknown = [term.value, term.divisor].some(
    (each) => each?.function === "median" || each?.function === "count",
  );
  return isUnknown ? null : combinedFigure(model, term, part, whole);
}

/** The figure of entries that are no single cell. */
function combinedFigure(
  model: Model,
  term: AskedTerm,
  part: readonly SidedEntry[],
  whole: readonly SidedEntry[],
): Exact {
  if (isSide(term)) return compareSides(model, term, part);
  const own = plainValue(model, term, part);
  return term.window === null ? own : divide(own, plainValue(model, term, whole));
}

function hasTotal({ window, at }: AskedTerm): boolean {
  return window === null || isSide({ window, at }) || (window === "share" && at.length === 0);
}

function passesHaving({ by, from, to, excluded }: Question["having"][number], { figures, entries }: Cell): boolean {
  const figure: Exact = by === "num_entries" ? [BigInt(countSides(entries).numEntries), 1n] : figures[by]!;
  if (!figure) return false;
  const isInside =
    (from === null || compareExact(figure, [from, 1n]) >= 0) && (to === null || compareExact(figure, [to, 1n]) <= 0);
  return isInside !== excluded;
}

function compareCells(
  { drilldown, order, terms }: Question,
  a: Pick<Cell, "keys" | "figures" | "entries">,
  b: Pick<Cell, "keys" | "figures" | "entries">,
): number {
  const byFigure = (at: number, descending: boolean): number => {
    const [x, y] = [a.figures[at]!, b.figures[at]!];
    if (!x || !y) return Number(!x) - Number(!y);
    return descending ? compareExact(y, x) : compareExact(x, y);
  };
  const byKey = (at: number, descending: boolean): number =>
    compareValues(a.keys[at] ?? null, b.keys[at] ?? null, descending);
  const criteria = order.length > 0 ? order : terms.map((_, by) => ({ by, descending: true }));
  for (const { by, descending } of criteria) {
    const size = countSides(a.entries).numEntries - countSides(b.entries).numEntries;
    const difference =
      typeof by === "number"
        ? byFigure(by, descending)
        : by === "num_entries"
          ? descending
            ? -size
            : size
          : byKey(drilldown.indexOf(by), descending);
    if (difference !== 0) return difference;
  }
  for (let at = 0; at < drilldown.length; at++) {
    const difference = byKey(at, false);
    if (difference !== 0) return difference;
  }
  return 0;
}

function keepTop(
  model: Model,
  { drilldown, terms, top }: Question,
  sorted: readonly Cell[],
  entries: readonly SidedEntry[],
  show: (cell: Cell) => ExpectedCell,
): readonly ExpectedCell[] {
  const { count, within } = top!;
  const keys = within.map((reference) => drilldown.indexOf(reference));
  const groups = groupBy(sorted, (cell) => keys.map((key) => cell.keys[key]!));
  return sorted.flatMap((cell): readonly ExpectedCell[] => {
    const group = groups.find((each) => each.includes(cell))!;
    const at = group.indexOf(cell);
    if (at >= count) return [];
    if (at < count - 1 || group.length <= count) return [show(cell)];
    const others = group.slice(count);
    const part = others.flatMap((each) => each.entries);
    const isGroup = (references: readonly string[]): boolean => references.every((each) => within.includes(each));
    const figures = terms.map((term) => {
      if (hasTotal(term)) return othersFigure(model, term, part, entries);
      if (term.window !== "share" || !isGroup(term.at)) return null;
      const whole = entries.filter((entry) =>
        term.at.every((reference) => valueOf(model, reference, entry) === cell.keys[drilldown.indexOf(reference)]),
      );
      return combinedFigure(model, term, part, whole);
    });
    const rest: ExpectedCell = {
      keys: drilldown.map((reference, key) => (within.includes(reference) ? cell.keys[key]! : undefined)),
      figures,
      ...countSides(part),
      contained: others.length,
    };
    return [show(cell), rest];
  });
}

function nest(
  model: Model,
  question: Question,
  sorted: readonly Cell[],
  entries: readonly SidedEntry[],
  show: (cell: Cell) => ExpectedCell,
): readonly ExpectedCell[] {
  const { drilldown, terms } = question;
  const levels = drilldown.slice(1).map((_, at) => {
    const parts = groupBy(sorted, (cell) => cell.keys.slice(0, at + 1)).map((cells) => ({
      keys: cells[0]!.keys.slice(0, at + 1),
      entries: cells.flatMap((each) => each.entries),
      figures: [] as readonly Exact[],
      numCells: cells.length,
    }));
    for (const part of parts) {
      part.figures = terms.map((term) => {
        if (hasTotal(term)) return combinedFigure(model, term, part.entries, entries);
        if (term.window !== "rank" || term.at.length > 0) return null;
        const own = plainValue(model, term, part.entries);
        const above = parts.filter((other) => {
          const value = plainValue(model, term, other.entries);
          return own && value && compareExact(value, own) > 0;
        });
        return own && [BigInt(above.length + 1), 1n];
      });
    }
    return parts.toSorted((a, b) => compareCells(question, a, b));
  });
  const under = (prefix: readonly Value[]): readonly ExpectedCell[] => {
    const isUnder = ({ keys }: { readonly keys: readonly Value[] }): boolean =>
      prefix.every((value, at) => value === keys[at]);
    const level = levels[prefix.length];
    if (!level) return sorted.filter(isUnder).map(show);
    return level.filter(isUnder).flatMap((part) => [
      {
        keys: drilldown.map((_, key) => (key < part.keys.length ? part.keys[key]! : undefined)),
        figures: part.figures,
        ...countSides(part.entries),
        contained: part.numCells,
      },
      ...under(part.keys),
    ]);
  };
  return under([]);
}
