import { passesValue } from "../../engine/match-value.js";
import type { ClauseTest, ValueTest } from "../../query/condition/condition.js";
import { clauseKey } from "../../query/condition/clause-key.js";
import { foldText } from "../../query/text/fold.js";
import { passesText } from "../../query/text/text-test.js";
import { MISSING } from "../client/missing-text.js";
import type { InlineColumn } from "../table/inline-column.js";
import type { ConditionReads } from "./condition-reads.js";
import type { StatementParts } from "./statement.js";
import { isExactTest, writeTextTest } from "./text-sql.js";

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
  { readTexts }: ConditionReads,
): Promise<string> {
  const { columns } = column;
  if (isExactTest(test.text)) return `(${columns.text} != ${MISSING} AND ${writeTextTest(test.text, columns, parts)})`;
  const found = await readTexts({
    column,
    key: `${columns.text} ${clauseKey({ ...test, target: null })}`,
    write: (own) => writeTextTest(test.text, columns, own),
    passes: (text) => passesText(test.text, foldText(text)),
  });
  return parts.isOneText(columns.text, found);
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
    column,
    key: `${text} ${clauseKey(test)}`,
    write: () => "1",
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
