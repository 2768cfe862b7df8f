import {
  DIGEST_BATCH,
  DIGEST_BYTES,
  digesterHere,
  type KeyField,
  type KeyTexts,
  MAX_DIGESTED_BYTES,
} from "../../kernel/ids/digester.js";
import type { Field, Model } from "../../../core/model/cube.js";
import { identityText } from "../../../core/model/entry-id.js";
import { keyText } from "../../../core/model/values/decimal.js";
import type { ReadRow } from "./open-columns.js";
import type { StoredTexts, Values } from "./values.js";

/** Rows whose ids follow from their keys. */
export interface KeyedRows {
  readonly model: Model;
  /** Open the codes and the identities of a dimension's members. */
  openMembers(dimension: number): { readonly codeOf: ReadRow<number>; readonly identities: Values };
  /** Open the amounts of a measure as integers × 10^-`scale`. */
  openAmounts(measure: number): { readonly amountOf: ReadRow<bigint>; readonly scale: number };
}

/** Makes the ids of rows from the values of their keys. */
export class EntryIds {
  readonly #dataset: string;
  readonly #key: readonly KeyField[];
  #rows: ArrayLike<number> = [];
  #first = 0;

  /** @param count number of rows whose ids will be read: for many rows, members that repeat are digested once */
  constructor(rows: KeyedRows, count: number) {
    const rowAt = (entry: number): number => this.#rows[this.#first + entry]!;
    this.#dataset = rows.model.dataset.name;
    this.#key = rows.model.key.map((field) => openField(rows, field, rowAt, count));
  }

  /** Make the ids of rows. @param use called with each batch: its ids, 20 bytes each, and the position of its first row */
  each(rows: ArrayLike<number>, use: (ids: Uint8Array, first: number) => void): void {
    for (let first = 0; first < rows.length; first += DIGEST_BATCH) {
      this.#rows = rows;
      this.#first = first;
      use(digesterHere().digest(this.#dataset, this.#key, Math.min(DIGEST_BATCH, rows.length - first)), first);
    }
    this.#rows = [];
  }

  /** Make the ids of rows: 20 bytes each. */
  read(rows: ArrayLike<number>): Buffer {
    const all = Buffer.allocUnsafe(rows.length * DIGEST_BYTES);
    this.each(rows, (ids, first) => all.set(ids, first * DIGEST_BYTES));
    return all;
  }
}

/** Minimum number of rows for each member whose digest is kept. */
const ROWS_PER_MEMBER = 4;

function openField(rows: KeyedRows, field: Field, rowAt: (entry: number) => number, count: number): KeyField {
  if (field.kind === "measure") {
    const { amountOf, scale } = rows.openAmounts(field.index);
    return openKeyTexts((entry) => Buffer.from(keyText({ unscaled: amountOf(rowAt(entry)), scale })));
  }
  const { codeOf, identities } = rows.openMembers(field.index);
  const { texts } = identities;
  if (texts && identities.length * ROWS_PER_MEMBER < count) {
    return { digests: digestAll(texts, identities.length), placeOf: (entry) => codeOf(rowAt(entry)) };
  }
  if (!texts) return openKeyTexts((entry) => Buffer.from(identityText(identities.at(codeOf(rowAt(entry))))));
  return { bytes: texts.bytes, offsets: texts.offsets, textOf: (entry) => codeOf(rowAt(entry)) };
}

function digestAll(texts: StoredTexts, count: number): Uint8Array {
  const digests = new Uint8Array(count * DIGEST_BYTES);
  for (let first = 0; first < count; first += DIGEST_BATCH) {
    const batch = { bytes: texts.bytes, offsets: texts.offsets, textOf: (text: number) => first + text };
    digests.set(digesterHere().digestTexts(batch, Math.min(DIGEST_BATCH, count - first)), first * DIGEST_BYTES);
  }
  return digests;
}

/** Open the texts of a field of the key. @param bytesOf returns that of an entry in UTF-8 */
export function openKeyTexts(bytesOf: (entry: number) => Uint8Array): KeyTexts {
  return {
    write(entry, buffer, at) {
      const bytes = bytesOf(entry);
      if (bytes.length > MAX_DIGESTED_BYTES) return -1;
      buffer.set(bytes, at);
      return bytes.length;
    },
    bytesOf,
  };
}
