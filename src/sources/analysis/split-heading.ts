import { eraYear } from "../../core/model/values/eras.js";
import { readQuarter } from "../../core/model/values/worded-dates.js";
import { monthOf } from "../../core/model/values/month-of.js";
import { findWords, type FoundWord } from "../../core/model/words/find-words.js";
import { foldInPlace } from "../../core/model/words/fold-in-place.js";
import { phaseWords } from "../../core/model/words/phases.js";
import { codeOfText, currencyInHeading } from "./currency-names.js";
import { scaleInHeading } from "./heading-scale.js";
import { spaceOut } from "./headings.js";

/** A period that a heading names, and how it is written in a column of its own. */
export interface HeadingPeriod {
  readonly kind: "Year" | "Quarter" | "Month";
  readonly text: string;
}

/** Parts of a heading of amounts: when, of which phase and direction, in which unit, and the rest. */
export interface HeadingParts {
  readonly period: HeadingPeriod | null;
  /** Words for the phase, and for the direction, as they are written; empty if there are none. */
  readonly phase: string;
  readonly direction: string;
  /** ISO 4217 code; `null` if it names none. */
  readonly currency: string | null;
  /** The number that one stands for. */
  readonly factor: number;
  /** The text that is left without words for amounts. */
  readonly rest: string;
}

/** Split a heading such as `Ansatz 2017 (Erträge) in T€` into what it says. */
export function splitHeading(heading: string): HeadingParts {
  return splitDated(heading, takePeriod);
}

/** Split a heading such as `Q1` or `Ansatz März`, with a quarter or a month of a year that it does not name. */
export function splitUndated(heading: string, year: string): HeadingParts {
  return splitDated(heading, (text) => takeWithin(text, year) ?? { period: null, rest: text });
}

function splitDated(heading: string, takeDate: typeof takePeriod): HeadingParts {
  const scale = scaleInHeading(heading);
  const currency = currencyInHeading(heading);
  const dated = takeDate(takeCurrency(spaceOut(scale?.plain ?? heading)));
  const phased = take(dated.rest, phaseWords(dated.rest));
  const directions = (["revenue", "expenditure"] as const).flatMap((means) => findWords(phased.rest, means));
  const directed = take(phased.rest, directions);
  const amounts = (["amount", "total", "unit", "year", "fiscalYear"] as const).flatMap((means) =>
    findWords(directed.rest, means),
  );
  return {
    period: dated.period,
    phase: phased.words,
    direction: directed.words,
    currency,
    factor: scale?.factor ?? 1,
    rest: tidy(take(directed.rest, amounts).rest),
  };
}

/** A year, maybe with the next, that stands alone among letters and digits. */
const YEAR = /(?<![\d.,])((?:19|20)\d\d)(?:\s?[-–/]\s?((?:19|20)?\d\d)(?!\d))?(?![\d,]|\.\d)/u;
/** A year of two digits after words for a fiscal year. */
const SHORT_YEAR = /(?<!\p{L})(?:FY|HJ|EX)\s?['’]?(\d\d)(?:\s?[-/]\s?(\d\d))?(?!\d)/iu;

function takePeriod(heading: string): { readonly period: HeadingPeriod | null; readonly rest: string } {
  const text = eraYear(heading) ?? heading;
  const found = YEAR.exec(text) ?? SHORT_YEAR.exec(text);
  if (!found) return { period: null, rest: text };
  const [all, first = "", next] = found;
  const year = first.length === 2 ? `20${first}` : first;
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + all.length)}`.replace(/年度?|년도?/gu, " ");
  if (next !== undefined) {
    const isNext = (Number(year) + 1) % 100 === Number(next) % 100;
    if (isNext) return { period: { kind: "Year", text: `${year}/${next.slice(-2)}` }, rest };
    if (next.length === 2 && Number(next) >= 1 && Number(next) <= 12) {
      return { period: { kind: "Month", text: `${year}-${next}` }, rest };
    }
    return { period: null, rest: text };
  }
  const within = takeWithin(rest, year);
  return within ?? { period: { kind: "Year", text: year }, rest };
}

/** Take the quarter or the month of a year. */
function takeWithin(text: string, year: string): { readonly period: HeadingPeriod; readonly rest: string } | null {
  const quarter =
    /(?<![\p{L}\d])(?:[qtk]\s?[1-4]|[1-4]\s?[qt])(?![\p{L}\d])/iu.exec(text) ??
    /(?<![\p{L}\d])第?(?:[1-4]|iv|i{1,3}|[一二三四])\s?(?:er|º|ª|\.)?\s?(?:quarter|quartal|trimestre|trim\.?|kvartal|kwartał|kwartaal|квартал|四半期|季度|분기)(?!\p{L})/iu.exec(
      text,
    ) ??
    /(?<!\p{L})(?:quarter|quartal|trimestre|trim\.?|kvartal|kwartał|kwartaal|квартал)\s?(?:[1-4]|iv|i{1,3})(?![\p{L}\d])/iu.exec(
      text,
    );
  if (quarter) {
    const date = readQuarter(`${quarter[0]} ${year}`);
    if (date === null) return null;
    const number = (Number(date.slice(5, 7)) + 2) / 3;
    return {
      period: { kind: "Quarter", text: `${year}-Q${number}` },
      rest: cut(text, quarter.index, quarter[0].length),
    };
  }
  for (const { index, 0: word } of text.matchAll(/\p{L}[\p{L}\p{M}]{2,}/gu)) {
    const month = monthOf(word);
    if (month === null) continue;
    const number = String(month).padStart(2, "0");
    return { period: { kind: "Month", text: `${year}-${number}` }, rest: cut(text, index, word.length) };
  }
  return null;
}

/** Leave out the currency: in brackets, after "in", or at the end. */
function takeCurrency(heading: string): string {
  return heading.replace(
    /[([]?\s*(?:(?<!\p{L})(?:in|en|w|v|em)\s+)?((?<!\p{L})\p{L}{2,5}(?!\p{L})|[\p{L}]?\p{Sc})\s*[)\]]?/giu,
    (all, name: string) => (codeOfText(name) === null && !/\p{Sc}/u.test(name) ? all : " "),
  );
}

/** Take words out of a text. */
function take(text: string, found: readonly FoundWord[]): { readonly words: string; readonly rest: string } {
  const sorted = [...found].toSorted((a, b) => a.start - b.start || b.end - a.end);
  const words: string[] = [];
  let [rest, end] = ["", 0];
  for (const word of sorted) {
    if (word.start < end) continue;
    words.push(text.slice(word.start, word.end));
    rest += `${text.slice(end, word.start)} `;
    end = word.end;
  }
  return { words: words.join(" ").replace(/\s+/gu, " "), rest: rest + text.slice(end) };
}

function cut(text: string, at: number, length: number): string {
  return `${text.slice(0, at)} ${text.slice(at + length)}`;
}

/** Words that join the parts of a heading. */
const JOINING =
  /(?<![\p{L}\p{N}])(?:of|for|in|the|de|del|des|du|da|do|di|der|die|das|des|für|fur|im|en|el|la|le|les|na|za|w|v|per|i|r|g|m|р|г|за|на)(?![\p{L}\p{N}])/giu;

function tidy(rest: string): string {
  const plain = rest
    .replace(/[([]\s*[-–,;:/]*\s*[)\]]/gu, " ")
    .replace(/\s+/gu, " ")
    .replace(/^[\s\-–—,;:/|_.&()[\]]+|[\s\-–—,;:/|_.&([]+$/gu, "");
  return foldInPlace(plain).replace(JOINING, "").trim() === "" ? "" : plain;
}
