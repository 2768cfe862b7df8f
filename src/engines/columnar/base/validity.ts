/** Arrow's validity bitmap: bit `i & 7` of byte `i >> 3` is 1 if value `i` is present. `null`: no value is missing. */
export type Validity = Uint8Array | null;

/** Return the bytes of a bitmap of `length` bits. */
export function bitmapBytes(length: number): number {
  return Math.ceil(length / 8);
}

/** True if a value is present. */
export function isValid(validity: Validity, index: number): boolean {
  return validity === null || (validity[index >> 3]! & (1 << (index & 7))) !== 0;
}

/** Mark a value as present. */
export function setValid(validity: Uint8Array, index: number): void {
  validity[index >> 3]! |= 1 << (index & 7);
}
