import { errorWordsIn } from "./languages.js";
import { sayError, sayFinding, textOfParts, type Writing } from "./say-error.js";

/**
 * Say a line that a command prints for people, in a language.
 * @param mayBeError true if it may be an error, without a word before it
 * @returns the line itself if it is none that is translated
 */
export function sayResult(line: string, language: string, writing: Writing, mayBeError: boolean): string {
  const said = textOfParts(sayFinding(line, language, writing));
  return said ?? (mayBeError ? textOfParts(sayError(line, language, writing)) : null) ?? line;
}

/** Say a control figure, in a language: the number of rows, the sum of a measure, or what a total says. */
export function sayControl(line: string, language: string, writing: Writing): string {
  return saySum(line, language, writing) ?? textOfParts(sayFinding(line, language, writing)) ?? line;
}

/** Matches an amount behind its name. */
const AMOUNT = /(?<=: )-?\d{1,3}(?:,\d{3})*(?:\.\d+)?(?=$|[,; )])/g;

/** Matches the sum of a file in a measure, with the parts that it has by years and by members. */
const SUM = /^(.+?: -?[\d,.]+(?: [^ ()]+)?)(?: \((.*)\))?$/;

/** Say the sum of a file, as `amount: 1,200 EUR (2008: 500, 2009: 700)`; `null` for another line. */
function saySum(line: string, language: string, writing: Writing): string | null {
  const [, sum, parts] = SUM.exec(line) ?? [];
  if (sum === undefined) return null;
  const more = errorWordsIn(language).phrases?.and_more ?? "<known> and <count> more";
  const amounts = (text: string): string =>
    text.replaceAll(AMOUNT, (decimal) => writing.amount(decimal.replaceAll(",", "")));
  const sayGroup = (group: string): string => {
    const [, known, count] = /^(.*), and (\d+) more$/.exec(group) ?? [];
    if (known === undefined) return amounts(group);
    const values: Readonly<Record<string, string>> = { known: amounts(known), count: writing.count(Number(count)) };
    return more.replaceAll(/<(known|count)>/g, (_, name: string) => values[name]!);
  };
  if (parts === undefined) return amounts(sum);
  return `${amounts(sum)} (${parts.split("; ").map(sayGroup).join("; ")})`;
}
