import { joinDecimals, joinNumbers } from "../model/values/decimal-column.js";
import type { AggregateResult, Cells } from "./engine.js";

/** A result with all cells of its page in one batch. */
export type WholeResult = Omit<AggregateResult, "cells"> & { readonly cells: Cells };

/** Read all batches of a result's cells, and join them. */
export async function gatherCells(result: AggregateResult): Promise<WholeResult> {
  const all: Cells[] = [];
  for await (const cells of result.cells) all.push(cells);
  const [first] = all;
  if (all.length === 1) return { ...result, cells: first! };
  const cells = {
    length: all.reduce((sum, { length }) => sum + length, 0),
    keys: first!.keys.map((_, key) =>
      joinItems<unknown>(all.map((each) => each.keys[key]!)),
    ) as unknown as Cells["keys"],
    sums: first!.sums.map((_, measure) => joinDecimals(all.map(({ sums }) => sums[measure]!))),
    ...(first!.statistics && {
      statistics: first!.statistics.map((_, at) => joinDecimals(all.map(({ statistics }) => statistics![at]!))),
    }),
    numEntries: joinNumbers(all.map(({ numEntries }) => numEntries)),
  };
  return { ...result, cells };
}

/** Put lists one after the other. A loop takes a fifth of the time that `concat` does. */
function joinItems<T>(lists: readonly (readonly T[])[]): T[] {
  const joined = lists[0]!.slice();
  for (let from = 1; from < lists.length; from++) {
    const list = lists[from]!;
    for (let at = 0; at < list.length; at++) joined.push(list[at]!);
  }
  return joined;
}
