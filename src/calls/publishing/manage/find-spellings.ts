import { distance } from "fastest-levenshtein";
import type { Reader } from "../../../core/engine/engine.js";
import type { Dimension } from "../../../core/model/cube.js";
import { namingAttributes, readWords } from "../../../core/query/suggest/words.js";
import { readNamedMember } from "./read-named-member.js";
import type { NamedMember } from "./plan-correction.js";

/** Maximum number of members that were looked for, and of those that are proposed. */
const MAX_FOUND = 25;
const MAX_PROPOSED = 8;
/** Number of words of a label, and the letters of each, by which similar ones are found; and members compared for each. */
const WORDS = 3;
const LETTERS = 3;
const MAX_COMPARED = 200;
/** Maximum share of letters that differ between two spellings. */
const MAX_DIFFERENCE = 0.4;

/**
 * Find members that are looked for by words, and those whose labels are written like that of a member.
 * Cost: four lookups of words
 */
export async function findSpellings(
  reader: Reader,
  dimension: Dimension,
  member: NamedMember | null,
  words: readonly string[],
): Promise<readonly NamedMember[]> {
  const attributes = namingAttributes(dimension);
  const suggest = async (wanted: readonly string[], limit: number): Promise<readonly NamedMember[]> => {
    const found = await reader.suggest({ dimension, attributes, words: wanted, limit });
    return found.map((each) => readNamedMember(dimension, each.member)).filter(({ name }) => name !== member?.name);
  };
  const found = words.length === 0 ? [] : await suggest(words, MAX_FOUND);
  if (!member) return found;
  const own = readWords(member.label).toSorted((a, b) => b.length - a.length);
  const near = new Map<string, NamedMember>();
  for (const word of own.slice(0, WORDS)) {
    for (const each of await suggest([word.slice(0, LETTERS)], MAX_COMPARED)) near.set(each.name, each);
  }
  const text = spell(member.label);
  const proposed = [...near.values()]
    .map((each) => ({ each, difference: differenceOf(text, spell(each.label)) }))
    .filter(({ difference }) => difference <= MAX_DIFFERENCE)
    .toSorted((a, b) => a.difference - b.difference)
    .map(({ each }) => each);
  return [...found, ...proposed.slice(0, MAX_PROPOSED)];
}

/** Write a label as spellings of it are compared: folded words without what is between them. */
function spell(label: string): string {
  return readWords(label).join("");
}

/** Return the share of letters that differ; 0 where one spelling begins with the other, as before its legal form. */
function differenceOf(one: string, other: string): number {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length > LETTERS && long.startsWith(short)) return 0;
  return distance(one, other) / Math.max(1, long.length);
}
