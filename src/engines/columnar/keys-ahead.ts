import type { Model } from "../../core/model/cube.js";
import { DIGEST_BATCH, DIGEST_BYTES, digesterHere } from "../kernel/ids/digester.js";
import type { GivenStep, SecondThread, TextKeysStep } from "./table-step.js";
import type { IdReader } from "./table/read-ids.js";
import { readWord, writeKeys } from "./table/rows-by-id.js";
import type { DictionaryBuilder } from "./writing/dictionary-builder.js";
import { GrowingTexts } from "./writing/growing-texts.js";

/** Texts of a piece. */
const PIECE_TEXTS = 2 ** 15;
/** Pieces that may wait: as long as so many do, texts stay where they are. */
const FEW_WAITING = 4;

/** Shared memory that a piece has until its keys are made. */
interface Room {
  readonly bytes: SharedArrayBuffer;
  readonly offsets: Uint32Array;
}

/** A piece that was given away, and where its keys are written. */
interface GivenPiece {
  readonly given: GivenStep;
  readonly keys: Uint32Array;
}

/**
 * Keys by which rows are ordered, which are made while rows are read: of tables whose key is one dimension, of which each
 * row has another member.
 */
export class KeysAhead {
  readonly #second: SecondThread;
  readonly #dataset: string;
  readonly #texts: GrowingTexts;
  readonly #pieces: GivenPiece[] = [];
  #numGiven = 0;
  /** Rooms of the last pieces. */
  readonly #rooms: Room[] = [];

  constructor(second: SecondThread, dataset: string, texts: GrowingTexts) {
    this.#second = second;
    this.#dataset = dataset;
    this.#texts = texts;
  }

  /** Give pieces of the texts so far. @param isAll true if no others follow */
  advance(isAll: boolean): void {
    for (let left = this.#left; left > 0; left = this.#left) {
      if (!isAll && (left < PIECE_TEXTS || this.#second.waiting >= FEW_WAITING)) return;
      this.#give(Math.min(PIECE_TEXTS, left));
    }
  }

  /**
   * Return the keys of rows, once all texts were given. Those that the other thread has not made are made here.
   * @param members for each row the position of its text
   */
  take(members: Uint32Array, rows: Uint32Array, ids: IdReader): Uint32Array {
    const isMissing = this.#pieces.map(({ given }) => given.take() === undefined);
    const keys = new Uint32Array(rows.length);
    const missing: number[] = [];
    for (let at = 0; at < rows.length; at++) {
      const piece = Math.floor(members[at]! / PIECE_TEXTS);
      if (isMissing[piece]) missing.push(at);
      else keys[at] = this.#pieces[piece]!.keys[members[at]! % PIECE_TEXTS]!;
    }
    this.#pieces.length = 0;
    const own = new Uint32Array(missing.length);
    writeKeys(
      ids,
      Uint32Array.from(missing, (at) => rows[at]!),
      own,
    );
    missing.forEach((at, place) => (keys[at] = own[place]!));
    return keys;
  }

  get #left(): number {
    return this.#texts.length - this.#numGiven;
  }

  #give(count: number): void {
    const texts = this.#texts;
    const first = this.#numGiven;
    const start = texts.startOf(first);
    // Texts that are never replaced follow each other.
    const length = texts.startOf(first + count - 1) + texts.sizeOf(first + count - 1) - start;
    const { bytes: room, offsets } = this.#takeRoom(length);
    for (let at = 0; at < count; at++) offsets[at + 1] = offsets[at]! + texts.sizeOf(first + at);
    const bytes = new Uint8Array(room, 0, length);
    bytes.set(texts.bytes.subarray(start, start + length));
    const keys = new Uint32Array(new SharedArrayBuffer(count * 4));
    this.#pieces.push({ keys, given: this.#second.give({ dataset: this.#dataset, bytes, offsets, keys }) });
    this.#numGiven += count;
  }

  /** Return room for a piece: that of an earlier one whose keys are made, if it is large enough. */
  #takeRoom(bytes: number): Room {
    const at = this.#pieces.length % FEW_WAITING;
    const known = this.#rooms[at];
    if (known && this.#second.waiting < FEW_WAITING && known.bytes.byteLength >= bytes) return known;
    return (this.#rooms[at] = {
      bytes: new SharedArrayBuffer(bytes),
      offsets: new Uint32Array(new SharedArrayBuffer((PIECE_TEXTS + 1) * 4)),
    });
  }
}

/** Return the texts of which the ids of rows are made; `null` if there are others. */
export function keyTextsOf({ key }: Model, dimensions: readonly DictionaryBuilder[]): GrowingTexts | null {
  const [field] = key;
  if (key.length !== 1 || field!.kind === "measure") return null;
  const values = dimensions[field!.index]!.attributes[field!.identity.index]!;
  return values instanceof GrowingTexts ? values : null;
}

/** Make the keys of texts. @param tick called at intervals */
export function makeTextKeys({ dataset, bytes, offsets, keys }: TextKeysStep, tick: () => void): void {
  for (let first = 0; first < keys.length; first += DIGEST_BATCH) {
    const texts = { bytes, offsets, textOf: (entry: number) => first + entry };
    const count = Math.min(DIGEST_BATCH, keys.length - first);
    const ids = digesterHere().digest(dataset, [texts], count);
    for (let at = 0; at < count; at++) keys[first + at] = readWord(ids, at * DIGEST_BYTES);
    tick();
  }
}
