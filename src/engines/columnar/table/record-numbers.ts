import type { CubeMemory } from "../../kernel/memory/cube-memory.js";
import { binarySearch } from "../base/binary-search.js";
import { openCodes, type ReadRow } from "./open-columns.js";
import type { PlannedPlace } from "./planned-values.js";
import { layRecords, type RecordNumbers } from "./record-column.js";
import type { ColumnarTable } from "./table.js";

export interface PlannedRecords {
  /** Bytes that they take. */
  readonly total: number;
  write(memory: CubeMemory, place: PlannedPlace): RecordNumbers;
}

/** @param recordAt number of the record at a place, or 0 */
export function planRecords(rows: number, recordAt: (place: number) => number): PlannedRecords {
  let runs = 0;
  eachRun(rows, recordAt, () => runs++);
  if (runs * 2 > rows) runs = rows;
  return {
    total: layRecords(rows, runs),
    write(memory, place) {
      const numbers = memory.u32(place.pointer, layRecords(rows, runs) / 4);
      if (runs === rows) {
        for (let at = 0; at < rows; at++) numbers[at] = recordAt(at);
      } else {
        let run = 0;
        eachRun(rows, recordAt, (at, record) => {
          numbers[run] = at;
          numbers[runs + run++] = record;
        });
      }
      return { ...place, runs };
    },
  };
}

function eachRun(
  rows: number,
  recordAt: (place: number) => number,
  use: (place: number, record: number) => void,
): void {
  let next = -1;
  for (let place = 0; place < rows; place++) {
    const record = recordAt(place);
    if (record !== next) use(place, record);
    next = record === 0 ? 0 : record + 1;
  }
}

/** Open the number of each row's record in its source; `null` for entries from no record, and in older tables. */
export function openRecords(table: ColumnarTable): ReadRow<number | null> {
  const { records, rows, order, memories } = table;
  if (!records) return () => null;
  const { memory, pointer, runs } = records;
  const numbers = memories[memory]!.u32(pointer, layRecords(rows, runs) / 4);
  const recordAt = (place: number): number => {
    if (runs === rows) return numbers[place]!;
    const run = binarySearch(runs, (at) => numbers[at]! > place) - 1;
    const record = numbers[runs + run]!;
    return record === 0 ? 0 : record + place - numbers[run]!;
  };
  const placeOf = order ? openCodes(table, order.places) : (row: number): number => row;
  return (row) => recordAt(placeOf(row)) || null;
}
