import { hasWord, isWord } from "./find-words.js";

export type Direction = "revenue" | "expenditure";

export const DIRECTIONS = ["revenue", "expenditure"] as const;

/** Directions that the texts of a column name: money comes in or goes out. */
export interface DirectionsRead {
  /** The direction of each text; `null` for one that names none. */
  readonly directions: ReadonlyMap<string, Direction | null>;
  /** True if words say so, or the heading says that letters do. */
  readonly isSure: boolean;
}

/** Pairs of letters for revenue and expenditure. The first is plain, the others need a heading that says so. */
const LETTERS: readonly (readonly [revenue: string, expenditure: string])[] = [
  ["r", "e"],
  ["i", "e"],
  ["i", "g"],
  ["e", "a"],
  ["r", "d"],
  ["e", "s"],
  ["p", "r"],
  ["t", "m"],
  ["b", "l"],
  ["d", "w"],
  ["p", "v"],
  ["h", "s"],
  ["c", "d"],
  ["i", "o"],
];

/** Part of the values that may have another meaning, such as transfers: one in so many. */
const OTHERS = 3;

/** Words of headings over directions that are no directions themselves. */
const FLOW =
  /(?<!\p{L})(direction|flow|richtung|vorzeichen|kennzeichen|sentido|sens|senso|signo|segno|indicator|cr ?\/? ?dr|s ?\/ ?h|e ?\/ ?a|type|tip|tipo|art|収支)(?!\p{L})/iu;

/** Read the different texts of a column as directions; `null` unless both are there and nearly all texts are one. */
export function readDirections(heading: string, texts: readonly string[]): DirectionsRead | null {
  if (texts.length < 2) return null;
  const directions = new Map(texts.map((text) => [text, directionInText(text)] as const));
  const areNamed = [...directions.values()].some((each) => each !== null);
  // Without words, only letters can be directions: most columns have neither, and headings take longest to read.
  if (!areNamed && !texts.some((text) => text.length === 1)) return null;
  const isSure = areNamed || isHint(heading);
  for (const [text, direction] of readLetters(texts, isSure)) directions.set(text, direction);
  const found = [...directions.values()];
  const others = found.filter((direction) => direction === null).length;
  const isBoth = DIRECTIONS.every((direction) => found.includes(direction));
  return isBoth && others * OTHERS <= texts.length ? { directions, isSure } : null;
}

/** Return the direction that a whole text names; `null` if it names none, or both. */
function directionInText(text: string): Direction | null {
  const found = DIRECTIONS.filter((direction) => isWord(text, direction));
  return found.length === 1 ? found[0]! : null;
}

function isHint(heading: string): boolean {
  const spaced = heading.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").replaceAll("_", " ");
  return hasWord(spaced, ...DIRECTIONS) || FLOW.test(spaced);
}

/** Read single letters as directions, if they are one of the pairs. @param isNamed true if the column says what they mean */
function readLetters(
  texts: readonly string[],
  isNamed: boolean,
): readonly (readonly [text: string, direction: Direction])[] {
  const letters = texts.filter((text) => text.length === 1);
  const written = new Set(letters.map((letter) => letter.toLowerCase()));
  const pair = LETTERS.filter((_, at) => at === 0 || isNamed).find((each) =>
    each.every((letter) => written.has(letter)),
  );
  if (!pair) return [];
  return letters.flatMap((text) => {
    const at = pair.indexOf(text.toLowerCase());
    return at < 0 ? [] : [[text, DIRECTIONS[at]!] as const];
  });
}
