import type { Pattern } from "../../query/text/pattern.js";
import type { TextTest, TokensTest, TokenTest, WordTest } from "../../query/text/text-test.js";
import type { InlineColumns } from "../table/inline-columns.js";
import type { StatementParts } from "./statement.js";

/** Characters of a word beyond which only its length is compared. */
const MAX_COMPARED = 500;

/** True if SQL decides a test: it has no notion of similar words, of tokens without a break between, and of runs. */
export function isExactTest({ whole, parts }: TextTest): boolean {
  return (
    whole?.is !== "near" &&
    parts.every(
      (part) => part.is === "tokens" && part.tokens.every(({ test, joined }) => test.is !== "near" && !joined),
    )
  );
}

/** Write a test of a text that is not missing. All texts that pass it pass, and others only if the test is not exact. */
export function writeTextTest({ whole, parts }: TextTest, columns: InlineColumns, statement: StatementParts): string {
  const { searched, tokens } = columns;
  const written = parts.map((part) =>
    part.is === "run" ? writeWord(part, searched, statement) : writeTokens(part, tokens, statement),
  );
  const either = [
    ...(whole ? [writeWord(whole, searched, statement)] : []),
    ...(written.length > 0 ? [`(${written.join(" AND ")})`] : []),
  ];
  return either.length === 0 ? "0" : `(${either.join(" OR ")})`;
}

/** Write a test for tokens next to each other. The index of tokens finds those that are given whole. */
function writeTokens({ tokens: wanted }: TokensTest, column: string, statement: StatementParts): string {
  const each = wanted.map(({ test }) =>
    test.is === "same"
      ? `has(${column}, ${statement.addText(test.text)})`
      : `arrayExists(x -> ${writeWord(test, "x", statement)}, ${column})`,
  );
  if (wanted.length === 1) return each[0]!;
  return `(${[...each, writeSequence(wanted, column, statement)].join(" AND ")})`;
}

function writeSequence(wanted: readonly TokenTest[], column: string, statement: StatementParts): string {
  const tests = wanted.map(({ test }, at) => writeWord(test, `${column}[i + ${at}]`, statement));
  return `arrayExists(i -> i + ${wanted.length - 1} <= length(${column}) AND ${tests.join(" AND ")}, arrayEnumerate(${column}))`;
}

function writeWord(
  test: WordTest | { readonly is: "run"; readonly pattern: Pattern },
  column: string,
  statement: StatementParts,
): string {
  if (test.is === "same") return `${column} = ${statement.addText(test.text)}`;
  if (test.is === "near") return writeNear(column, test.text, test.edits, statement);
  return `${column} LIKE ${statement.addText(writePattern(test.pattern))}`;
}

/** Write a test that all texts pass which differ by so many edits from a text. */
export function writeNear(column: string, text: string, most: number, statement: StatementParts): string {
  const length = Array.from(text).length;
  // Swapping two letters is one edit here and two there.
  const edits = most * 2;
  if (length > MAX_COMPARED) return `abs(lengthUTF8(${column}) - ${length}) <= ${edits}`;
  // A longer text than that has more edits in any case, and the function refuses very long ones.
  const beginning = `substringUTF8(${column}, 1, ${length + edits + 1})`;
  return `editDistanceUTF8(${beginning}, ${statement.addText(text)}) <= ${edits}`;
}

function writePattern(pattern: Pattern): string {
  const stretches = pattern.map((stretch) =>
    stretch.map((part) => (part === null ? "_" : part.replaceAll(/[\\%_]/g, "\\$&"))).join(""),
  );
  return stretches.join("%");
}
