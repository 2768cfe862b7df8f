import { findWords } from "../words/find-words.js";
import { foldInPlace } from "../words/fold-in-place.js";
import { calendarDate } from "./calendar.js";
import { eraYear } from "./eras.js";
import { mayNameMonth, monthOf } from "./month-of.js";
import { isError } from "./value.js";

const MAX_LENGTH = 40;

/** A name: letters, maybe with a point, and maybe of two words, as `meán fómhair`. */
const NAME = String.raw`\p{L}[\p{L}\p{M}'’]*\.?(?: (?!(?:de|del|da|di)\s)\p{L}[\p{L}\p{M}]+)?`;
/** Words between the parts of a date: `5 de enero de 2024`, `1st of May 2024`. */
const OF = String.raw`(?:(?:of|de|del|da|di|do|den|d['’])\s*)?`;
const DAY = String.raw`(?<day>\d{1,2})(?:er|st|nd|rd|th|re|º|ª|°|\.|-?(?:an|en|ta|to|a|e))?`;
const YEAR = String.raw`(?<year>\d{4})`;
/** Text that follows a year: `2024 г.`, `2024 року`, `2024. gada`. */
const AFTER = String.raw`(?:\s*\.?\s*(?:г|год|года|р|року|r|roku|god|godine|gada|m|год)?\.?)`;
/** A weekday, which is not checked. */
const WEEKDAY = String.raw`(?:\p{L}[\p{L}\p{M}-]*\.?,?\s+)?`;

const FORMS: readonly RegExp[] = [
  `${WEEKDAY}${DAY}\\s*-?\\s*${OF}(?<name>${NAME})\\s*,?-?\\s*${OF}${YEAR}${AFTER}`,
  `${WEEKDAY}(?<name>${NAME})\\s+${DAY},?\\s+${YEAR}`,
  `(?<name>${NAME})\\s*[,-]?\\s*${OF}${YEAR}${AFTER}`,
  `${YEAR}\\s*[-. ]\\s*(?<name>${NAME})(?:\\s+${DAY})?`,
  // Lithuanian, Latvian and Hungarian: 2024 m. sausio 5 d., 2024. gada 5. janvāris, 2024. január 5.
  `${YEAR}\\s*(?:m|gada|gads)?\\.?\\s*(?:gada )?(?<name>${NAME})\\s+${DAY}\\s*(?:d\\.?)?`,
  `${YEAR}\\.?\\s*(?:gada)\\s+${DAY}\\s*(?<name>${NAME})`,
  `${YEAR}\\s*[年년]\\s*(?:度|(?<month>\\d{1,2})\\s*[月월]\\s*(?:(?<day>\\d{1,2})\\s*[日일])?)?`,
].map((form) => new RegExp(`^${form}$`, "iu"));

/**
 * Read a date, a month, a quarter, a half or a year that is written with words, in any language: `1er janvier 2024`,
 * `Tuesday, October 18, 2011`, `1º trimestre 2019`, `H1 2023`, `2023M04`, `FY 2014/15`, `FY22`, `令和5年度`. Periods are read as their first day.
 * @param language in which names of months are read, and nothing else; `null` for those that mean no other month elsewhere
 * @returns `null` if it is written differently
 */
export function readWorded(text: string, language: string | null = null): string | null {
  if (text.length > MAX_LENGTH || !/\p{L}/u.test(text)) return null;
  const plain = eraYear(text) ?? text;
  if (!/\d/.test(plain)) return null;
  return (
    readNamed(plain, language) ??
    readQuarter(plain) ??
    readPart(plain) ??
    readFiscal(plain) ??
    (plain === text ? null : readYear(plain))
  );
}

function readNamed(text: string, language: string | null): string | null {
  if (!mayNameMonth(text) && !/\d{4}\s*[年년]/.test(text)) return null;
  for (const form of FORMS) {
    const { year, month, name, day } = form.exec(text)?.groups ?? {};
    if (year === undefined) continue;
    const number = name === undefined ? Number(month ?? 1) : monthOf(name, language);
    if (number !== null) return firstDay(Number(year), number, Number(day ?? 1));
  }
  return null;
}

const NUMBERS: ReadonlyMap<string, number> = new Map([
  ...["1", "2", "3", "4"].map((digit) => [digit, Number(digit)] as const),
  ["i", 1],
  ["ii", 2],
  ["iii", 3],
  ["iv", 4],
  ["一", 1],
  ["二", 2],
  ["三", 3],
  ["四", 4],
]);

/** Read a year and a quarter: `Q1 2019`, `2019-T1`, `1. Quartal 2019`, `IV квартал 2019 г.`, `2019年第1四半期`. */
export function readQuarter(text: string): string | null {
  const found = /(?<!\d)((?:19|20)\d\d)(?!\d)/u.exec(text);
  if (!found) return null;
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + 4)}`;
  const quarter = /[1-4]|(?<!\p{L})(?:i{1,3}|iv)(?!\p{L})|[一二三四]/iu.test(rest) ? quarterIn(rest) : null;
  return quarter === null ? null : firstDay(Number(found[1]), quarter * 3 - 2, 1);
}

/** Return the quarter that a text names, without a year; `null` if it names none, or anything else. */
function quarterIn(text: string): number | null {
  const folded = foldInPlace(text);
  const short = /^[\s\-/._,]*(?:[qtk]\s?([1-4])|([1-4])\s?[qt])[\s\-/._,]*$/u.exec(folded);
  if (short) return Number(short[1] ?? short[2]);
  const words = findWords(folded, "quarter");
  const [word] = words;
  if (!word || words.length > 1) return null;
  const rest = `${folded.slice(0, word.start)} ${folded.slice(word.end)}`
    .replace(/(?<=\d)(?:er|re|st|nd|rd|th|eme|e|o|a|º|ª|°|\.)(?![\p{L}])/gu, " ")
    .replace(/(?<!\p{L})(?:of|de|del|no|nr|г|год|года|р|року|r|roku|the)(?!\p{L})|第|年度?|년도?/gu, " ")
    .replace(/[\s\-/._,()º°]+/gu, " ")
    .trim();
  return NUMBERS.get(rest) ?? null;
}

/** A letter for a half (`H`, `S`) or a month (`M`, or `P` for the period of a ledger), with its number. */
const PART = String.raw`(?:(?<letter>[HSMP])\s?(?<number>\d{1,2})|(?<before>[12])\s?(?<half>[HS]))`;
const HALF = String.raw`(?<ordinal>[12])(?:\.|er|e|º|ª|°|st|nd)?\s?(?:half(?: of)?|halbjahr|semest(?:re|er)(?: (?:de|del))?|p[oó][lł]rocze)`;
const PARTS: readonly RegExp[] = [
  `(?<year>(?:19|20)\\d\\d)[\\s/.-]?(?:${PART}|${HALF})`,
  `(?:${PART}|${HALF})[\\s/.-]?(?<year>(?:19|20)\\d\\d)`,
].map((form) => new RegExp(`^${form}$`, "iu"));

/** Read a half or a month of a year that letters number: `H1 2023`, `2023-S2`, `1. Halbjahr 2023`, `2023M04`, `P05 2023`. */
function readPart(text: string): string | null {
  for (const form of PARTS) {
    const { year, letter, number, before, ordinal } = form.exec(text)?.groups ?? {};
    if (year === undefined) continue;
    const isMonth = /[MP]/i.test(letter ?? "");
    const part = Number(number ?? before ?? ordinal);
    if (part >= 1 && part <= (isMonth ? 12 : 2)) return firstDay(Number(year), isMonth ? part : part * 6 - 5, 1);
  }
  return null;
}

/** True for a month that is written as the period of a ledger, which may count from another month than January. */
export function isLedgerPeriod(text: string): boolean {
  return /(?<!\p{L})P\s?\d{1,2}(?!\d)/iu.test(text) && readPart(text) !== null;
}

/** Complete the short years behind FY: `FY22`, `FY 22/23`. */
function withLongYear(text: string): string {
  return text.replace(/^\s*FY\s?['’]?(\d\d)(?=$|\s?[-–/]\s?['’]?\d\d$)/iu, "FY 20$1");
}

/** Read a year, or a year and the next, with words for a fiscal year: `FY 2014/15`, `2023年度`, `Haushaltsjahr 2017`. */
function readFiscal(written: string): string | null {
  const text = withLongYear(written);
  if (!/^\D*\d{4}(?:\s?[-–/]\s?\d{2,4})?\D*$/u.test(text)) return null;
  const folded = foldInPlace(text);
  const words = [...findWords(folded, "fiscalYear"), ...findWords(folded, "year")];
  const rest = words.reduce(
    (left, { start, end }) => left.slice(0, start) + " ".repeat(end - start) + left.slice(end),
    folded,
  );
  const plain = /^\s*fy(?=[\s\d'’])/u.test(rest) ? rest.replace(/fy/u, "  ") : rest;
  if (plain === folded) return null;
  return readYear(plain.replace(/[\s.:'’]+/gu, " ").trim());
}

/** Read a year, or a year and the next, as the first day of it. */
function readYear(text: string): string | null {
  const [, year, next] = /^((?:19|20)\d\d)(?:\s?[-–/]\s?((?:19|20)?\d\d))?\s?(?:年度?)?$/u.exec(text.trim()) ?? [];
  if (year === undefined) return null;
  if (next !== undefined && (Number(year) + 1) % 100 !== Number(next) % 100) return null;
  return `${year}-01-01`;
}

function firstDay(year: number, month: number, day: number): string | null {
  const date = calendarDate(year, month, day);
  return isError(date) ? null : date;
}
