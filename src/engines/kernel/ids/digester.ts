import { createHash } from "node:crypto";
import { readAsset } from "../../../core/assets/assets.js";
import { compile } from "../memory/compile.js";

/** Bytes of a digest. */
export const DIGEST_BYTES = 20;
/** Maximum bytes of a text. */
export const MAX_DIGESTED_BYTES = 2 ** 16;
/** Maximum number of entries of a batch. */
export const DIGEST_BATCH = 1024;

/** Bytes of texts that are digested at once. */
const TEXT_BYTES = 2 ** 18;
/** Bytes that are read behind a digest. */
const PADDING = 16;
/** Pages of 64 KiB of a digester's memory at its start, and at most. */
const [FIRST_PAGES, MAX_PAGES] = [16, 256];

/** Exports of `assembly/ids`; pointers are byte offsets. */
interface DigesterExports {
  start(): void;
  allocate(bytes: number): number;
  digestTexts(texts: number, offsets: number, count: number, digests: number): void;
  digestKeys(dataset: number, fields: number, numFields: number, count: number, ids: number): void;
}

/** Texts of one field of the key, by entry of a batch. */
export interface KeyTexts {
  /** Write the text of an entry into a buffer. @returns number of its bytes, or -1 if they are more than `MAX_DIGESTED_BYTES` */
  write(entry: number, buffer: Uint8Array, at: number): number;
  /** Return a text that is too long for `write`. */
  bytesOf(entry: number): Uint8Array;
}

/** Texts of one field of the key that lie in a buffer. */
export interface StoredKeyTexts {
  readonly bytes: Uint8Array;
  /** Text `t` is `bytes[offsets[t]]` to `bytes[offsets[t + 1]]`, exclusive. */
  readonly offsets: ArrayLike<number>;
  /** Return the number of an entry's text. */
  textOf(entry: number): number;
}

/** One field of the key, by entry of a batch. */
export type KeyField = KeyTexts | StoredKeyTexts | KeyDigests;

/** Digests of one field of the key that are known, by entry of a batch. */
export interface KeyDigests {
  /** 20 bytes each. */
  readonly digests: Uint8Array;
  /** Return the number of an entry's digest. */
  placeOf(entry: number): number;
}

/**
 * Makes the ids of entries, in WebAssembly: SHA-1 of four messages at once. An id is the SHA-1 of concatenated digests in
 * hexadecimal digits: that of the dataset's name, then that of each key field's text.
 */
class Digester {
  readonly #exports: DigesterExports;
  readonly #memory: WebAssembly.Memory<ArrayBuffer>;
  readonly #texts: number;
  readonly #offsets: number;
  readonly #dataset: number;
  readonly #ids: number;
  /** Pointers to the digests of each field, and room for a list of them. */
  readonly #digests: number[] = [];
  #fields = 0;

  constructor() {
    this.#memory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MAX_PAGES });
    const module = compile(readAsset("dist/engines/kernel/ids.wasm"));
    const env = { memory: this.#memory as unknown as WebAssembly.Memory };
    this.#exports = new WebAssembly.Instance(module, { env }).exports as DigesterExports;
    this.#exports.start();
    this.#texts = this.#exports.allocate(TEXT_BYTES + MAX_DIGESTED_BYTES);
    this.#offsets = this.#exports.allocate((DIGEST_BATCH + 1) * 4);
    this.#dataset = this.#exports.allocate(DIGEST_BYTES + PADDING);
    this.#ids = this.#exports.allocate(DIGEST_BATCH * DIGEST_BYTES + PADDING);
  }

  /**
   * Make the ids of a batch.
   * @param dataset name of the dataset
   * @param key one for each field of the key, in its order
   * @param count number of entries, at most `DIGEST_BATCH`
   * @returns 20 bytes for each, valid until the next call
   */
  digest(dataset: string, key: readonly KeyField[], count: number): Uint8Array {
    this.#reserve(key.length);
    this.#digest(textsOf(Buffer.from(dataset)), 1, this.#dataset);
    key.forEach((field, at) => {
      if ("digests" in field) this.#copy(field, count, this.#digests[at]!);
      else if ("offsets" in field) this.#digestStored(field, count, this.#digests[at]!);
      else this.#digest(field, count, this.#digests[at]!);
    });
    this.#exports.digestKeys(this.#dataset, this.#fields, key.length, count, this.#ids);
    return new Uint8Array(this.#memory.buffer, this.#ids, count * DIGEST_BYTES);
  }

  /** Digest texts. @param count at most `DIGEST_BATCH` @returns 20 bytes for each, valid until the next call */
  digestTexts(texts: StoredKeyTexts, count: number): Uint8Array {
    this.#reserve(1);
    this.#digestStored(texts, count, this.#digests[0]!);
    return new Uint8Array(this.#memory.buffer, this.#digests[0]!, count * DIGEST_BYTES);
  }

  #copy({ digests, placeOf }: KeyDigests, count: number, to: number): void {
    const bytes = new Uint8Array(this.#memory.buffer, to, count * DIGEST_BYTES);
    for (let entry = 0; entry < count; entry++) {
      const from = placeOf(entry) * DIGEST_BYTES;
      const start = entry * DIGEST_BYTES;
      for (let byte = 0; byte < DIGEST_BYTES; byte++) bytes[start + byte] = digests[from + byte]!;
    }
  }

  /** Digest the texts of one field, as many at once as there is room for. */
  #digest(texts: KeyTexts, count: number, digests: number): void {
    const bytes = new Uint8Array(this.#memory.buffer);
    const offsets = new Uint32Array(this.#memory.buffer, this.#offsets, DIGEST_BATCH + 1);
    let first = 0;
    let top = 0;
    const flush = (end: number): void => {
      offsets[end - first] = top;
      if (end > first) {
        this.#exports.digestTexts(this.#texts, this.#offsets, end - first, digests + first * DIGEST_BYTES);
      }
      first = end;
      top = 0;
    };
    for (let entry = 0; entry < count; entry++) {
      offsets[entry - first] = top;
      const size = texts.write(entry, bytes, this.#texts + top);
      if (size >= 0) {
        top += size;
        if (top >= TEXT_BYTES) flush(entry + 1);
        continue;
      }
      flush(entry);
      bytes.set(createHash("sha1").update(texts.bytesOf(entry)).digest(), digests + entry * DIGEST_BYTES);
      first = entry + 1;
    }
    flush(count);
  }

  /** Digest stored texts: those that lie one behind the other are copied at once. */
  #digestStored({ bytes, offsets, textOf }: StoredKeyTexts, count: number, digests: number): void {
    const memory = new Uint8Array(this.#memory.buffer);
    const places = new Uint32Array(this.#memory.buffer, this.#offsets, DIGEST_BATCH + 1);
    for (let first = 0; first < count;) {
      let entry = first;
      let top = 0;
      let [runStart, runEnd, runTo] = [0, 0, 0];
      const copyRun = (): void => memory.set(bytes.subarray(runStart, runEnd), this.#texts + runTo);
      for (; entry < count && top < TEXT_BYTES; entry++) {
        const text = textOf(entry);
        const start = offsets[text]!;
        const end = offsets[text + 1]!;
        if (end - start > MAX_DIGESTED_BYTES) break;
        if (start !== runEnd) {
          copyRun();
          [runStart, runTo] = [start, top];
        }
        runEnd = end;
        places[entry - first] = top;
        top += end - start;
      }
      copyRun();
      places[entry - first] = top;
      if (entry > first) {
        this.#exports.digestTexts(this.#texts, this.#offsets, entry - first, digests + first * DIGEST_BYTES);
      }
      first = entry;
      if (first === count || top >= TEXT_BYTES) continue;
      const text = textOf(first);
      const long = bytes.subarray(offsets[text]!, offsets[text + 1]!);
      memory.set(createHash("sha1").update(long).digest(), digests + first++ * DIGEST_BYTES);
    }
  }

  #reserve(fields: number): void {
    if (fields <= this.#digests.length) return;
    this.#fields = this.#exports.allocate(fields * 4);
    while (this.#digests.length < fields) {
      this.#digests.push(this.#exports.allocate(DIGEST_BATCH * DIGEST_BYTES + PADDING));
    }
    new Uint32Array(this.#memory.buffer, this.#fields, fields).set(this.#digests);
  }
}

function textsOf(bytes: Uint8Array): KeyTexts {
  return {
    write(_entry, buffer, at) {
      buffer.set(bytes, at);
      return bytes.length;
    },
    bytesOf: () => bytes,
  };
}

let digester: Digester | null = null;

/** Return the digester of this thread: each has a memory, of which a process may have few. */
export function digesterHere(): Digester {
  return (digester ??= new Digester());
}
