import type { Member } from "../../../core/engine/entry.js";
import { packTexts } from "../client/row-writer.js";
import type { InlineColumn } from "../table/inline-column.js";
import { allShards } from "../table/version.js";
import type { ReadScope } from "./scope.js";
import { StatementParts } from "./statement.js";

/**
 * Return the members of texts. The id of a text follows from the first entry that has it; the ids of those that several
 * entries have are looked up.
 * @param texts `null` for a missing one, which has no member
 * @param positions position of any entry with each text
 */
export async function readTextMembers(
  scope: ReadScope,
  column: InlineColumn,
  texts: readonly (string | null)[],
  positions: readonly number[],
): Promise<readonly (Member | null)[]> {
  const known = await readStoredIds(scope, column, texts);
  return texts.map((text, at) =>
    text === null ? null : { id: known.get(text) ?? positions[at]! + 1, values: [text] },
  );
}

async function readStoredIds(
  scope: ReadScope,
  { facts, ids }: InlineColumn,
  texts: readonly (string | null)[],
): Promise<ReadonlyMap<string, number>> {
  const wanted = new Set(texts);
  wanted.delete(null);
  if (facts.repeated === 0 || wanted.size === 0) return new Map();
  const parts = new StatementParts();
  const table = parts.addTable("c String", packTexts(wanted as ReadonlySet<string>));
  const from = allShards(scope.view.version.cluster, ids);
  const block = await scope.rows(`SELECT text, id FROM ${from} WHERE text IN ${table}`, parts, ["Text", "UInt64"]);
  return new Map(Array.from({ length: block.length }, (_, row) => [block.text(row, 0)!, block.number(row, 1)]));
}
