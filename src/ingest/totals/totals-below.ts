import { between, type Boundary, type SumComparison, compareSums, magnitude, placeAt } from "./compare-sums.js";
import { nameOfTotal, type SearchedRow, type StatedTotal } from "./total-row.js";
import { isTotalAlone, looksLikeTotal } from "./total-words.js";

/** Places that are remembered, and rows whose filled cells tell which columns are always filled. */
const MAX_BOUNDARIES = 200;
/** Percentage of the entries in which a column that is always filled is. */
const ALWAYS = 90;
/** Digits that amounts need so that a row without any other sign is no coincidence. */
const TELLING = 4;
/** Digits that amounts need so that a row with a word alone is no coincidence. */
const CERTAIN = 6;
/** One entry of so many may have a word for totals in a column where such words are signs. */
const RARE = 5;
/** Entries whose texts are all looked at. */
const FIRST = 1000;
/** A sum, also a rounded one, is nearer than a part of so many. */
const NEAR = 500;

/** The signs that a row is a total, beside its figures. */
interface Signs {
  readonly hasWord: boolean;
  /** True if a cell is no more than a word for totals. */
  readonly isNamed: boolean;
  /** True if half of the cells are blank that entries always fill. */
  readonly lacksCode: boolean;
}

/**
 * Finds totals below their parts, row by row: a row is one if it comes to what the entries since a boundary come to. The
 * boundaries are the last totals, headings, the beginnings of groups of equal cells, and that of the table.
 */
export class TotalsBelow {
  readonly found: StatedTotal[] = [];
  /** Rows that were found without any sign but their figures, in the middle of the table. */
  readonly unsigned: number[] = [];
  #here: Boundary;
  readonly #boundaries: Boundary[];
  #runs: { text: string; start: Boundary }[];
  readonly #filled: number[];
  /** Entries with a word for totals, by column of texts. */
  readonly #worded: number[];
  /** The text of each column that was looked at last. */
  readonly #seen: { text: string; isWorded: boolean }[];
  readonly #decimals: number[];
  readonly #largest: bigint[];
  readonly #shapes = new Set<string>();
  #entries = 0;
  #last: { readonly total: StatedTotal; readonly isSure: boolean } | null = null;

  constructor(numAmounts: number, numTexts: number) {
    this.#here = placeAt(
      Array.from({ length: numAmounts }, () => 0n),
      0,
    );
    this.#boundaries = [this.#here];
    this.#runs = Array.from({ length: numTexts }, () => ({ text: "", start: this.#here }));
    this.#filled = Array.from({ length: numTexts }, () => 0);
    this.#seen = Array.from({ length: numTexts }, () => ({ text: "", isWorded: false }));
    this.#worded = Array.from({ length: numTexts }, () => 0);
    this.#decimals = Array.from({ length: numAmounts }, () => 0);
    this.#largest = Array.from({ length: numAmounts }, () => 0n);
  }

  /** Sum of all entries so far. */
  get sum(): Boundary {
    return this.#here;
  }

  /** Take a row that is no part of others: a total that is known. */
  pass(): void {
    this.#bound();
  }

  /** @param isEntry true if it is known to be an entry */
  take(row: SearchedRow, isEntry = false): void {
    if (row.amounts.every((amount) => amount === null)) {
      this.#bound();
      return;
    }
    this.#settle(false);
    const total = isEntry ? null : this.#totalOf(row);
    if (total === null) this.#add(row);
    else if (total.verdict === "differs") this.found.push(total);
    else this.#bound();
  }

  /** End the table: a row without any sign is a total if it is the last and comes to all others. */
  end(): void {
    this.#settle(true);
  }

  #settle(isEnd: boolean): void {
    const last = this.#last;
    this.#last = null;
    if (last === null) return;
    this.found.push(last.total);
    if (!last.isSure && !isEnd) this.unsigned.push(last.total.row);
  }

  #totalOf(row: SearchedRow): StatedTotal | null {
    const lacksCode = this.#lacksCode(row);
    if (!lacksCode && this.#entries > FIRST && !this.#mayBeSum(row)) return null;
    const signs = { ...this.#wordsOf(row), lacksCode };
    const isSigned = signs.hasWord || signs.lacksCode;
    if (!isSigned && this.#here.entries < 3) return null;
    let nearest: { readonly part: Boundary; readonly off: bigint } | null = null;
    for (const boundary of isSigned ? this.#allBoundaries() : this.#mainBoundaries()) {
      const part = between(boundary, this.#here);
      const compared = compareSums(row, part.sums, part.entries, this.#decimals);
      const isTotal = isSigned
        ? this.#isSigned(row, signs, compared, part.entries)
        : this.#isUnsigned(row, compared, part.entries, boundary);
      if (isTotal) return this.#accept(row, part, compared, isSigned || compared.columns > 1);
      const first = row.amounts.findIndex((amount) => amount !== null);
      const off = magnitude(row.amounts[first]! - part.sums[first]!);
      if (part.entries > 1 && compared.verdict !== "zero" && (nearest === null || off < nearest.off)) {
        nearest = { part, off };
      }
    }
    if (!signs.isNamed || nearest === null || row.amounts.every((amount) => amount === null || amount === 0n))
      return null;
    return this.#state(row, nearest.part, "differs");
  }

  #isSigned(row: SearchedRow, signs: Signs, { verdict, columns, digits }: SumComparison, parts: number): boolean {
    const isKnown = (signs.lacksCode || signs.isNamed) && this.#shapes.has(shapeOf(row));
    const areBoth = signs.hasWord && signs.lacksCode;
    if (verdict === "zero") return isKnown && areBoth;
    if (verdict === "rounded") return parts > 1 && (areBoth || signs.isNamed);
    if (verdict !== "exact" || parts === 0) return false;
    if (areBoth || isKnown) return true;
    if (parts < 2) return false;
    if (signs.isNamed || columns > 1) return true;
    return signs.lacksCode ? digits > 2 || parts > 4 : (digits >= TELLING && parts > 2) || digits >= CERTAIN;
  }

  /** True if a row like all others is a total by its figures alone. */
  #isUnsigned(row: SearchedRow, { verdict, columns, digits }: SumComparison, parts: number, from: Boundary): boolean {
    if (verdict !== "exact" || parts < 3 || digits < TELLING) return false;
    const isOther = this.#runs.some(
      ({ text, start }, at) => start.entries <= from.entries && text !== "" && row.texts[at] !== text,
    );
    if (isOther) return false;
    // A net sum that is as large as a part may be that part once more.
    return columns > 1 || row.amounts.every((amount, at) => amount === null || magnitude(amount) > this.#largest[at]!);
  }

  #accept(row: SearchedRow, part: Boundary, { verdict }: SumComparison, isSure: boolean): StatedTotal {
    const total = this.#state(row, part, verdict === "rounded" ? "rounded" : "exact");
    if (isSure) this.#shapes.add(shapeOf(row));
    this.#last = { total, isSure };
    return total;
  }

  #state(row: SearchedRow, part: Boundary, verdict: StatedTotal["verdict"]): StatedTotal {
    const { amounts, line } = row;
    const sums = part.sums.map((sum, at) => (amounts[at] === null ? null : sum));
    return {
      row: row.row,
      line,
      ...nameOfTotal(row, looksLikeTotal),
      amounts,
      sums,
      parts: part.entries,
      verdict,
      place: "below",
    };
  }

  #add(row: SearchedRow): void {
    this.#entries++;
    const before = this.#here;
    row.texts.forEach((text, at) => {
      if (text !== "") this.#filled[at]!++;
      if (this.#entries <= FIRST && this.#isWorded(text, at)) this.#worded[at]!++;
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
    this.#here = placeAt(sums, before.entries + (isZero ? 0 : 1));
  }

  #lacksCode({ texts }: SearchedRow): boolean {
    const least = this.#entries * ALWAYS;
    const always = texts.filter((_, at) => this.#filled[at]! * 100 >= least);
    const blank = always.filter((text) => text === "").length;
    return this.#entries > 1 && blank > 0 && blank * 2 >= always.length;
  }

  #wordsOf({ texts }: SearchedRow): Omit<Signs, "lacksCode"> {
    const most = Math.min(this.#entries, FIRST);
    const named = texts.filter((text, at) => this.#worded[at]! * RARE <= most && this.#isWorded(text, at));
    return { hasWord: named.length > 0, isNamed: named.some(isTotalAlone) };
  }

  /** True if the first amount of a row may be what the entries since a boundary come to: fast, and never wrongly false. */
  #mayBeSum({ amounts }: SearchedRow): boolean {
    const stated = amounts[0] ?? 0n;
    if (stated === 0n) return true;
    const amount = Number(stated);
    const least = Math.abs(amount) / NEAR;
    const sum = this.#here.first - amount;
    for (const { first } of this.#boundaries) if (Math.abs(sum - first) <= least) return true;
    for (const { start } of this.#runs) if (Math.abs(sum - start.first) <= least) return true;
    return false;
  }

  #isWorded(text: string, at: number): boolean {
    const last = this.#seen[at]!;
    if (last.text === text) return last.isWorded;
    const isWorded = looksLikeTotal(text);
    this.#seen[at] = { text, isWorded };
    return isWorded;
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

/** Return which cells of a row are filled. */
function shapeOf({ texts }: SearchedRow): string {
  return texts.map((text) => (text === "" ? " " : "x")).join("");
}
