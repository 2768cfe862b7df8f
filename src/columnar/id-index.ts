/** Bytes of an entry id. */
export const ID_BYTES = 20;

/** Share of slots that are taken at most; ids are SHA-1 digests, so their first bytes scatter by themselves. */
const LOAD = 0.75;

/**
 * Ids in order of rows and the way back from an id to its row, by open addressing:
 *
 *     ids     20 bytes │ 20 bytes │ …        row 0, row 1, …
 *     slots   row + 1, or 0 for none         first 32 bits of the id choose where looking begins
 */
export interface IdIndex {
  readonly ids: Uint8Array;
  readonly slots: Uint32Array;
}

export function slotsFor(rows: number): number {
  return Math.ceil(rows / LOAD) + 1;
}

/** @returns the row of an id, or -1 */
export function findId({ ids, slots }: IdIndex, id: Uint8Array): number {
  for (let slot = firstSlot(id, slots.length); ; slot = slot + 1 === slots.length ? 0 : slot + 1) {
    const taken = slots[slot]!;
    if (taken === 0) return -1;
    if (isSame(ids, (taken - 1) * ID_BYTES, id)) return taken - 1;
  }
}

/** Enter a row whose id is not there yet. */
export function enterId(id: Uint8Array, slots: Uint32Array, row: number): void {
  let slot = firstSlot(id, slots.length);
  while (slots[slot] !== 0) slot = slot + 1 === slots.length ? 0 : slot + 1;
  slots[slot] = row + 1;
}

/** An index that grows while a table is built. */
export class GrowingIds {
  #index: IdIndex = { ids: new Uint8Array(1024 * ID_BYTES), slots: new Uint32Array(slotsFor(1024)) };
  #rows = 0;

  get rows(): number {
    return this.#rows;
  }

  /** 20 bytes for each row. */
  get ids(): Uint8Array {
    return this.#index.ids.subarray(0, this.#rows * ID_BYTES);
  }

  /** @returns the row of an id; that of a new one is the number of rows so far */
  rowOf(id: Uint8Array): number {
    const known = findId(this.#index, id);
    if (known >= 0) return known;
    if ((this.#rows + 1) * ID_BYTES > this.#index.ids.length) this.#grow();
    this.#index.ids.set(id, this.#rows * ID_BYTES);
    enterId(id, this.#index.slots, this.#rows);
    return this.#rows++;
  }

  #grow(): void {
    const rows = this.#rows * 2;
    const ids = new Uint8Array(rows * ID_BYTES);
    ids.set(this.#index.ids);
    this.#index = { ids, slots: new Uint32Array(slotsFor(rows)) };
    for (let row = 0; row < this.#rows; row++) {
      enterId(ids.subarray(row * ID_BYTES, (row + 1) * ID_BYTES), this.#index.slots, row);
    }
  }
}

/** Where looking for an id begins. */
export function firstSlot(id: Uint8Array, slots: number): number {
  const hash = ((id[0]! << 24) | (id[1]! << 16) | (id[2]! << 8) | id[3]!) >>> 0;
  return Math.floor((hash / 2 ** 32) * slots);
}

function isSame(ids: Uint8Array, at: number, id: Uint8Array): boolean {
  for (let byte = 0; byte < ID_BYTES; byte++) if (ids[at + byte] !== id[byte]) return false;
  return true;
}
