const FIRST_SLOTS = 1024;

/**
 * A set of texts that only has their hashes: 53 bits, so that among 200,000 texts two are taken for one in one of some
 * 400,000 columns.
 */
export class TextHashes {
  /** Open addressing; 0 is a free slot. */
  #slots = new Float64Array(FIRST_SLOTS);
  #size = 0;

  has(text: string): boolean {
    const hash = hashOf(text);
    return this.#slots[this.#slotOf(hash)] === hash;
  }

  /** Add a text that it does not have. */
  add(text: string): void {
    const hash = hashOf(text);
    this.#slots[this.#slotOf(hash)] = hash;
    if (++this.#size * 2 > this.#slots.length) this.#grow();
  }

  /** Return the slot of a hash, or the one that it would have. */
  #slotOf(hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let at = (hash ^ (hash / 2 ** 32)) & mask;
    while (slots[at] !== 0 && slots[at] !== hash) at = (at + 1) & mask;
    return at;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Float64Array(old.length * 2);
    for (const hash of old) if (hash !== 0) this.#slots[this.#slotOf(hash)] = hash;
  }
}

/** Hash a text to an integer from 1 to 2^53 - 1. */
function hashOf(text: string): number {
  let low = 0x811c9dc5;
  let high = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x9e3779b1) + 1;
    high ^= high >>> 15;
  }
  return (high & 0x1fffff) * 2 ** 32 + (low >>> 0) || 1;
}
