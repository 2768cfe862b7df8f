import type { Pattern } from "../../../core/query/text/pattern.js";
import { passesText, type TextTest, type TokensTest, type WordTest } from "../../../core/query/text/text-test.js";
import type { InlineColumns } from "../table/inline-columns.js";
import type { StatementParts } from "./statement.js";

/** Characters of a word beyond which only its length is compared. */
const MAX_COMPARED = 500;

/** A test of words that are similar to one. */
export type NearTest = Extract<WordTest, { is: "near" }>;

/** Returns the tokens that pass a test of similar words; nothing if they are not known. */
export type KnownTokens = (test: NearTest) => readonly string[] | undefined;

/**
 * True if SQL decides a test: it has no notion of similar words, unless they are known, of tokens without a break between,
 * and of runs.
 */
export function isExactTest({ whole, parts }: TextTest, known: KnownTokens): boolean {
  const isExact = (test: WordTest): boolean => test.is !== "near" || known(test) !== undefined;
  return (
    whole?.is !== "near" &&
    parts.every((part) => part.is === "tokens" && part.tokens.every(({ test, joined }) => isExact(test) && !joined))
  );
}

/** Write a test of a text that is not missing. All texts that pass it pass, and others only if the test is not exact. */
export function writeTextTest(
  { whole, parts }: TextTest,
  { searched, tokens }: InlineColumns,
  statement: StatementParts,
  known: KnownTokens,
): string {
  const written = parts.map((part) =>
    part.is === "run" ? writeWord(part, searched, statement) : writeTokens(part, tokens, statement, known),
  );
  // No index has whole texts.
  const isImplied = whole?.is === "same" && passesText({ whole: null, parts }, whole.text);
  const either = [
    ...(whole && !isImplied ? [writeWord(whole, searched, statement)] : []),
    ...(written.length > 0 ? [`(${written.join(" AND ")})`] : []),
  ];
  return either.length === 0 ? "0" : `(${either.join(" OR ")})`;
}

/** Write a test for tokens next to each other. The index of tokens finds those that are given whole. */
function writeTokens(
  { tokens: wanted }: TokensTest,
  column: string,
  statement: StatementParts,
  known: KnownTokens,
): string {
  const listOf = (test: WordTest): string | null => {
    const texts = test.is === "near" ? known(test) : undefined;
    return texts ? `[${texts.map((text) => statement.addText(text)).join()}]::Array(String)` : null;
  };
  const each = wanted.map(({ test }) => {
    if (test.is === "same") return `has(${column}, ${statement.addText(test.text)})`;
    const list = listOf(test);
    return list ? `hasAny(${column}, ${list})` : `arrayExists(x -> ${writeWord(test, "x", statement)}, ${column})`;
  });
  if (wanted.length === 1) return each[0]!;
  const sequence = wanted.map(({ test }, at) => {
    const token = `${column}[i + ${at}]`;
    const list = listOf(test);
    return list ? `has(${list}, ${token})` : writeWord(test, token, statement);
  });
  return `(${[...each, writeSequence(sequence, column)].join(" AND ")})`;
}

/** Write a test for a place `i` of an array from which on each item passes its test. */
function writeSequence(tests: readonly string[], column: string): string {
  return `arrayExists(i -> i + ${tests.length - 1} <= length(${column}) AND ${tests.join(" AND ")}, arrayEnumerate(${column}))`;
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
function writeNear(column: string, text: string, most: number, statement: StatementParts): string {
  const length = Array.from(text).length;
  // Swapping two letters is one edit here and two there.
  const edits = most * 2;
  if (length > MAX_COMPARED) return `abs(lengthUTF8(${column}) - ${length}) <= ${edits}`;
  // A longer text than that has more edits in any case, and the function refuses very long ones.
  const beginning = `substringUTF8(${column}, 1, ${length + edits + 1})`;
  return `editDistanceUTF8(${beginning}, ${statement.addText(text)}) <= ${edits}`;
}

/**
 * Write the part of a query that names the tokens of each entry that may differ by so many edits from a text: `word`. Most
 * tokens have another length.
 */
export function writeSimilarTokens(tokens: string, text: string, most: number, statement: StatementParts): string {
  const length = Array.from(text).length;
  const similar = `arrayFilter(x -> abs(lengthUTF8(x) - ${length}) <= ${most}, arrayDistinct(${tokens}))`;
  return `ARRAY JOIN ${similar} AS word WHERE ${writeNear("word", text, most, statement)}`;
}

function writePattern(pattern: Pattern): string {
  const stretches = pattern.map((stretch) =>
    stretch.map((part) => (part === null ? "_" : part.replaceAll(/[\\%_]/g, "\\$&"))).join(""),
  );
  return stretches.join("%");
}
