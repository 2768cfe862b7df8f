import { ANSWER_TEXTS } from "../../core/errors/texts/questions.js";
import { errorWordsIn } from "./languages.js";
import { sayFinding, textOfParts, type Writing } from "./say-error.js";

/** Matches what tells how to accept an offer, which ends it. */
const REMEDY = /; --accept \w+ puts it into the model$/;

/**
 * Say what the command line offers of what an analysis found, in a language: `LABEL (EXAMPLES). REASON`, or its label alone.
 * @returns `null` if it is none that is translated
 */
export function sayOffer(sentence: string, language: string, writing: Writing): string | null {
  const say = (text: string): string | null => textOfParts(sayFinding(text, language, writing));
  const [remedy = ""] = REMEDY.exec(sentence) ?? [];
  const offer = sentence.slice(0, sentence.length - remedy.length);
  const end = remedy === "" ? "" : (say(remedy) ?? remedy);
  // Names of columns may have parentheses.
  for (const open of placesOf(" (", offer)) {
    const label = say(offer.slice(0, open));
    for (const close of label === null ? [] : placesOf("). ", offer)) {
      const reason = close > open ? say(offer.slice(close + 3)) : null;
      if (reason !== null) return `${label} (${sayExamples(offer.slice(open + 2, close), say)}). ${reason}${end}`;
    }
  }
  return say(sentence);
}

/**
 * Say a question that a publisher is asked at a terminal, why it is asked, or an answer to it, in a language: also that about
 * an offer, `LABEL?`, with its reason, `REASON (EXAMPLES)`.
 * @returns the sentence itself if it is none that is translated
 */
export function sayQuestion(sentence: string, language: string, writing: Writing): string {
  const say = (text: string): string | null => textOfParts(sayFinding(text, language, writing));
  const { phrases = {} } = errorWordsIn(language);
  if (sentence === ANSWER_TEXTS.answer_yes) return phrases.answer_yes ?? sentence;
  if (sentence === ANSWER_TEXTS.answer_no) return phrases.answer_no ?? sentence;
  const whole = say(sentence);
  if (whole !== null) return whole;
  const label = sentence.endsWith("?") ? say(sentence.slice(0, -1)) : null;
  if (label !== null) return phrases.ask_offer?.replace("<label>", () => label) ?? sentence;
  for (const open of sentence.endsWith(")") ? placesOf(" (", sentence) : []) {
    const reason = say(sentence.slice(0, open));
    if (reason !== null) return `${reason} (${sayExamples(sentence.slice(open + 2, -1), say)})`;
  }
  return sentence;
}

function placesOf(part: string, text: string): readonly number[] {
  return [...text.matchAll(new RegExp(part.replaceAll(/[().]/g, "\\$&"), "g"))].map(({ index }) => index);
}

/** Say examples, joined by semicolons, which may be in their cells as well. */
function sayExamples(examples: string, say: (text: string) => string | null): string {
  const parts = examples.split("; ");
  const said: string[] = [];
  for (let at = 0; at < parts.length;) {
    const ends = parts.map((_, end) => end + 1).filter((end) => end > at);
    const end = ends.find((each) => say(parts.slice(at, each).join("; ")) !== null) ?? at + 1;
    const example = parts.slice(at, end).join("; ");
    said.push(say(example) ?? example);
    at = end;
  }
  return said.join("; ");
}
