import { rarityOf, shortnessOf, weighingClauses } from "../../../core/engine/relevance.js";
import type { Condition } from "../../../core/query/condition/condition.js";
import type { SearchQuery } from "../../../core/query/search/query.js";
import { codedColumn } from "../table/view-column.js";
import { findValueCodes } from "./match-codes.js";
import type { ReadScope } from "./scope.js";
import { StatementParts } from "./statement.js";
import { type InlineTest, type TextCodes, testCodes } from "./where.js";

/** Terms that are written as nested sums, at most. */
const MAX_NESTED = 64;

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
  return `toFloat32(${writeSum(terms)})`;
}

/** Write a sum that is added up in order. Statements that are nested very deeply are refused. */
function writeSum(terms: readonly string[]): string {
  if (terms.length <= MAX_NESTED) return terms.join(" + ") || "0";
  return `arrayFold((sum, term) -> sum + term, [${terms.join()}], 0.)`;
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

/** Write the weight of a text clause: that of the shortest value that matches, which is the greatest, in any dimension. */
function writeTextWeight(
  found: readonly TextCodes[],
  inline: readonly InlineTest[],
  weight: number,
  parts: StatementParts,
): string {
  const lengths = [...new Set(found.flatMap(({ byLength }) => [...byLength.keys()]))].toSorted((a, b) => a - b);
  const cases = lengths.flatMap((length) => {
    const tests = found.flatMap(({ column, byLength }) => {
      const codes = byLength.get(length);
      return codes ? [testCodes(column, codes, parts)] : [];
    });
    return [`(${tests.join(" OR ")})`, double(weight * shortnessOf(length))];
  });
  const weights = [
    ...(cases.length > 0 ? [`multiIf(${cases.join()}, 0.)`] : []),
    // The same operations as those of `shortnessOf`, each of which rounds once.
    ...inline.map(({ column: { columns }, sql }) => {
      const length = `greatest(1, length(${columns.tokens}))`;
      return `if(${sql}, ${double(weight)} * (1. / sqrt(${length})), 0.)`;
    }),
  ];
  return weights.length < 2 ? (weights[0] ?? "0.") : `greatest(${weights.join()})`;
}

/** Write a double by its bits: decimal notations are read with an error in the last one. */
function double(value: number): string {
  const bits = Buffer.alloc(8);
  bits.writeDoubleLE(value);
  return `reinterpretAsFloat64(toUInt64('${bits.readBigUInt64LE()}'))`;
}
