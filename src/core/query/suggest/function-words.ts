import { readWords } from "./words.js";

/** Articles, prepositions and conjunctions that stand between two names, in the languages of pages. */
const BETWEEN = [
  "in of for on at by to from with within the a an and",
  "en de del la el los las para por con y e a al",
  "en dans de du des la le les l d pour par et à au aux sur chez",
  "in im für von vom zu zur zum der die das des dem den und auf aus bei am an",
  "in a di del della dei delle dello degli d per da dal dalla la il lo le gli l e nel nella nei nelle con su",
  "em de do da dos das no na nos nas para por o a os as e com",
  "w we na z ze do dla od i oraz",
  "в у на з із зі для до від і й та",
  "σε στο στη στην στον στα στις στους του της των για από και το η ο τα οι τον την",
  "في من على إلى عن و ل ب",
  "ב ל של על עם את ה ו מ",
  "の で に は を と が へ",
];

const FUNCTION_WORDS: ReadonlySet<string> = new Set(BETWEEN.flatMap(readWords));

/**
 * Leave out the words that only join others, as in "health in London".
 * @param words folded
 * @returns the same list if there are none, or nothing else
 */
export function withoutFunctionWords(words: readonly string[]): readonly string[] {
  const left = words.filter((word) => !FUNCTION_WORDS.has(word));
  return left.length === words.length || left.length === 0 ? words : left;
}
