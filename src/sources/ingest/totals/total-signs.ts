import { nameOfTotal, type SearchedRow } from "./total-row.js";
import { isTotalAlone, looksLikeTotal } from "./total-words.js";

/** Percentage of the entries in which a column that is always filled is. */
const ALWAYS = 90;
/** One entry of so many may have a word for totals in a column where such words are signs. */
const RARE = 5;
/** Entries whose texts are all looked at. */
const FIRST = 1000;

/** The signs that a row is a total, beside its figures. */
export interface Signs {
  readonly hasWord: boolean;
  /** True if a cell is no more than a word for totals. */
  readonly isNamed: boolean;
  /** True if half of the cells are blank that entries always fill. */
  readonly lacksCode: boolean;
  /** True if a row before it with the same cells filled is a total for certain. */
  readonly hasShape: boolean;
  /** True if one with the same text is. */
  readonly hasName: boolean;
}

/** Tells which rows look like totals, by the entries and totals before them. */
export class TotalSigns {
  readonly #filled: number[];
  /** Entries with a word for totals, by column of texts. */
  readonly #worded: number[];
  /** The text of each column that was looked at last. */
  readonly #seen: { text: string; isWorded: boolean }[];
  readonly #shapes = new Set<string>();
  readonly #names: Set<string>;
  #entries = 0;

  /** @param names of totals that are certain, such as those of a search before; others are added */
  constructor(numTexts: number, names: Set<string>) {
    this.#filled = Array.from({ length: numTexts }, () => 0);
    this.#seen = Array.from({ length: numTexts }, () => ({ text: "", isWorded: false }));
    this.#worded = Array.from({ length: numTexts }, () => 0);
    this.#names = names;
  }

  /** True after so many entries that only some rows are looked at, for speed. */
  get isSettled(): boolean {
    return this.#entries > FIRST;
  }

  addEntry({ texts }: SearchedRow): void {
    this.#entries++;
    texts.forEach((text, at) => {
      if (text !== "") this.#filled[at]!++;
      if (this.#entries <= FIRST && this.#isWorded(text, at)) this.#worded[at]!++;
    });
  }

  /** Learn from a total that is certain. @param isNaming true if its name alone makes others totals */
  addTotal(row: SearchedRow, isNaming: boolean): void {
    this.#shapes.add(shapeOf(row));
    if (!isNaming) return;
    const { text, textAt } = nameOfTotal(row, looksLikeTotal);
    if (textAt >= 0 && looksLikeTotal(text)) this.#names.add(nameAt(text, textAt));
  }

  signsOf(row: SearchedRow): Signs {
    const most = Math.min(this.#entries, FIRST);
    const named = row.texts.filter((text, at) => this.#worded[at]! * RARE <= most && this.#isWorded(text, at));
    return {
      hasWord: named.length > 0,
      isNamed: named.some(isTotalAlone),
      lacksCode: this.lacksCode(row),
      hasShape: this.#shapes.has(shapeOf(row)),
      hasName: named.length > 0 && this.hasName(row),
    };
  }

  lacksCode({ texts }: SearchedRow): boolean {
    const least = this.#entries * ALWAYS;
    const always = texts.filter((_, at) => this.#filled[at]! * 100 >= least);
    const blank = always.filter((text) => text === "").length;
    return this.#entries > 1 && blank > 0 && blank * 2 >= always.length;
  }

  hasName({ texts }: SearchedRow): boolean {
    return this.#names.size > 0 && texts.some((text, at) => text !== "" && this.#names.has(nameAt(text, at)));
  }

  #isWorded(text: string, at: number): boolean {
    const last = this.#seen[at]!;
    if (last.text === text) return last.isWorded;
    const isWorded = looksLikeTotal(text);
    this.#seen[at] = { text, isWorded };
    return isWorded;
  }
}

/** Return which cells of a row are filled. */
function shapeOf({ texts }: SearchedRow): string {
  return texts.map((text) => (text === "" ? " " : "x")).join("");
}

function nameAt(text: string, at: number): string {
  return `${at} ${text}`;
}
