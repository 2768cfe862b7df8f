import { passesValue } from "../../../core/engine/match-value.js";
import type { ClauseTest, ValueTest } from "../../../core/query/condition/condition.js";
import { clauseKey } from "../../../core/query/condition/clause-key.js";
import { foldText } from "../../../core/query/text/fold-text.js";
import { passesText, passesWord, type TextTest } from "../../../core/query/text/text-test.js";
import { MISSING } from "../client/missing-text.js";
import type { InlineColumn } from "../table/inline-column.js";
import type { ConditionReads } from "./condition-reads.js";
import type { StatementParts } from "./statement.js";
import { isExactTest, type KnownTokens, type NearTest, writeSimilarTokens, writeTextTest } from "./text-sql.js";

/** Similar tokens that are sent along with a query, at most. */
const MAX_TOKENS = 200;

type TextClause = Extract<ClauseTest, { on: "text" }>;
type ValueClause = Extract<ClauseTest, { on: "value" }>;

/**
 * Write a test of the texts of an inline dimension as SQL. What SQL cannot decide like other engines do is decided here,
 * for the texts that may pass.
 */
export async function writeInlineTextTest(
  column: InlineColumn,
  test: TextClause,
  parts: StatementParts,
  reads: ConditionReads,
): Promise<string> {
  const { columns, dimension } = column;
  const known = await readSimilarTokens(column, test.text, reads);
  const isPresent = `${columns.text} != ${MISSING}`;
  if (isExactTest(test.text, known)) return `(${isPresent} AND ${writeTextTest(test.text, columns, parts, known)})`;
  const found = await reads.readTexts({
    dimension: dimension.name,
    key: `${columns.text} ${clauseKey({ ...test, target: null })}`,
    write: (from, own) =>
      `SELECT DISTINCT ${columns.text} FROM ${from} WHERE ${isPresent} AND ${writeTextTest(test.text, columns, own, known)}`,
    passes: (text) => passesText(test.text, foldText(text)),
  });
  return parts.isOneText(columns.text, found);
}

/** Read the tokens that pass the tests of similar words, unless there are many. */
async function readSimilarTokens(
  { columns, dimension }: InlineColumn,
  { parts }: TextTest,
  { readTexts }: ConditionReads,
): Promise<KnownTokens> {
  const found = new Map<string, readonly string[]>();
  const keyOf = ({ text, edits }: NearTest): string => `${columns.tokens} ${edits} ${text}`;
  const tests = parts.flatMap((part) => (part.is === "tokens" ? part.tokens.map((token) => token.test) : []));
  for (const test of tests) {
    if (test.is !== "near" || found.has(keyOf(test))) continue;
    const tokens = await readTexts({
      dimension: dimension.name,
      key: keyOf(test),
      write: (from, own) =>
        `SELECT DISTINCT word FROM ${from} ${writeSimilarTokens(columns.tokens, test.text, test.edits, own)}`,
      passes: (token) => passesWord(test, token),
    });
    if (tokens.length <= MAX_TOKENS) found.set(keyOf(test), tokens);
  }
  return (test) => found.get(keyOf(test));
}

/** Write a test of the values of an inline dimension as SQL. */
export async function writeInlineValueTest(
  column: InlineColumn,
  test: ValueClause,
  parts: StatementParts,
  { readTexts }: ConditionReads,
): Promise<string> {
  const { text } = column.columns;
  const { value } = test;
  if (value.is === "present") return `${text} != ${MISSING}`;
  if (value.is === "numbers") return "0";
  if (value.is === "one of") {
    return parts.isOneText(
      text,
      value.values.filter((each) => typeof each === "string"),
    );
  }
  if (isByteRange(value)) return writeRange(text, value, parts);
  const found = await readTexts({
    dimension: column.dimension.name,
    key: `${text} ${clauseKey(test)}`,
    write: (from) => `SELECT DISTINCT ${text} FROM ${from} WHERE ${text} != ${MISSING}`,
    passes: (each) => passesValue(value, each),
  });
  return parts.isOneText(text, found);
}

type TextRange = Extract<ValueTest, { is: "texts" }>;

/** True if the order of bytes decides: it is that of code points, except for surrogates without their other half. */
function isByteRange({ from, to, byBeginning }: TextRange): boolean {
  return !byBeginning && [from, to].every((bound) => bound === null || bound.at.isWellFormed());
}

function writeRange(column: string, { from, to }: TextRange, parts: StatementParts): string {
  const bounds = [
    `${column} != ${MISSING}`,
    ...(from ? [`${column} ${from.inclusive ? ">=" : ">"} ${parts.addText(from.at)}`] : []),
    ...(to ? [`${column} ${to.inclusive ? "<=" : "<"} ${parts.addText(to.at)}`] : []),
  ];
  return `(${bounds.join(" AND ")})`;
}
