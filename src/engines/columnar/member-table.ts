import { PlainMemory } from "../kernel/memory/column-memory.js";
import { roundUp } from "../kernel/memory/cube-memory.js";
import type { Dimension } from "../../core/model/cube.js";
import type { Value } from "../../core/model/values/value.js";
import type { WordTest, TextTest } from "../../core/query/text/text-test.js";
import { growValues, type GrowingValues, planValues } from "./writing/growing-values.js";
import { collectTerms } from "./search/collect-terms.js";
import type { StepLimits } from "./search/match-terms.js";
import { TermMatcher } from "./search/match-terms.js";
import { listValues, TextMatcher } from "./search/match-text.js";
import { openTerms, planTerms } from "./search/term-index.js";
import { readTerm, type TermLookup } from "./search/term-lookup.js";
import { openValues } from "./table/open-values.js";
import { type TermColumn, viewTerms } from "./table/term-column.js";
import type { ValueColumn, Values } from "./table/values.js";

/** Members of up to so many are decoded once. */
const FEW = 4096;

/** Called with a value that passes a text test. @param tokens number of its tokens, at most 255 */
export type VisitValue = (member: number, attribute: number, tokens: number) => void;

/** An index of the terms of members, as threads share it. */
export interface SharedTerms {
  readonly buffer: SharedArrayBuffer;
  readonly column: TermColumn;
}

/** A table of members, as threads share it. */
export interface SharedMemberTable {
  readonly buffer: SharedArrayBuffer;
  readonly columns: readonly ValueColumn[];
  /** `null` if its terms are not indexed. */
  readonly terms: SharedTerms | null;
}

/**
 * Members of a dimension without rows: a column of values for each attribute, as tables have them, and an index of their
 * terms that the first search builds, unless it is there. Nothing of a member is on the heap.
 */
export class MemberTable {
  readonly length: number;
  readonly attributes: readonly Values[];
  readonly #memory: PlainMemory;
  readonly #columns: readonly ValueColumn[];
  #terms: OpenTerms | null;

  constructor({ buffer, columns, terms }: SharedMemberTable) {
    this.#memory = new PlainMemory(buffer);
    this.#columns = columns;
    this.length = columns[0]!.length;
    this.attributes = columns.map((column) => openValues([this.#memory], column, this.length <= FEW));
    this.#terms = terms && openShared(terms);
  }

  /** Bytes of the columns, and of the index if there is one. */
  get byteLength(): number {
    return this.#memory.byteLength + (this.#terms?.shared.buffer.byteLength ?? 0);
  }

  /** Share the table with other threads; nothing is copied. */
  share(): SharedMemberTable {
    return { buffer: this.#memory.buffer, columns: this.#columns, terms: this.#terms?.shared ?? null };
  }

  /** Index the terms of all members, if they are not. Cost: see `collectTerms` and `planTerms`. */
  indexTerms(): void {
    this.#terms ??= openShared(this.#makeTerms());
  }

  #makeTerms(): SharedTerms {
    const planned = planTerms(collectTerms([this.#memory], this.#columns));
    const memory = new PlainMemory(planned.total);
    const column = planned.write(memory, { memory: 0, pointer: memory.allocate(planned.total) });
    return { buffer: memory.buffer, column };
  }

  /**
   * Visit the values of some attributes that pass a text test; ascending by attribute, then by member.
   * Cost: see `TextMatcher`; the first search also indexes the terms of all members.
   */
  visitTexts(test: TextTest, attributes: readonly number[], limits: StepLimits, visit: VisitValue): void {
    const index = this.#index;
    const matcher = new TextMatcher(index, limits);
    for (const attribute of attributes) {
      const range = { attributes: this.attributes, first: attribute, end: attribute + 1 };
      for (const value of listValues(index, matcher.match({ test, range }))) {
        visit(value - attribute * this.length, attribute, index.lengths[value]!);
      }
    }
  }

  /** Find the members that have, for each of some words, a term in one of some attributes that passes it; ascending. */
  membersWithWords(words: readonly WordTest[], attributes: readonly number[], limits: StepLimits): Uint32Array {
    const terms = new TermMatcher(this.#index, limits);
    const marks = new Uint8Array(this.length);
    words.forEach((word, round) => {
      terms.match(word).forEach((term) => {
        for (const value of this.#index.valuesAt(term)) {
          const member = value % this.length;
          if (marks[member] === round && attributes.includes(Math.floor(value / this.length)))
            marks[member] = round + 1;
        }
      });
    });
    const found: number[] = [];
    for (let member = 0; member < marks.length; member++) if (marks[member] === words.length) found.push(member);
    return Uint32Array.from(found);
  }

  /** Visit the terms that pass a test. @param visit gets a term, and the number of values that have it */
  visitTerms(test: WordTest, limits: StepLimits, visit: (term: string, values: number) => void): void {
    const index = this.#index;
    new TermMatcher(index, limits)
      .match(test)
      .forEach((term) => visit(readTerm(index, term), index.valuesAt(term).length));
  }

  get #index(): TermLookup {
    this.indexTerms();
    return this.#terms!.index;
  }
}

interface OpenTerms {
  readonly index: TermLookup;
  readonly shared: SharedTerms;
}

function openShared(shared: SharedTerms): OpenTerms {
  return { index: openTerms(viewTerms(new PlainMemory(shared.buffer), shared.column)), shared };
}

/** Builds a table of members, in the order of their codes. */
export class MemberTableBuilder {
  readonly #attributes: readonly GrowingValues[];

  constructor({ attributes }: Dimension) {
    this.#attributes = attributes.map(growValues);
  }

  get length(): number {
    return this.#attributes[0]!.length;
  }

  /** Add the member with the next code. @param tuple its values; `null` for a code without a member */
  push(tuple: readonly Value[] | null): void {
    this.#attributes.forEach((values, at) => {
      values.stage(tuple?.[at] ?? null);
      values.push();
    });
  }

  finish(): MemberTable {
    const order = Uint32Array.from({ length: this.length }, (_, member) => member);
    const planned = this.#attributes.map((values) => planValues(values, order, null));
    const memory = new PlainMemory(planned.reduce((sum, { total }) => sum + roundUp(total), 0));
    const columns = planned.map((each) => each.write(memory, { memory: 0, pointer: memory.allocate(each.total) }));
    planned.forEach((each, at) => each.index?.(memory, columns[at]!));
    return new MemberTable({ buffer: memory.buffer, columns, terms: null });
  }
}
