/**
 * Byte that stands for a missing text. No text in UTF-8 has it, and it comes after all of them in the order of bytes,
 * which is that of code points.
 */
export const MISSING_BYTE = 0xff;

/** The same in a statement. */
export const MISSING = "'\\xFF'";
