import type { EnglishWords } from "#src/web/words/english.js";

/** What each section of the words is of, for translators. */
export const SECTIONS: Readonly<Record<keyof EnglishWords, string>> = {
  frame: "The header, the footer and other parts that all pages have",
  home: "The home page",
  problem: "The page of an error, such as a missing page",
};
