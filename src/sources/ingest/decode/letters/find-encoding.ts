import { errorText } from "../../../../core/errors/error-text.js";
import { phraseText } from "../../../../core/errors/phrase-text.js";
import { mixedEncoding } from "../../../../core/model/encodings.js";
import { type EncodingGuess, guessEncoding, type OtherEncoding, utf8Bits } from "./guess-encoding.js";
import { type ByteSurvey, surveyBytes } from "./survey-bytes.js";

/** The encoding that was found for a source that is not UTF-8. */
export interface FoundEncoding {
  /** Name as in a model; `utf-8+…` for lines of UTF-8 and others of another encoding. */
  readonly name: string;
  /** Sentences about what is not beyond doubt. */
  readonly warnings: readonly string[];
  /** The encodings that fit about as well, the found one first; absent if there is no doubt. */
  readonly choice?: readonly EncodingChoice[];
}

/** An encoding that a source may have. */
export interface EncodingChoice {
  /** Name as in a model. */
  readonly name: string;
  /** Words of the source as they are in it, the same in each encoding. */
  readonly samples: readonly string[];
}

/**
 * Find the encoding of bytes that are not UTF-8, by the letters that they would stand for.
 * @param name of the source in messages
 */
export async function findEncoding(chunks: AsyncIterable<Buffer>, name: string): Promise<FoundEncoding> {
  const survey = await surveyBytes(chunks);
  const mixed = survey.utf8Words.length === 0 ? null : guessEncoding(survey.otherWords);
  const single = guessEncoding([...survey.utf8Words, ...survey.otherWords]);
  const isMixed = mixed !== null && mixed.bits + utf8Bits(survey.utf8Words) < single.bits;
  const best = isMixed ? mixed : single;
  const warnings = [
    ...(isMixed ? [describeMixed(name, survey, best)] : []),
    ...(best.other ? [describeDoubt(name, best, best.other, isMixed)] : []),
  ];
  const nameOf = (encoding: string): string => (isMixed ? mixedEncoding(encoding) : encoding);
  const { other } = best;
  const choice = other && {
    choice: [
      { name: nameOf(best.name), samples: other.samples.map(([read]) => read) },
      { name: nameOf(other.name), samples: other.samples.map(([, would]) => would) },
    ],
  };
  return { name: nameOf(best.name), warnings, ...choice };
}

function describeMixed(
  name: string,
  { otherLines, numOtherLines }: ByteSurvey,
  { name: other }: EncodingGuess,
): string {
  const more = numOtherLines - otherLines.length;
  const known = otherLines.map((line) => line.toLocaleString("en")).join(", ");
  const all = more > 0 ? phraseText("and_more", { known, count: more.toLocaleString("en") }) : known;
  const lines =
    otherLines.length === 1 ? phraseText("line_number", { line: all }) : phraseText("some_lines", { lines: all });
  return errorText("encodings_mixed", { name, lines, encoding: other });
}

function describeDoubt(name: string, { name: read }: EncodingGuess, other: OtherEncoding, isMixed: boolean): string {
  const samples = other.samples.map(([one, two]) =>
    phraseText("would_be", { value: JSON.stringify(one), value_b: JSON.stringify(two) }),
  );
  return errorText("encoding_in_doubt", {
    name,
    encoding: read,
    encoding_b: other.name,
    examples: samples.join(" and "),
    declared: isMixed ? mixedEncoding(other.name) : other.name,
    known: isMixed ? mixedEncoding(read) : read,
  });
}
