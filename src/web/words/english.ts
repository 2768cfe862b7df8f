import { FRAME_WORDS } from "./en/frame.js";
import { HOME_WORDS } from "./en/home.js";
import { PROBLEM_WORDS } from "./en/problem.js";
import type { Widened } from "./text.js";

/** All texts of pages, in English, from which other languages are translated: a section for a page, or for what pages share. */
export const ENGLISH = {
  frame: FRAME_WORDS,
  home: HOME_WORDS,
  problem: PROBLEM_WORDS,
} as const;

/** The texts of pages as their code names them: the slots of each are known to the compiler. */
export type EnglishWords = typeof ENGLISH;

/** The texts of pages in any language. */
export type Words = Widened<EnglishWords>;
