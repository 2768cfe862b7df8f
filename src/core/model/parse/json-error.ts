import { phraseText } from "../../errors/phrase-text.js";

/** The first error of a text that is not JSON. */
export interface JsonError {
  /** Line and column, from 1 like in editors. */
  readonly line: number;
  readonly column: number;
  /** The expected token, as a sentence. */
  readonly expected: string;
}

/**
 * Find the first error of a text that `JSON.parse` refused; its own messages do not always give the position.
 * Cost: linear in the text, without recursion.
 */
export function jsonError(text: string): JsonError {
  /** Closing brackets of the open containers. */
  const open: ("}" | "]")[] = [];
  let expected: Expected = "a value";
  let at = 0;
  for (;;) {
    at = skip(text, at, /[ \t\n\r]*/y);
    const character = text[at];
    if (character === undefined && expected !== "the end") return place(text, at, expected);
    if (expected === "the end") return place(text, at, expected);

    const closing = open.at(-1);
    if (character === closing && mayClose(expected)) {
      open.pop();
      at++;
      expected = afterValue(open);
    } else if (expected.startsWith("a name")) {
      const end = stringEnd(text, at);
      if (end === at) return place(text, at, expected);
      at = end;
      expected = "a colon";
    } else if (expected === "a colon") {
      if (character !== ":") return place(text, at, expected);
      at++;
      expected = "a value";
    } else if (expected.startsWith("a comma")) {
      if (character !== ",") return place(text, at, expected);
      at++;
      expected = closing === "}" ? "a name in double quotes" : "a value";
    } else if (character === "{" || character === "[") {
      open.push(character === "{" ? "}" : "]");
      at++;
      expected = character === "{" ? "a name in double quotes, or }" : "a value, or ]";
    } else {
      const end =
        character === '"'
          ? stringEnd(text, at)
          : skip(text, at, /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y);
      if (end === at) return place(text, at, expected);
      at = end;
      expected = afterValue(open);
    }
  }
}

function mayClose(expected: Expected): boolean {
  return expected.includes(", or ");
}

function afterValue(open: readonly ("}" | "]")[]): Expected {
  const closing = open.at(-1);
  return closing === undefined ? "the end" : `a comma, or ${closing}`;
}

/** Return the position after the string that begins at `at`; `at` itself if there is none, or it is malformed. */
function stringEnd(text: string, at: number): number {
  if (text[at] !== '"') return at;
  for (let i = at + 1; i < text.length; i++) {
    const character = text[i]!;
    if (character === '"') return i + 1;
    if (character < " ") return at;
    if (character !== "\\") continue;
    const end = skip(text, i + 1, /["\\/bfnrt]|u[0-9a-fA-F]{4}/y);
    if (end === i + 1) return at;
    i = end - 1;
  }
  return at;
}

function skip(text: string, at: number, pattern: RegExp): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function place(text: string, at: number, expected: Expected): JsonError {
  const before = text.slice(0, at);
  const lastBreak = before.lastIndexOf("\n");
  return { line: before.split("\n").length, column: at - lastBreak, expected: phraseText(PHRASES[expected]) };
}

/** Phrases for what may come next. */
const PHRASES = {
  "a value": "expected_value",
  "a value, or ]": "expected_value_or_end",
  "a name in double quotes": "expected_name",
  "a name in double quotes, or }": "expected_name_or_end",
  "a colon": "expected_colon",
  "a comma, or }": "expected_comma_in_object",
  "a comma, or ]": "expected_comma_in_list",
  "the end": "nothing_more_expected",
} as const;

type Expected = keyof typeof PHRASES;
