import type { DistinctResult } from "../../../core/engine/engine.js";
import type { Member } from "../../../core/engine/entry.js";
import type { SuggestedMember } from "../../../core/engine/suggest.js";
import type { DistinctQuery } from "../../../core/query/distinct/query.js";
import type { SuggestQuery } from "../../../core/query/suggest/query.js";
import { foldText } from "../../../core/query/text/fold-text.js";
import { MISSING } from "../client/missing-text.js";
import type { RowBlock } from "../client/row-reader.js";
import type { InlineColumn } from "../table/inline-column.js";
import { checkNumber, MAX_TEXTS } from "./read-texts.js";
import type { ReadScope } from "./scope.js";
import { StatementParts } from "./statement.js";
import { writeSimilarTokens } from "./text-sql.js";
import { readTextMembers } from "./text-ids.js";

/** Find the member with a text; `null` if there is none. */
export async function findText(
  scope: ReadScope,
  column: InlineColumn,
  identity: string | number,
): Promise<Member | null> {
  if (typeof identity !== "string") return null;
  const parts = new StatementParts();
  const { text } = column.columns;
  const where = parts.isOneText(text, [identity]);
  const sql = `SELECT ${text}, pos FROM ${scope.from} WHERE ${where} LIMIT 1`;
  const [member] = await readBlock(scope, column, await scope.rows(sql, parts, ["Text", "UInt64"]));
  return member ?? null;
}

/** List texts by their beginning, in order. Cost: a step for each entry that meets the filters. */
export async function listDistinctTexts(
  scope: ReadScope,
  column: InlineColumn,
  { prefix, filters, first, limit }: DistinctQuery,
): Promise<DistinctResult> {
  const { text, folded, searched } = column.columns;
  const { sql, parts } = await scope.where(filters);
  const begins = prefix === "" ? "1" : writeBeginning(searched, foldText(prefix), parts);
  const from = `${scope.from} WHERE ${sql} AND ${text} != ${MISSING} AND ${begins}`;
  const count =
    filters.length === 0 && prefix === ""
      ? column.facts.members
      : (await scope.rows(`SELECT uniqExact(${text}) FROM ${from}`, parts, ["UInt64"])).number(0, 0);
  const page = `LIMIT ${Math.min(limit, Number.MAX_SAFE_INTEGER)} OFFSET ${first}`;
  const block = await scope.rows(
    `SELECT ${text}, min(pos) FROM ${from} GROUP BY ${text}, ${folded} ORDER BY ${folded}, ${text} ${page}`,
    parts,
    ["Text", "UInt64"],
  );
  return { members: await readBlock(scope, column, block), count };
}

/** Find texts with words that begin like the given ones. Cost: a step for each word of each entry. */
export async function suggestTexts(
  scope: ReadScope,
  column: InlineColumn,
  { words, limit }: SuggestQuery,
): Promise<readonly SuggestedMember[]> {
  const { text, tokens } = column.columns;
  const parts = new StatementParts();
  const tests = words.map((word) => `arrayExists(x -> ${writeBeginning("x", word, parts)}, ${tokens})`);
  const isExact = `${tokens} = [${words.map((word) => parts.addText(word)).join()}]`;
  const block = await scope.rows(
    `SELECT ${text}, min(pos), count() AS n, toUInt32(any(${isExact})) AS exact FROM ${scope.from}
      WHERE ${text} != ${MISSING} AND ${tests.join(" AND ")}
      GROUP BY ${text} ORDER BY exact DESC, n DESC, ${text} LIMIT ${limit}`,
    parts,
    ["Text", "UInt64", "UInt64", "UInt32"],
  );
  const members = await readBlock(scope, column, block);
  return members.map((member, row) => ({
    member,
    numEntries: block.number(row, 2),
    isExact: block.number(row, 3) === 1,
  }));
}

/** Count the texts that have each word that may be similar to one. @throws OverCapacity */
export async function countNearTokens(
  scope: ReadScope,
  column: InlineColumn,
  wanted: string,
  edits: number,
): Promise<ReadonlyMap<string, number>> {
  const { text, tokens } = column.columns;
  const parts = new StatementParts();
  const similar = writeSimilarTokens(tokens, wanted, edits, parts);
  const block = await scope.rows(
    `SELECT word, uniqExact(${text}) FROM ${scope.from} ${similar}
      GROUP BY word LIMIT ${MAX_TEXTS + 1}`,
    parts,
    ["Text", "UInt64"],
  );
  checkNumber(block.length, column.dimension.name);
  return new Map(Array.from({ length: block.length }, (_, row) => [block.text(row, 0)!, block.number(row, 1)]));
}

function writeBeginning(column: string, prefix: string, parts: StatementParts): string {
  // No text in a column begins with half a character.
  return prefix.isWellFormed() ? `startsWith(${column}, ${parts.addText(prefix)})` : "0";
}

/** Read the members of rows that begin with a text and the position of an entry with it. */
async function readBlock(scope: ReadScope, column: InlineColumn, block: RowBlock): Promise<readonly Member[]> {
  const rows = Array.from({ length: block.length }, (_, row) => row);
  const members = await readTextMembers(
    scope,
    column,
    rows.map((row) => block.text(row, 0)),
    rows.map((row) => block.number(row, 1)),
  );
  return members.map((member) => member!);
}
