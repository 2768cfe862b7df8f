import { findWords, type FoundWord, languagesOf } from "./find-words.js";
import type { WordMeaning } from "./word-table.js";

/** The phases of a budget in their order, in the words of the Fiscal Data Package. */
export const PHASES = ["proposed", "approved", "adjusted", "executed"] as const;

export type Phase = (typeof PHASES)[number];

/** Phases that words of a text name, each with the languages in which they do. */
type Named = readonly { readonly phase: Phase; readonly languages: readonly string[] }[];

/**
 * Read texts as phases, all in the language that reads most of them: "Plan" is approved beside "Wykonanie", and proposed
 * beside "Ist". A text that names no phase, or more than one, is `null`.
 */
export function readPhases(texts: readonly string[]): ReadonlyMap<string, Phase | null> {
  const named = texts.map((text) => [text, phasesIn(text)] as const);
  const languages = [...new Set(named.flatMap(([, each]) => each.flatMap(({ languages: own }) => own)))];
  const count = (language: string): number =>
    named.filter(([, each]) => only(each.filter(({ languages: own }) => own.includes(language))) !== null).length;
  const [language = ""] = languages.toSorted((a, b) => count(b) - count(a));
  return new Map(
    named.map(([text, each]) => {
      const own = each.filter(({ languages: of }) => of.includes(language));
      return [text, own.length > 0 ? only(own) : only(each)];
    }),
  );
}

/** True if words of a text name a phase, or several. */
export function namesPhase(text: string): boolean {
  return phasesIn(text).length > 0;
}

/** Return the words of a heading that name a phase, or commitments, by place. */
export function phaseWords(text: string): readonly FoundWord[] {
  return outermost([...PHASES, "budget", "commitment"].flatMap((means) => findWords(text, means as WordMeaning)));
}

function only(named: Named): Phase | null {
  const phases = new Set(named.map(({ phase }) => phase));
  return phases.size === 1 ? [...phases][0]! : null;
}

function phasesIn(text: string): Named {
  const found = PHASES.flatMap((phase) => {
    const whole = languagesOf(text, phase);
    return [
      ...(whole.length > 0 ? [{ phase, start: 0, end: text.length, languages: whole }] : []),
      ...findWords(text, phase).map((word) => ({ ...word, phase })),
    ];
  });
  const outer = outermost(found);
  if (outer.length > 0) return outer;
  // A budget is the approved one, if nothing beside it names another.
  return findWords(text, "budget").map(({ languages }) => ({ phase: "approved", languages }));
}

/** Leave out the words that are a part of longer ones. */
function outermost<T extends FoundWord>(words: readonly T[]): readonly T[] {
  const isPart = (word: T, other: T): boolean =>
    other.start <= word.start && word.end <= other.end && other.end - other.start > word.end - word.start;
  return words.filter((word) => !words.some((other) => isPart(word, other)));
}
