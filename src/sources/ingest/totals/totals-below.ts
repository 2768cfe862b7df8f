import {
  between,
  type Boundary,
  type SumComparison,
  compareSums,
  magnitude,
  placeAt,
  placeBefore,
} from "./compare-sums.js";
import { nameOfTotal, type SearchedRow, type StatedTotal } from "./total-row.js";
import { type Signs, TotalSigns } from "./total-signs.js";
import { looksLikeTotal } from "./total-words.js";

/** Places that are remembered. */
const MAX_BOUNDARIES = 200;
/** Digits that amounts need so that a row without any other sign is no coincidence. */
const TELLING = 4;
/** Digits that amounts need so that a row with a word alone is no coincidence. */
const CERTAIN = 6;
/** A sum, also a rounded one, is nearer than a part of so many. */
const NEAR = 500;
/** Rows in a row that may be totals, together. */
const MAX_RUN = 50;

/** A row that is a total, or is called one. */
interface Match {
  readonly total: StatedTotal;
  readonly isSure: boolean;
  /** True if rows with the same name are totals, too. */
  readonly isNaming: boolean;
}

/**
 * Finds totals below their parts, row by row: a row is one if it comes to what the entries since a boundary come to. The
 * boundaries are the last totals, headings, the beginnings of groups of equal cells, and that of the table. Rows in a row
 * are totals, too, if they come to that together.
 */
export class TotalsBelow {
  readonly found: StatedTotal[] = [];
  /** Rows that were found without any sign but their figures, in the middle of the table. */
  readonly unsigned: number[] = [];
  readonly #signs: TotalSigns;
  #here: Boundary;
  readonly #boundaries: Boundary[];
  #runs: { text: string; start: Boundary }[];
  readonly #decimals: number[];
  readonly #largest: bigint[];
  #last: Match | null = null;
  /** The last rows, if they look like totals. */
  #waiting: SearchedRow[] = [];

  /** @param names of totals that are certain, of which more are found */
  constructor(numAmounts: number, numTexts: number, names: Set<string> = new Set()) {
    this.#signs = new TotalSigns(numTexts, names);
    this.#here = placeBefore(numAmounts);
    this.#boundaries = [this.#here];
    this.#runs = Array.from({ length: numTexts }, () => ({ text: "", start: this.#here }));
    this.#decimals = Array.from({ length: numAmounts }, () => 0);
    this.#largest = Array.from({ length: numAmounts }, () => 0n);
  }

  /** Sum of all entries so far. */
  get sum(): Boundary {
    return this.#here;
  }

  /** Take a row that is no part of others: a total that is known. */
  pass(): void {
    this.#takeWaiting();
    this.#bound();
  }

  /** @param isEntry true if it is known to be an entry */
  take(row: SearchedRow, isEntry = false): void {
    if (row.amounts.every((amount) => amount === null)) {
      this.#takeWaiting();
      this.#bound();
    } else if (!isEntry && this.#mayWait(row)) {
      if (this.#waiting.push(row) === MAX_RUN) this.#takeWaiting();
    } else {
      this.#takeWaiting();
      this.#takeAlone(row, isEntry);
    }
  }

  /** End the table: a row without any sign is a total if it is the last and comes to all others. */
  end(): void {
    this.#takeWaiting();
    this.#settle(true);
  }

  /** True if a row looks like a total: the rows after it may have a part in it. */
  #mayWait(row: SearchedRow): boolean {
    if (this.#signs.isSettled && !this.#signs.hasName(row)) return this.#signs.lacksCode(row);
    const { hasWord, lacksCode } = this.#signs.signsOf(row);
    return hasWord || lacksCode;
  }

  /** Take the rows that look like totals: the most that are some together, if not each is one by itself. */
  #takeWaiting(): void {
    const rows = this.#waiting;
    if (rows.length === 0) return;
    this.#waiting = [];
    let joint = 0;
    if (rows.length > 1 && !rows.every((row) => isTotal(this.#totalOf(row)))) {
      for (let count = rows.length; count > 1 && joint === 0; count--) {
        const totals = this.#jointTotals(rows.slice(0, count));
        if (totals.length === 0) continue;
        joint = count;
        this.#settle(false);
        this.found.push(...totals);
        for (const row of rows.slice(0, count)) this.#signs.addTotal(row, true);
        this.#bound();
      }
    }
    for (const row of rows.slice(joint)) this.#takeAlone(row, false);
  }

  #takeAlone(row: SearchedRow, isEntry: boolean): void {
    this.#settle(false);
    const match = isEntry ? null : this.#totalOf(row);
    if (match === null) this.#add(row);
    else if (match.total.verdict === "differs") this.found.push(match.total);
    else {
      if (match.isSure) this.#signs.addTotal(row, match.isNaming);
      this.#last = match;
      this.#bound();
    }
  }

  #settle(isEnd: boolean): void {
    const last = this.#last;
    this.#last = null;
    if (last === null) return;
    this.found.push(last.total);
    if (!last.isSure && !isEnd) this.unsigned.push(last.total.row);
  }

  #totalOf(row: SearchedRow): Match | null {
    if (this.#signs.isSettled && !this.#mayBeSum(row) && !this.#signs.lacksCode(row) && !this.#signs.hasName(row))
      return null;
    const signs = this.#signs.signsOf(row);
    const isSigned = signs.hasWord || signs.lacksCode;
    if (!isSigned && this.#here.entries < 3) return null;
    let nearest: { readonly part: Boundary; readonly off: bigint } | null = null;
    let alone: Match | null = null;
    for (const boundary of isSigned ? this.#allBoundaries() : this.#mainBoundaries()) {
      const part = between(boundary, this.#here);
      const compared = compareSums(row, part, this.#decimals);
      const isFound = isSigned
        ? this.#isSigned(signs, compared, part.entries)
        : this.#isUnsigned(row, compared, part.entries, boundary);
      if (isFound && (!compared.isAlone || (alone === null && this.#mayBeAlone(row, part, signs.hasName)))) {
        const total = stateTotal(row, part, compared.verdict === "rounded" ? "rounded" : "exact");
        const isNaming = signs.isNamed || signs.lacksCode || compared.columns > 1 || part.entries > 2;
        const match = { total, isSure: isSigned || compared.columns > 1, isNaming };
        if (!compared.isAlone) return match;
        alone = match;
      }
      const first = row.amounts.findIndex((amount) => amount !== null);
      const off = magnitude(row.amounts[first]! - part.sums[first]!);
      if (part.entries > 1 && compared.verdict !== "zero" && (nearest === null || off < nearest.off)) {
        nearest = { part, off };
      }
    }
    if (alone !== null) return alone;
    if (!signs.isNamed || nearest === null || row.amounts.every((amount) => amount === null || amount === 0n))
      return null;
    return { total: stateTotal(row, nearest.part, "differs"), isSure: false, isNaming: false };
  }

  #isSigned(
    { lacksCode, isNamed, hasWord, hasShape, hasName }: Signs,
    { verdict, columns, digits }: SumComparison,
    parts: number,
  ): boolean {
    const isKnown = hasName || ((lacksCode || isNamed) && hasShape);
    const areBoth = hasWord && lacksCode;
    if (verdict === "zero") return isKnown && (areBoth || hasName);
    if (verdict === "rounded") return parts > 1 && (areBoth || isNamed);
    if (verdict !== "exact" || parts === 0) return false;
    if (areBoth || isKnown) return true;
    if (parts < 2) return false;
    if (isNamed || columns > 1) return true;
    return lacksCode ? digits > 2 || parts > 4 : (digits >= TELLING && parts > 2) || digits >= CERTAIN;
  }

  /** True if a row like all others is a total by its figures alone. */
  #isUnsigned(
    row: SearchedRow,
    { verdict, columns, digits, isAlone }: SumComparison,
    parts: number,
    from: Boundary,
  ): boolean {
    if (verdict !== "exact" || isAlone || parts < 3 || digits < TELLING) return false;
    const isOther = this.#runs.some(
      ({ text, start }, at) => start.entries <= from.entries && text !== "" && row.texts[at] !== text,
    );
    if (isOther) return false;
    // A net sum that is as large as a part may be that part once more.
    return columns > 1 || row.amounts.every((amount, at) => amount === null || magnitude(amount) > this.#largest[at]!);
  }

  /** True if the columns that only a row itself fills are those of totals: no entry of the table does. */
  #mayBeAlone({ amounts }: SearchedRow, part: Boundary, hasName: boolean): boolean {
    return hasName || amounts.every((amount, at) => !amount || part.filled[at]! > 0 || this.#here.filled[at] === 0);
  }

  /** Return rows as totals that come to what the entries since a boundary do, all together; none if they do not. */
  #jointTotals(rows: readonly SearchedRow[]): readonly StatedTotal[] {
    const amounts = this.#decimals.map((_, at) => {
      const stated = rows.flatMap((row) => row.amounts[at] ?? []);
      return stated.length === 0 ? null : stated.reduce((sum, amount) => sum + amount);
    });
    const joint = { amounts, decimals: this.#decimals };
    const hasFirst = amounts[0] !== null && this.#here.filled[0]! > 0;
    const first = Number(amounts[0] ?? 0n);
    for (const boundary of this.#allBoundaries()) {
      const off = Math.abs(this.#here.first - boundary.first - first);
      if (hasFirst && off > Math.abs(first) / NEAR) continue;
      const part = between(boundary, this.#here);
      const { verdict, columns, digits, isAlone } = compareSums(joint, part, this.#decimals);
      const isTelling = columns > 1 || digits >= TELLING;
      if (verdict !== "exact" || part.entries < rows.length || !isTelling) continue;
      if (isAlone && !rows.every((row) => this.#mayBeAlone(row, part, this.#signs.hasName(row)))) continue;
      const together = { first: rows[0]!.row, rows: rows.length };
      return rows.map((row) => ({ ...stateTotal(row, part, "exact"), together }));
    }
    return [];
  }

  #add(row: SearchedRow): void {
    this.#signs.addEntry(row);
    const before = this.#here;
    row.texts.forEach((text, at) => {
      if (text !== this.#runs[at]!.text) this.#runs[at] = { text, start: before };
    });
    let isZero = true;
    const sums = before.sums.map((sum, at) => {
      const amount = row.amounts[at]!;
      if (amount === null || amount === 0n) return sum;
      isZero = false;
      if (row.decimals[at]! > this.#decimals[at]!) this.#decimals[at] = row.decimals[at]!;
      const size = magnitude(amount);
      if (size > this.#largest[at]!) this.#largest[at] = size;
      return sum + amount;
    });
    const filled = before.filled.map((count, at) => (row.filled[at] ? count + 1 : count));
    this.#here = placeAt(sums, filled, before.entries + (isZero ? 0 : 1));
  }

  /** True if the first amount of a row may be what the entries since a boundary come to: fast, and never wrongly false. */
  #mayBeSum({ amounts }: SearchedRow): boolean {
    const stated = amounts[0] ?? 0n;
    if (stated === 0n || this.#here.filled[0] === 0) return true;
    const amount = Number(stated);
    const least = Math.abs(amount) / NEAR;
    const sum = this.#here.first - amount;
    for (const { first } of this.#boundaries) if (Math.abs(sum - first) <= least) return true;
    for (const { start } of this.#runs) if (Math.abs(sum - start.first) <= least) return true;
    return false;
  }

  #bound(): void {
    if (this.#boundaries.length > MAX_BOUNDARIES) this.#boundaries.splice(1, 1);
    this.#boundaries.push(this.#here);
  }

  #mainBoundaries(): readonly Boundary[] {
    const last = this.#boundaries.at(-1)!;
    return last.entries === 0 ? [last] : [last, this.#boundaries[0]!];
  }

  /** Return all boundaries, the nearest first. */
  #allBoundaries(): readonly Boundary[] {
    const all = [...this.#boundaries, ...this.#runs.map(({ start }) => start)];
    const byEntries = new Map(all.map((boundary) => [boundary.entries, boundary]));
    return [...byEntries.values()].toSorted((a, b) => b.entries - a.entries);
  }
}

function isTotal(match: Match | null): boolean {
  return match !== null && match.total.verdict !== "differs";
}

function stateTotal(
  row: SearchedRow,
  { sums, filled, entries }: Boundary,
  verdict: StatedTotal["verdict"],
): StatedTotal {
  const { amounts, line } = row;
  const isOwn = (at: number): boolean => amounts[at] === null || (verdict !== "differs" && filled[at] === 0);
  return {
    row: row.row,
    line,
    ...nameOfTotal(row, looksLikeTotal),
    texts: row.texts,
    amounts,
    sums: sums.map((sum, at) => (isOwn(at) ? null : sum)),
    parts: entries,
    verdict,
    place: "below",
  };
}
