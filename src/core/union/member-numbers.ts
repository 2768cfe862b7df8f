import { LRUCache } from "lru-cache";
import type { Cells } from "../engine/engine.js";
import type { Member } from "../engine/entry.js";
import type { Attribute, Dimension, UnitedModels } from "../model/cube.js";
import type { Value } from "../model/values/value.js";
import type { Key } from "../query/aggregate/query.js";
import { datasetAsMember, type ReadItem, planReading } from "./unite-members.js";

/** Number of what has no value, and of members without a name. */
export const NO_NUMBER = 0;

/** Estimate of the bytes of an entry of a map, a name and a label, beside their letters. */
const ENTRY_BYTES = 120;

/** Members that are read and numbered at once: some milliseconds. */
const SLICE = 4096;

/** Reads the members or values of a dataset by their codes. */
export type ReadCodes = (codes: Uint32Array) => Promise<Cells["keys"][number]>;

/**
 * Numbers of the members, or values, of one key of a union: those that are equal have one number in all datasets.
 *
 *     codes of each dataset    0 │ 1 │ 2       0 │ 1
 *     their numbers            1 │ 2 │ –       2 │ 3     – none yet: no cell had the code
 *     names                    roads │ health │ parks    of the numbers 1, 2, 3
 */
export class MemberNumbers {
  readonly key: Key;
  /** Identity, or value, of each number; `null` for `NO_NUMBER`. */
  readonly names: Value[] = [null];
  /** Numbers whose members have different labels in some datasets. */
  readonly relabelled = new Set<number>();
  readonly #numbers = new Map<Value, number>([[null, NO_NUMBER]]);
  readonly #labels: Value[] = [];
  readonly #reads: readonly (ReadItem | null)[];
  readonly #byCode: Int32Array[];
  #bytes = 0;

  constructor({ parts, datasets }: UnitedModels, key: Key) {
    this.key = key;
    this.#reads = parts.map((part) => (key.dimension === datasets ? null : planReading(part, key)));
    this.#byCode = parts.map(() => new Int32Array());
  }

  /** Number of all numbers: each is less. */
  get length(): number {
    return this.names.length;
  }

  get bytes(): number {
    return ENTRY_BYTES + this.#bytes + this.#byCode.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** Return the numbers of codes of a dataset. Cost: a step each, once they are known. @param part position of the dataset */
  async ofCodes(part: number, codes: Uint32Array, read: ReadCodes): Promise<Int32Array> {
    const before = lookUp(this.#byCode[part]!, codes);
    if (before) return before;
    const unknown = this.#listUnknown(part, codes);
    for (let from = 0; from < unknown.length; from += SLICE) {
      const slice = unknown.subarray(from, from + SLICE);
      const numbers = this.ofItems(part, await read(slice));
      // Others may have lengthened the list meanwhile.
      const known = this.#byCode[part]!;
      for (let at = 0; at < slice.length; at++) known[slice[at]!] = numbers[at]!;
    }
    return lookUp(this.#byCode[part]!, codes)!;
  }

  /** Return the numbers of members or values of a dataset. */
  ofItems(part: number, items: Cells["keys"][number]): Int32Array {
    const read = this.#reads[part]!;
    const numbers = new Int32Array(items.length);
    for (let row = 0; row < items.length; row++) {
      const item = items[row]!;
      numbers[row] = this.#numberOf(read.identity(item), read.label, item);
    }
    return numbers;
  }

  /** Return the number of a dataset, as a member or by its label. @param part its position */
  ofDataset(part: number, { parts }: UnitedModels): number {
    const item = datasetAsMember(part, parts[part]!, this.key);
    const name = typeof item === "object" && item !== null ? item.values[this.key.dimension.identity.index]! : item;
    return this.#numberOf(name, null, item);
  }

  #numberOf(name: Value, label: ReadItem["label"], item: Member | Value): number {
    const known = this.#numbers.get(name);
    if (known === undefined) {
      const number = this.names.push(name) - 1;
      this.#numbers.set(name, number);
      if (label) this.#labels[number] = label(item);
      this.#bytes += ENTRY_BYTES + 2 * (lengthOf(name) + lengthOf(this.#labels[number]));
      return number;
    }
    if (label && known !== NO_NUMBER && label(item) !== this.#labels[known]) this.relabelled.add(known);
    return known;
  }

  /** List the codes that have no number yet, each once, and lengthen the list of known ones. */
  #listUnknown(part: number, codes: Uint32Array): Uint32Array {
    let known = this.#byCode[part]!;
    let end = 0;
    for (let row = 0; row < codes.length; row++) if (codes[row]! >= end) end = codes[row]! + 1;
    if (known.length < end) {
      // Mostly few codes are higher than those of the first cells.
      const longer = new Int32Array(end).fill(-1, known.length);
      longer.set(known);
      this.#byCode[part] = known = longer;
    }
    const seen = new Uint8Array(end);
    const unknown: number[] = [];
    for (let row = 0; row < codes.length; row++) {
      const code = codes[row]!;
      if (known[code]! >= 0 || seen[code] === 1) continue;
      seen[code] = 1;
      unknown.push(code);
    }
    return Uint32Array.from(unknown);
  }
}

/** Return the numbers of codes; `null` if one is not known. */
function lookUp(known: Int32Array, codes: Uint32Array): Int32Array | null {
  const numbers = new Int32Array(codes.length);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row]!;
    const number = code < known.length ? known[code]! : -1;
    if (number < 0) return null;
    numbers[row] = number;
  }
  return numbers;
}

function lengthOf(value: Value | undefined): number {
  return typeof value === "string" ? value.length : 0;
}

/** Most bytes of the numbers of all unions. */
const MAX_BYTES = 2 ** 27;

/** Numbers of the last requests. Unions own them, and drop them with their versions; what is the least used is taken from them. */
const kept = new LRUCache<Attribute | Dimension, WeakRef<UnionNumbers>>({
  maxSize: MAX_BYTES,
  dispose(union, own, reason) {
    if (reason === "evict") union.deref()?.drop(own);
  },
});

/** Numbers of the keys of a union. They are kept until its versions are dropped, or others need the memory. */
export class UnionNumbers {
  readonly #united: UnitedModels;
  readonly #byKey = new Map<Attribute | Dimension, MemberNumbers>();

  constructor(united: UnitedModels) {
    this.#united = united;
  }

  of(key: Key): MemberNumbers {
    const own = key.attribute ?? key.dimension;
    let numbers = this.#byKey.get(own);
    if (!numbers) this.#byKey.set(own, (numbers = new MemberNumbers(this.#united, key)));
    return numbers;
  }

  /** Keep the numbers of a key, as long as there is memory. To be called when they are used. */
  keep({ key, bytes }: MemberNumbers): void {
    const own = key.attribute ?? key.dimension;
    if (bytes > MAX_BYTES) this.drop(own);
    else kept.set(own, new WeakRef(this), { size: bytes });
  }

  drop(own: Attribute | Dimension): void {
    this.#byKey.delete(own);
  }
}
