/** Byte offset in one memory, 0 … 2^32 - 1. */
export type Pointer = number;
