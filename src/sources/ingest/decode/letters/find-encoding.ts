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
  const named = `${otherLines.length === 1 ? "line" : "lines"} ${otherLines.map((line) => line.toLocaleString("en")).join(", ")}`;
  const rest = more > 0 ? ` and ${more.toLocaleString("en")} more` : "";
  return `${name} is UTF-8 but for ${named}${rest}, not UTF-8 and read as ${other}; save the file as UTF-8`;
}

function describeDoubt(name: string, { name: read }: EncodingGuess, other: OtherEncoding, isMixed: boolean): string {
  const samples = other.samples.map(([one, two]) => `${JSON.stringify(one)} would be ${JSON.stringify(two)}`);
  const declared = isMixed ? mixedEncoding(other.name) : other.name;
  return (
    `The encoding of ${name} is probably ${read}, but may be ${other.name}, in which ${samples.join(" and ")}; ` +
    `if that is right, give the model's dataset "encoding": "${declared}", otherwise "encoding": "${isMixed ? mixedEncoding(read) : read}"`
  );
}
