import { NearIds, nearIdKey, type NearIdTest, piecesOfId } from "../../../core/engine/near-ids.js";
import { ID } from "./id-test.js";
import type { EntryQueries } from "./read-texts.js";
import { StatementParts } from "./statement.js";

/** Pieces that the cluster looks for together, at most. */
const MAX_TOGETHER = 255;
/** Ids that are tested between two checks. */
const STRIDE = 4096;

/**
 * Read the ids that pass tests of similar ids, by the keys of these. Cost: one pass over the ids for all of them, in which
 * the cluster finds those that have a piece of a text; they are tested here.
 */
export async function readNearIds(
  { from, rows, check }: EntryQueries,
  tests: readonly NearIdTest[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>(tests.map((test) => [nearIdKey(test), []]));
  // They have hexadecimal digits alone, so no other text gets into the statement.
  const pieces = [...new Set(tests.flatMap(piecesOfId))];
  if (pieces.length === 0) return found;
  const together: string[] = [];
  for (let first = 0; first < pieces.length; first += MAX_TOGETHER) {
    const some = pieces.slice(first, first + MAX_TOGETHER).map((piece) => `'${piece}'`);
    together.push(`multiSearchAny(${ID}, [${some.join()}])`);
  }
  const block = await rows(`SELECT id FROM ${from} WHERE ${together.join(" OR ")}`, new StatementParts(), ["Id"]);
  const near = new NearIds(tests);
  for (let row = 0; row < block.length; row++) {
    if (row % STRIDE === 0) check();
    for (const test of near.passedBy(block.bytes, block.startOf(row, 0))) {
      found.get(nearIdKey(test))!.push(block.id(row, 0));
    }
  }
  return found;
}
