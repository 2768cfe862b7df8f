import { countInformative, nameOfTotal, type SearchedRow, type StatedTotal } from "./total-row.js";
import { looksLikeTotal } from "./total-words.js";

/** Percentage of the entries that must be parts of totals where no total is beyond doubt by itself. */
const COVERED = 90;
/** Levels of totals in a table, at most: equal rows, one after the other, would be totals of each other without end. */
const MAX_LEVELS = 12;
/** Digits that amounts need so that sums are no coincidence. */
const TELLING = 4;

/** A row, or a total with all its parts. */
interface Node {
  readonly row: SearchedRow;
  readonly sums: readonly bigint[];
  /** Its sums as one number. */
  readonly key: bigint;
  /** Its parts; none if it is an entry. */
  readonly parts: readonly Node[];
  /** Entries below it that are not zero. */
  readonly entries: number;
  /** Levels of totals that it is the top of; 0 for an entry. */
  readonly levels: number;
}

/**
 * Find totals at any number of levels by their figures alone: each row that comes to the next ones, up to a place, with
 * totals among these counted as their parts are. They count if sums of several columns agree, or if nearly all entries are
 * parts of totals.
 * @param rows with amounts @param isReversed true for totals below their parts
 * Cost: linear but for the parts of what is found.
 */
export function findNestedSums(rows: readonly SearchedRow[], isReversed: boolean): readonly StatedTotal[] {
  // A total of a single part is the same amount twice, as two equal entries are: what explains more of the table counts.
  const [best] = [false, true]
    .map((hasSingles) => chooseCertain(build(rows, isReversed, hasSingles)))
    .toSorted((a, b) => b.length - a.length);
  return best!.map((node) => stateTotal(node, isReversed));
}

/** Build the totals over rows, from the row on that has no parts. */
function build(rows: readonly SearchedRow[], isReversed: boolean, hasSingles: boolean): readonly Node[] {
  const weights = weightsOf(rows[0]?.amounts.length ?? 0);
  const stack: Node[] = [];
  /** Sums of the first nodes of the stack, by their number; the last number for each; and the one before that. */
  const sums = [0n];
  const last = new Map([[0n, 0]]);
  const before = [-1];
  for (let at = 0; at < rows.length; at++) {
    const row = rows[isReversed ? at : rows.length - 1 - at]!;
    const amounts = row.amounts.map((amount) => amount ?? 0n);
    const key = amounts.reduce((mixed, amount, column) => mixed + amount * weights[column]!, 0n);
    let from = key === 0n ? -1 : (last.get(sums.at(-1)! - key) ?? -1);
    if (!hasSingles && from === stack.length - 1) from = before[from] ?? -1;
    const parts = from < 0 ? [] : stack.slice(from);
    const levels = parts.reduce((most, part) => Math.max(most, part.levels + 1), 0);
    const isTotal = parts.length > 0 && levels <= MAX_LEVELS && isSumOf(amounts, parts);
    const count = isTotal ? parts.reduce((sum, { entries }) => sum + entries, 0) : key === 0n ? 0 : 1;
    if (isTotal) {
      for (let place = stack.length; place > from; place--) last.set(sums.pop()!, before.pop()!);
      stack.length = from;
    }
    const node = { row, sums: amounts, key, entries: count };
    stack.push(isTotal ? { ...node, parts, levels } : { ...node, parts: [], levels: 0 });
    const sum = sums.at(-1)! + key;
    sums.push(sum);
    before.push(last.get(sum) ?? -1);
    last.set(sum, stack.length);
  }
  return stack;
}

/** Return numbers by which the sums of columns are mixed into one that adds up as they do. */
function weightsOf(columns: number): readonly bigint[] {
  const weights = [1n];
  while (weights.length < columns) weights.push((weights.at(-1)! * 1_000_000_007n) % PRIME);
  return weights;
}

const PRIME = (1n << 89n) - 1n;

function isSumOf(amounts: readonly bigint[], parts: readonly Node[]): boolean {
  return amounts.every((amount, at) => amount === parts.reduce((sum, { sums }) => sum + sums[at]!, 0n));
}

/** Return the totals that are no coincidence. */
function chooseCertain(top: readonly Node[]): readonly Node[] {
  const all = top.flatMap(listTotals);
  const joint = all.filter(({ parts }) => parts.length > 1);
  const entries = top.reduce((sum, each) => sum + each.entries, 0);
  const covered = top.reduce((sum, each) => sum + (each.parts.length > 0 ? each.entries : 0), 0);
  const telling = joint.filter(({ sums }) => digitsOf(sums) >= TELLING);
  const isCovered = covered * 100 >= entries * COVERED && joint.length > 1 && telling.length * 2 > joint.length;
  return isCovered ? all : top.flatMap(listCertain);
}

function listTotals(node: Node): readonly Node[] {
  return node.parts.length === 0 ? [] : [node, ...node.parts.flatMap(listTotals)];
}

/** List the totals that are one by several columns, with all those among their parts. */
function listCertain(node: Node): readonly Node[] {
  const isCertain = node.parts.length > 2 && countColumns(node) > 1 && digitsOf(node.sums) >= TELLING;
  return isCertain ? listTotals(node) : node.parts.flatMap(listCertain);
}

/** Count the columns that are signs of their own: one that is a rate of another, as with co-financing, tells nothing new. */
function countColumns({ sums, parts }: Node): number {
  const isRate = (own: number, of: number): boolean =>
    parts.every((part) => isNear(part.sums[own]! * sums[of]!, part.sums[of]! * sums[own]!, sums[own]! * sums[of]!));
  const signs: number[] = [];
  for (const [at, sum] of sums.entries()) if (sum !== 0n && !signs.some((of) => isRate(at, of))) signs.push(at);
  return signs.length;
}

/** True if two amounts differ by at most a thousandth of a whole: rates are rounded. */
function isNear(a: bigint, b: bigint, whole: bigint): boolean {
  return magnitude(a - b) * 1000n <= magnitude(whole);
}

function magnitude(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}

function digitsOf(sums: readonly bigint[]): number {
  return Math.max(...sums.map(countInformative));
}

function stateTotal({ row, sums, entries }: Node, isReversed: boolean): StatedTotal {
  return {
    row: row.row,
    line: row.line,
    ...nameOfTotal(row, looksLikeTotal),
    texts: row.texts,
    amounts: row.amounts,
    sums: sums.map((sum, at) => (row.amounts[at] === null ? null : sum)),
    parts: entries,
    verdict: "exact",
    place: isReversed ? "below" : "above",
  };
}
