import { rarityOf, shortnessOf, weighingClauses } from "../../engine/relevance.js";
import type { Condition } from "../../query/condition/condition.js";
import type { SearchQuery } from "../../query/search/query.js";
import { findValueCodes } from "./match-codes.js";
import type { ReadScope } from "./scope.js";
import { StatementParts } from "./statement.js";
import { type TextCodes, testCodes } from "./where.js";

/** Write an entry's score as SQL: the weights of the clauses that it matches, added in their order. */
export async function writeScore(
  scope: ReadScope,
  { where, order, rarities }: SearchQuery,
  parts: StatementParts,
): Promise<string> {
  if (!order.some(({ by }) => by === "score")) return "toFloat32(0)";
  const clauses = weighingClauses(where);
  const isKnown = rarities !== null && clauses.every(({ leaf }) => rarities.has(leaf));
  const counts = isKnown ? [] : await countClauses(scope, where);
  const terms: string[] = [];
  for (const [at, { test, boost, leaf }] of clauses.entries()) {
    const rarity = rarities?.get(leaf) ?? rarityOf(counts[at]!, scope.view.version.facts.numEntries);
    const weight = boost * rarity;
    const term =
      test.on === "text"
        ? writeTextWeight(scope.view.conditions.findText(test, scope.check), weight, parts)
        : `if(${await scope.whereTest(test, parts)}, ${double(weight)}, 0.)`;
    terms.push(term);
  }
  return `toFloat32(${terms.join(" + ") || "0"})`;
}

/** Count the entries that match each scored clause: members know the number of their entries. */
export async function countClauses(scope: ReadScope, where: Condition): Promise<readonly number[]> {
  scope.check();
  const counts: number[] = [];
  for (const { test } of weighingClauses(where)) {
    if (test.on === "text") {
      const found = scope.view.conditions.findText(test, scope.check);
      const all = found.map(({ column, byLength }) => sumCounts(column.counts, [...byLength.values()].flat()));
      counts.push(all.reduce((sum, count) => sum + count, 0));
    } else if (test.on === "value") {
      const column = scope.view.columns[test.target.dimension.index]!;
      counts.push(sumCounts(column.counts, findValueCodes(column, test.target.attribute, test.value, scope.check)));
    } else {
      const parts = new StatementParts();
      const sql = await scope.whereTest(test, parts);
      const block = await scope.rows(`SELECT count() FROM ${scope.from} WHERE ${sql}`, parts, ["UInt64"]);
      counts.push(block.number(0, 0));
    }
  }
  return counts;
}

function sumCounts(counts: Float64Array, codes: readonly number[]): number {
  return codes.reduce((sum, code) => sum + counts[code]!, 0);
}

/** Write the weight of a text clause: that of the shortest value that matches, in any dimension. */
function writeTextWeight(found: readonly TextCodes[], weight: number, parts: StatementParts): string {
  const lengths = [...new Set(found.flatMap(({ byLength }) => [...byLength.keys()]))].toSorted((a, b) => a - b);
  if (lengths.length === 0) return "0.";
  const cases = lengths.flatMap((length) => {
    const tests = found.flatMap(({ column, byLength }) => {
      const codes = byLength.get(length);
      return codes ? [testCodes(column, codes, parts)] : [];
    });
    return [`(${tests.join(" OR ")})`, double(weight * shortnessOf(length))];
  });
  return `multiIf(${cases.join()}, 0.)`;
}

/** Write a double by its bits: decimal notations are read with an error in the last one. */
function double(value: number): string {
  const bits = Buffer.alloc(8);
  bits.writeDoubleLE(value);
  return `reinterpretAsFloat64(toUInt64('${bits.readBigUInt64LE()}'))`;
}
