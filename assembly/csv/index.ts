import { makeBuffers } from "./buffers";
import { makeColumns } from "./columns";

export { input, INPUT_BYTES, output, places, RAW, starts } from "./buffers";
export { stopCoding, valueLength, valuePointer } from "./columns";
export { consumed, FULL, MORE, numRecords, tokenize, UNUSUAL } from "./tokenize";

/** Allocate everything; called once. @param columns number of columns with a table of values */
export function begin(columns: u32): void {
  makeBuffers();
  makeColumns(columns);
}
