import { rarityOf, shortnessOf, weighingClauses } from "../../../core/engine/relevance.js";
import type { Kernel } from "../../kernel/kernel.js";
import { clauseKey } from "../../../core/query/condition/clause-key.js";
import type { ClauseTest, Condition, TestedClause } from "../../../core/query/condition/condition.js";
import { lengthen } from "../base/lengthen.js";
import { PairIndex } from "../base/pair-index.js";
import { readCodes } from "../table/read-codes.js";
import { listRows } from "../table/row-bitmaps.js";
import type { DimensionColumn } from "../table/table.js";
import { classifyMembers, type MatchedText, type MatchedValue } from "./classify-members.js";
import { ClauseBitsets } from "./clause-bitsets.js";
import { ItemClasses } from "./item-classes.js";
import type { SearchedTexts } from "./searched-texts.js";
import type { SearchedTable } from "./select-clause.js";
import type { SelectedClauses } from "./selected-clauses.js";

/** Rows that are scored between two checks. */
const BLOCK = 2 ** 14;
/** Combinations of classes that are found without hashing, at most; and at least, in small tables, of which there are thousands. */
const [MAX_DIRECT, MIN_DIRECT] = [2 ** 12, 2 ** 6];

const SHORTNESS = Float64Array.from({ length: 256 }, (_, tokens) => (tokens === 0 ? 0 : shortnessOf(tokens)));

/** Classes of the members of a dimension, or of the entries themselves. */
interface ScoredColumn {
  /** Column with the members' codes; `null`: the items are the entries. */
  readonly column: DimensionColumn | null;
  readonly classes: ItemClasses;
}

/** The clauses of a condition that count for scores, with the members and entries that match them. */
export class ScoredClauses {
  /** Clauses in the order in which their terms are added. */
  readonly #weighing: readonly TestedClause[];
  /** Number of each clause's test: clauses that test the same have the same one. */
  readonly #tests: Uint32Array;
  readonly #columns: readonly ScoredColumn[];
  readonly #searched: SearchedTable;
  readonly #counts: Float64Array;

  constructor(kernel: Kernel, searched: SearchedTable, selected: SelectedClauses, where: Condition) {
    this.#searched = searched;
    this.#weighing = weighingClauses(where);
    const numbers = new Map<string, number>();
    const tests: ClauseTest[] = [];
    this.#tests = Uint32Array.from(this.#weighing, ({ test }) => {
      const key = clauseKey(test);
      if (!numbers.has(key)) numbers.set(key, tests.push(test) - 1);
      return numbers.get(key)!;
    });
    const sets = new ClauseBitsets(tests.length, searched.memory.take);
    this.#columns = [
      ...classifyDimensions(searched, selected, tests, sets),
      ...classifyEntries(kernel, searched, selected, tests, sets),
    ];
    this.#counts = new Float64Array(tests.length);
    for (const column of this.#columns) this.#count(column);
  }

  /** True if no clause counts for scores. */
  get isEmpty(): boolean {
    return this.#weighing.length === 0;
  }

  /** Number of matches of each clause; for a text, the sum over all dimensions. */
  get counts(): readonly number[] {
    return Array.from(this.#tests, (test) => this.#counts[test]!);
  }

  /**
   * Compute the score of each row. Rows whose members are of the same classes have the same score, which is computed once.
   * Cost: a code for each row and dimension with a match.
   * @param rows rows in ascending order
   * @param rarities rarity of each clause, by its leaf; `null`: computed from this table
   */
  score(rows: Uint32Array, rarities: ReadonlyMap<number, number> | null): Float32Array {
    const { table, pace, memory } = this.#searched;
    memory.take(rows.length * 4);
    const scores = new Float32Array(rows.length);
    const combined = this.#columns.map(({ classes }) => new CombinedClasses(classes, rows.length, memory.take));
    const scorer = new ClassScorer(this.#weights(rarities), this.#tests, combined);
    const keys = new Uint32Array(Math.min(BLOCK, rows.length));
    for (let first = 0; first < rows.length; first += BLOCK) {
      pace.check();
      const block = rows.subarray(first, first + BLOCK);
      keys.fill(0);
      for (const [at, { column }] of this.#columns.entries()) {
        combined[at]!.combine(keys, column ? readCodes(table, column.codes, block) : block);
      }
      const known = scorer.scores();
      for (let at = 0; at < block.length; at++) scores[first + at] = known[keys[at]!]!;
    }
    return scores;
  }

  /** Give the memory back; nothing may be scored after that. */
  release(): void {
    for (const { classes } of this.#columns) classes.release();
  }

  #weights(rarities: ReadonlyMap<number, number> | null): Float64Array {
    const { rows } = this.#searched.table;
    return Float64Array.from(
      this.#weighing,
      ({ boost, leaf }, at) => boost * (rarities?.get(leaf) ?? rarityOf(this.#counts[this.#tests[at]!]!, rows)),
    );
  }

  #count({ column, classes }: ScoredColumn): void {
    const { pace, postingLists } = this.#searched;
    const rowsOf = new Float64Array(classes.size);
    const entriesOf = column ? postingLists.entriesOf(column, pace.check) : (): number => 1;
    const { classOf, classified } = classes;
    for (let at = 0; at < classified.length; at++) {
      if (at % BLOCK === 0) pace.check();
      const item = classified[at]!;
      rowsOf[classOf[item]!]! += entriesOf(item);
    }
    /** Last class, + 1, in which each clause was counted. */
    const last = new Uint32Array(this.#counts.length);
    for (let own = 1; own < classes.size; own++) {
      if (own % BLOCK === 0) pace.check();
      if (rowsOf[own] === 0) continue;
      classes.forEach(own, (clause) => {
        if (last[clause] === own) return;
        last[clause] = own;
        this.#counts[clause]! += rowsOf[own]!;
      });
    }
  }
}

function classifyDimensions(
  searched: SearchedTable,
  selected: SelectedClauses,
  tests: readonly ClauseTest[],
  sets: ClauseBitsets,
): readonly ScoredColumn[] {
  const { table, pace, memory, arrays } = searched;
  const limits = { check: pace.check, take: memory.take };
  return table.dimensions.flatMap((column, at): readonly ScoredColumn[] => {
    const values = [...tests.entries()].flatMap(([clause, test]): readonly MatchedValue[] =>
      test.on === "value" && test.target.dimension.index === at ? [{ clause, test }] : [],
    );
    const matched = selected
      .textsOf(column)
      .map((each) => ({ in: each, texts: matchTexts(selected, column, each, tests) }));
    const found = matched.filter(({ texts }) => texts.length > 0);
    if (found.length + values.length === 0) return [];
    const classes = classifyMembers(column, found, values, sets, limits, arrays);
    return [{ column: column.base ?? column, classes }];
  });
}

/** List the clauses that match some of the texts of a dimension. */
function matchTexts(
  selected: SelectedClauses,
  column: DimensionColumn,
  texts: SearchedTexts,
  tests: readonly ClauseTest[],
): readonly MatchedText[] {
  return [...tests.entries()].flatMap(([clause, test]): readonly MatchedText[] => {
    if (test.on !== "text" || !selected.columnsOf(test).includes(column)) return [];
    const match = selected.matchOf(test, texts);
    return match && (match.terms ?? match.values)!.count > 0 ? [{ clause, match }] : [];
  });
}

/** Classify the entries by clauses about amounts and ids; nothing if there are none. */
function classifyEntries(
  kernel: Kernel,
  { table, pace, memory, arrays }: SearchedTable,
  selected: SelectedClauses,
  tests: readonly ClauseTest[],
  sets: ClauseBitsets,
): readonly ScoredColumn[] {
  const others = [...tests.entries()].filter(([, { on }]) => on === "amount" || on === "id");
  if (others.length === 0) return [];
  const classes = new ItemClasses(table.rows, sets, memory.take, arrays);
  for (const [clause, test] of others) {
    const bits = new Uint32Array(sets.words);
    bits[clause >>> 5] = 1 << (clause & 31);
    const step = classes.stepOf(sets.numberOf(bits, 0), 1);
    const matches = kernel.selectRows(table.segments, selected.selectOther(test), pace.deadline);
    const rows = listRows(matches, table);
    for (let at = 0; at < rows.length; at++) {
      if (at % BLOCK === 0) pace.check();
      classes.add(rows[at]!, step);
    }
  }
  return [{ column: null, classes }];
}

/** Numbers combinations of the classes of several columns, column by column. */
class CombinedClasses {
  readonly classes: ItemClasses;
  readonly #pairs: PairIndex;
  /** Numbers of the first combinations, by their classes; 0 for unknown ones. */
  readonly #direct: Uint32Array;

  /** @param rows number of rows whose classes are combined */
  constructor(classes: ItemClasses, rows: number, take: (bytes: number) => void) {
    this.classes = classes;
    this.#direct = new Uint32Array(Math.max(MIN_DIRECT, Math.min(MAX_DIRECT, rows)));
    this.#pairs = new PairIndex(take);
  }

  /** Combine the classes of some items with the combinations of the columns before; 0 is the one of classes 0. */
  combine(keys: Uint32Array, items: Uint32Array): void {
    const { classOf, size } = this.classes;
    const direct = this.#direct;
    for (let at = 0; at < items.length; at++) {
      const before = keys[at]!;
      const own = classOf[items[at]!]!;
      const place = before * size + own;
      if (place >= direct.length) keys[at] = this.#pairs.numberOf(before, own);
      else if (place > 0) keys[at] = direct[place] ||= this.#pairs.numberOf(before, own);
    }
  }

  /** Number of combinations so far, without 0. */
  get size(): number {
    return this.#pairs.size;
  }

  before(key: number): number {
    return this.#pairs.firstOf(key);
  }

  own(key: number): number {
    return this.#pairs.secondOf(key);
  }
}

/** Computes the scores of the combinations of all columns, each once. */
class ClassScorer {
  readonly #weights: Float64Array;
  readonly #combined: readonly CombinedClasses[];
  /** Scores by combination, of which the first `#numScored` are computed. */
  #scores = new Float32Array(64);
  #numScored = 1;
  /** Places of the clauses with each test. */
  readonly #placesOf: readonly number[][];
  /** Shortest length with which each test matches; 0 for none. */
  readonly #lengths: Uint8Array;
  readonly #testOf: Uint32Array;
  /** Places of the clauses that match, as bits. */
  readonly #places: Uint32Array;

  constructor(weights: Float64Array, testOf: Uint32Array, combined: readonly CombinedClasses[]) {
    this.#weights = weights;
    this.#testOf = testOf;
    this.#combined = combined;
    this.#lengths = new Uint8Array(testOf.length);
    this.#places = new Uint32Array(Math.ceil(testOf.length / 32));
    const placesOf: number[][] = [];
    testOf.forEach((test, place) => (placesOf[test] ??= []).push(place));
    this.#placesOf = placesOf;
  }

  /** Return the scores of all combinations so far. */
  scores(): Float32Array {
    const end = (this.#combined.at(-1)?.size ?? 0) + 1;
    if (end > this.#scores.length) this.#scores = lengthen(this.#scores, end * 2);
    for (; this.#numScored < end; this.#numScored++) this.#scores[this.#numScored] = this.#score(this.#numScored);
    return this.#scores;
  }

  #score(key: number): number {
    let left = key;
    for (let at = this.#combined.length - 1; at >= 0 && left !== 0; at--) {
      const combined = this.#combined[at]!;
      combined.classes.forEach(combined.own(left), this.#addMatch);
      left = combined.before(left);
    }
    return this.#sum();
  }

  readonly #addMatch = (test: number, length: number): void => {
    const before = this.#lengths[test]!;
    if (before === 0) for (const place of this.#placesOf[test]!) this.#places[place >>> 5]! |= 1 << (place & 31);
    if (before === 0 || length < before) this.#lengths[test] = length;
  };

  /** Add the terms of all clauses that match, in the order of the clauses: the sum depends on it in its last bit. */
  #sum(): number {
    const [places, weights, lengths, testOf] = [this.#places, this.#weights, this.#lengths, this.#testOf];
    let score = 0;
    for (let word = 0; word < places.length; word++) {
      for (let bits = places[word]!; bits !== 0; bits &= bits - 1) {
        const place = word * 32 + 31 - Math.clz32(bits & -bits);
        score += weights[place]! * SHORTNESS[lengths[testOf[place]!]!]!;
      }
    }
    for (let word = 0; word < places.length; word++) {
      for (let bits = places[word]!; bits !== 0; bits &= bits - 1) {
        lengths[testOf[word * 32 + 31 - Math.clz32(bits & -bits)]!] = 0;
      }
      places[word] = 0;
    }
    return score;
  }
}
