import { rarityOf, shortnessOf, weighingClauses } from "../../engine/relevance.js";
import type { Condition } from "../../query/condition/condition.js";
import type { SearchQuery } from "../../query/search/query.js";
import { codedColumn } from "../table/view-column.js";
import { findValueCodes } from "./match-codes.js";
import type { ReadScope } from "./scope.js";
import { StatementParts } from "./statement.js";
import { type InlineTest, type TextCodes, testCodes } from "./where.js";

/** Length of a text that does not match. */
const NO_LENGTH = 2 ** 32 - 1;

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
        ? writeTextWeight(
            scope.view.conditions.findText(test, scope.check),
            await scope.writeInlineTexts(test, parts),
            weight,
            parts,
          )
        : `if(${await scope.whereTest(test, parts)}, ${double(weight)}, 0.)`;
    terms.push(term);
  }
  return `toFloat32(${terms.join(" + ") || "0"})`;
}

/** Count the entries that match each scored clause: members know the number of their entries. */
export async function countClauses(scope: ReadScope, where: Condition): Promise<readonly number[]> {
  scope.check();
  const parts = new StatementParts();
  const counts: number[] = [];
  /** Tests that the cluster counts, by clause. */
  const counted: { readonly clause: number; readonly sql: string }[] = [];
  for (const [clause, { test }] of weighingClauses(where).entries()) {
    counts[clause] = 0;
    const column = test.on === "value" ? scope.view.columns[test.target.dimension.index]! : null;
    if (test.on === "text") {
      const found = scope.view.conditions.findText(test, scope.check);
      const all = found.map(({ column, byLength }) => sumCounts(column.counts, [...byLength.values()].flat()));
      counts[clause] = all.reduce((sum, count) => sum + count, 0);
      for (const { sql } of await scope.writeInlineTexts(test, parts)) counted.push({ clause, sql });
    } else if (test.on === "value" && !column!.isInline) {
      const coded = codedColumn(column!);
      counts[clause] = sumCounts(coded.counts, findValueCodes(coded, test.target.attribute, test.value, scope.check));
    } else {
      counted.push({ clause, sql: await scope.whereTest(test, parts) });
    }
  }
  if (counted.length === 0) return counts;
  const columns = counted.map(({ sql }) => `countIf(${sql})`);
  const types = columns.map(() => "UInt64" as const);
  const block = await scope.rows(`SELECT ${columns.join()} FROM ${scope.from}`, parts, types);
  for (const [at, { clause }] of counted.entries()) counts[clause]! += block.number(0, at);
  return counts;
}

function sumCounts(counts: Float64Array, codes: readonly number[]): number {
  return codes.reduce((sum, code) => sum + counts[code]!, 0);
}

/** Write the weight of a text clause: that of the shortest value that matches, in any dimension. */
function writeTextWeight(
  found: readonly TextCodes[],
  inline: readonly InlineTest[],
  weight: number,
  parts: StatementParts,
): string {
  const lengths = [...new Set(found.flatMap(({ byLength }) => [...byLength.keys()]))].toSorted((a, b) => a - b);
  if (lengths.length === 0 && inline.length === 0) return "0.";
  const writeCases = (write: (length: number) => string): string[] =>
    lengths.flatMap((length) => {
      const tests = found.flatMap(({ column, byLength }) => {
        const codes = byLength.get(length);
        return codes ? [testCodes(column, codes, parts)] : [];
      });
      return [`(${tests.join(" OR ")})`, write(length)];
    });
  if (inline.length === 0) return `multiIf(${writeCases((length) => double(weight * shortnessOf(length))).join()}, 0.)`;
  const shortest = [
    ...(lengths.length > 0 ? [`multiIf(${writeCases((length) => `toUInt64(${length})`).join()}, ${NO_LENGTH})`] : []),
    ...inline.map(({ column, sql }) => `if(${sql}, greatest(1, length(${column.columns.tokens})), ${NO_LENGTH})`),
  ];
  const length = `arrayMin([${shortest.map((each) => `toUInt64(${each})`).join()}])`;
  // The same operations as those of `shortnessOf`, all of which round once.
  return `arraySum(l -> if(l = ${NO_LENGTH}, 0., ${double(weight)} * (1. / sqrt(l))), [${length}])`;
}

/** Write a double by its bits: decimal notations are read with an error in the last one. */
function double(value: number): string {
  const bits = Buffer.alloc(8);
  bits.writeDoubleLE(value);
  return `reinterpretAsFloat64(toUInt64('${bits.readBigUInt64LE()}'))`;
}
