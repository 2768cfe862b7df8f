import type { ColumnMemory } from "../../kernel/memory/column-memory.js";
import { viewFloats, type FloatViews } from "./float-column.js";
import type { TextValueColumn } from "./text-column.js";
import { viewTexts, findTexts, type TextViews } from "./text-views.js";
import type { ValueColumn, Values } from "./values.js";
import { isValid } from "../base/validity.js";
import { decodeTexts } from "./decode-texts.js";
import { equalBytes } from "../base/hash-bytes.js";
import { lazyArray } from "../base/lazy-array.js";
import { sortTexts } from "./sort-texts.js";

/**
 * Open the values of an attribute in their memory; nothing is copied.
 * @param cached true to cache decoded strings
 */
export function openValues(memories: readonly ColumnMemory[], column: ValueColumn, cached: boolean): Values {
  const memory = memories[column.memory]!;
  return column.type === "text" ? new TextValues(memory, column, cached) : openFloats(viewFloats(memory, column));
}

/** Open the numbers of an attribute in their memory. Cost of `find`: a scan of all numbers. */
function openFloats({ numbers, validity }: FloatViews): Values {
  const isMissing = (member: number): boolean => !isValid(validity, member);
  const at = (member: number): number | null => (isMissing(member) ? null : numbers[member]!);
  return {
    length: numbers.length,
    texts: null,
    at,
    isMissing,
    pick: (members) => Array.from(members, at),
    find(value) {
      const found: number[] = [];
      if (typeof value !== "number") return found;
      for (let member = numbers.indexOf(value); member >= 0; member = numbers.indexOf(value, member + 1)) {
        if (!isMissing(member)) found.push(member);
      }
      return found;
    },
    same: (a, b) => at(a) === at(b),
    order() {
      const compare = (a: number, b: number): number =>
        Number(isMissing(a)) - Number(isMissing(b)) || numbers[a]! - numbers[b]!;
      return Uint32Array.from(numbers.keys()).toSorted(compare);
    },
  };
}

/** The texts of an attribute in their memory, viewed when they are first read: a search of thousands of tables reads few. */
class TextValues implements Values {
  readonly #memory: ColumnMemory;
  readonly #column: TextValueColumn;
  readonly #cached: boolean;
  #views: TextViews | null = null;
  #pick: ((members: ArrayLike<number>) => (string | null)[]) | null = null;

  /** @param cached true to cache decoded strings */
  constructor(memory: ColumnMemory, column: TextValueColumn, cached: boolean) {
    this.#memory = memory;
    this.#column = column;
    this.#cached = cached;
  }

  get length(): number {
    return this.#column.length;
  }

  get texts(): TextViews {
    return (this.#views ??= viewTexts(this.#memory, this.#column));
  }

  at(member: number): string | null {
    return this.pick([member])[0]!;
  }

  isMissing(member: number): boolean {
    return !isValid(this.texts.validity, member);
  }

  pick(members: ArrayLike<number>): (string | null)[] {
    return (this.#pick ??= this.#openPick())(members);
  }

  #openPick(): (members: ArrayLike<number>) => (string | null)[] {
    const decode = (members: ArrayLike<number>): (string | null)[] => decodeTexts(this.texts, members);
    return this.#cached ? lazyArray(this.length, decode) : decode;
  }

  find(value: string | number): number[] {
    return typeof value === "string" && value.isWellFormed() ? findTexts(this.texts, Buffer.from(value)) : [];
  }

  same(a: number, b: number): boolean {
    const { offsets, validity, bytes } = this.texts;
    const size = offsets[a + 1]! - offsets[a]!;
    return (
      isValid(validity, a) === isValid(validity, b) &&
      size === offsets[b + 1]! - offsets[b]! &&
      equalBytes(bytes, offsets[a]!, bytes, offsets[b]!, size)
    );
  }

  order(check?: () => void): Uint32Array {
    return sortTexts(this.texts, check);
  }
}
