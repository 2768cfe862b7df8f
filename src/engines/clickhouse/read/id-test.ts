import type { NearIdTest } from "../../../core/engine/near-ids.js";
import type { Bound, TextRange } from "../../../core/query/condition/condition.js";
import type { Pattern } from "../../../core/query/text/pattern.js";
import type { TextTest, WordTest } from "../../../core/query/text/text-test.js";
import type { StatementParts } from "./statement.js";

/** The 40 digits of an entry's id, as text. */
export const ID = "lower(hex(id))";

/** Reads the ids of entries that pass a test of similar ids. */
export type ReadNearIds = (test: NearIdTest) => Promise<readonly string[]>;

/** Write a test of entries' ids as SQL. */
export async function writeIdTest(
  test: TextTest | TextRange,
  parts: StatementParts,
  readNear: ReadNearIds,
): Promise<string> {
  if ("is" in test) return writeRange(test, parts);
  // An id is one word.
  const words = test.parts.map((part): WordTest | null => {
    if (part.is === "run") return { is: "like", pattern: part.pattern };
    const [first, ...others] = part.tokens;
    return first && others.length === 0 && !first.joined ? first.test : null;
  });
  const all = await Promise.all(words.map((word) => (word ? writeWord(word, parts, readNear) : "0")));
  const whole = test.whole ? await writeWord(test.whole, parts, readNear) : "0";
  return all.length === 0 ? whole : `(${whole} OR (${all.join(" AND ")}))`;
}

async function writeWord(test: WordTest, parts: StatementParts, readNear: ReadNearIds): Promise<string> {
  if (test.is === "like") return writePattern(test.pattern);
  if (test.is === "same") {
    return /^[\da-f]{40}$/.test(test.text) ? `id = toFixedString(unhex('${test.text}'), 20)` : "0";
  }
  const ids = await readNear(test);
  return ids.length === 0 ? "0" : `id IN ${parts.addTable("c FixedString(20)", Buffer.from(ids.join(""), "hex"))}`;
}

function writePattern(pattern: Pattern): string {
  const pieces = pattern.map((stretch) => stretch.map((part) => part ?? "_").join(""));
  // Ids have hexadecimal digits alone, so no other text gets into the statement.
  if (pieces.some((piece) => !/^[\da-f_]*$/.test(piece))) return "0";
  return `${ID} LIKE '${pieces.join("%")}'`;
}

function writeRange({ from, to, byBeginning }: TextRange, parts: StatementParts): string {
  const bound = (sign: string, { at, inclusive }: Bound<string>): string => {
    const value = byBeginning ? `substring(${ID}, 1, ${at.length})` : ID;
    return `${value} ${sign}${inclusive ? "=" : ""} ${parts.addText(at)}`;
  };
  const bounds = [...(from ? [bound(">", from)] : []), ...(to ? [bound("<", to)] : [])];
  return bounds.length === 0 ? "1" : `(${bounds.join(" AND ")})`;
}
