/** Arrow's validity bitmap: bit `i & 7` of byte `i >> 3` is 1 where value `i` is there. `null`: all are. */
export type Validity = Uint8Array | null;

/** Bytes of a bitmap. */
export function bitmapBytes(length: number): number {
  return Math.ceil(length / 8);
}

export function isValid(validity: Validity, index: number): boolean {
  return validity === null || (validity[index >> 3]! & (1 << (index & 7))) !== 0;
}

/** Mark a value as there. */
export function setValid(validity: Uint8Array, index: number): void {
  validity[index >> 3]! |= 1 << (index & 7);
}
