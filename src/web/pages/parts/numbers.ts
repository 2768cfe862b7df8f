import { LRUCache } from "lru-cache";
import { currencyDecimals, MAX_FRACTION_DIGITS } from "../../../core/model/currency-decimals.js";
import { createNames } from "./names.js";
import type { AmountUnit } from "../../../calls/views/pages/amount-unit.js";
import { createCounting, createFill } from "../../words/fill.js";
import { wordsIn, writingDirection } from "../../words/languages.js";
import { writeUnit, withUnit } from "./amount-unit.js";
import type { FigureSpeech } from "./enumerate.js";
import type { EnglishWords } from "../../words/english.js";
import { type Decimal, decimalNumber, decimalText, normalDecimal } from "../../../core/model/values/decimal.js";

/** Number formats of one language. */
export interface NumberFormats {
  readonly count: (n: number) => string;
  /** Write a share as a percentage. @param part 1 is 100 % */
  readonly share: (part: number) => string;
  /** Write progress in whole percent. @param percent 100 is all */
  readonly percent: (percent: number) => string;
  /** Write a change as a percentage with its sign. @param part 0.1 is +10 % */
  readonly change: (part: number) => string;
  /** Write a number that a text has in programming notation, with all its digits; other texts stay. */
  readonly plain: (text: string) => string;
  /** Write the same for a field of a form: without separators of thousands. */
  readonly typed: (text: string) => string;
  /** Write a quotient in few digits. */
  readonly ratio: (n: number) => string;
  /**
   * Return the formats of a currency.
   * @param currency ISO 4217; `null` if unknown
   * @param unit what amounts are adjusted by; default: nothing
   */
  readonly money: (currency: string | null, unit?: AmountUnit) => Money;
}

/** Formats for amounts of one currency, and for those of measures that count something else. */
export interface Money extends MoneyFormats {
  /** Return the formats for a measure: those of plain numbers for one that counts something else than money. */
  readonly of: (measure: { readonly unit?: string | undefined } | undefined) => Money;
}

interface MoneyFormats {
  /** The words of `writeUnit`; empty for amounts as paid. */
  readonly unit: string;
  /** Write every digit. @param amount a decimal, or its text */
  readonly exact: (amount: Decimal | string) => string;
  /** Return a format with every digit for a column: if one amount has pennies, all show them. */
  readonly exactly: (amounts: readonly Decimal[]) => (amount: Decimal) => string;
  /** Write a few digits with a unit, such as £3.8bn. */
  readonly short: (amount: Decimal) => string;
  /** Return a format with one unit for all amounts of a column, so that they can be compared. */
  readonly column: (amounts: readonly Decimal[]) => AmountFormat;
}

export interface AmountFormat {
  /** Currency and unit for the head of the column; empty if there is neither. */
  readonly unit: string;
  readonly format: (amount: Decimal) => string;
  /** Power of ten of the unit. */
  readonly exponent: number;
  /** The format of its cells in a spreadsheet. */
  readonly code: string;
}

type UnitWords = EnglishWords["figures"]["units"];

/** Units by the least amount that they are used for; they are powers of ten. */
const UNITS: readonly (readonly [min: number, exponent: number, name: keyof UnitWords | null])[] = [
  [1e16, 12, "trillion"],
  [1e13, 9, "billion"],
  [1e7, 6, "million"],
  [0, 0, null],
];

/**
 * A plural number: most languages name one million and several millions differently, and a column head needs the
 * plural.
 */
const SEVERAL = 5;

/** Number of decimals up to which small amounts are written exactly, where few digits are enough. */
const MOST_DECIMALS = 4;

/** Changes above +1000 % are not written exactly. */
const MAX_CHANGE = 10;
/** Times of an amount that are written out. */
const MAX_TIMES = 1000;

export function createNumbers(language: string): NumberFormats {
  const counts = new Intl.NumberFormat(language);
  const words = wordsIn(language);
  const count = (n: number): string => counts.format(n);
  const speech = { words, fill: createFill(createCounting(language, count)), names: createNames(language) };
  // Cached: creating a format takes longer than using it, and a page can need hundreds.
  const currencies = new LRUCache<string, MoneyFormats>({ max: 32 });
  const formatsOf = (currency: string | null, unit?: AmountUnit): MoneyFormats => {
    const shown = unit ? writeUnit(speech, unit) : "";
    const key = `${unit ? unit.currency : currency} ${shown}`;
    const isShare = unit !== undefined && unit.shareOf !== null;
    const create = (): MoneyFormats =>
      isShare
        ? createShares(language, speech, shown)
        : createMoney(language, speech, unit ? unit.currency : currency, shown);
    const formats = currencies.get(key) ?? create();
    currencies.set(key, formats);
    return formats;
  };
  const shares = new Intl.NumberFormat(language, {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const plains = new Intl.NumberFormat(language, { maximumFractionDigits: MAX_FRACTION_DIGITS });
  const ungrouped = new Intl.NumberFormat(language, { maximumFractionDigits: MAX_FRACTION_DIGITS, useGrouping: false });
  const ratios = new Intl.NumberFormat(language, { maximumSignificantDigits: 4 });
  const changes = new Intl.NumberFormat(language, {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  });
  return {
    count,
    share: (part) => writeRounded(part, 0.001, shares),
    percent: (percent) => (percent / 100).toLocaleString(language, { style: "percent" }),
    change: (part) => (part > MAX_CHANGE ? writeTimes(speech, part + 1, counts) : changes.format(part)),
    plain: (text) => writePlain(text, plains),
    typed: (text) => writePlain(text, ungrouped),
    ratio: (n) => ratios.format(n),
    money: (currency, unit) => {
      const of: Money["of"] = (measure) => ({
        ...(measure?.unit === undefined ? formatsOf(currency, unit) : formatsOf(null)),
        of,
      });
      return of(undefined);
    },
  };
}

/** Write how many times an amount is another one. One that was close to zero says no more than that. */
function writeTimes({ words, fill }: FigureSpeech, number: number, format: Intl.NumberFormat): string {
  const times = format.format(Math.round(Math.min(number, MAX_TIMES)));
  return fill(number > MAX_TIMES ? words.figures.units.overTimes : words.figures.units.times, { times });
}

function writePlain(text: string, format: Intl.NumberFormat): string {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? format.format(text as `${number}`) : text;
}

/** Create formats for shares of something else than their total. */
function createShares(language: string, speech: FigureSpeech, unit: string): MoneyFormats {
  const create = (options: Intl.NumberFormatOptions): ((amount: Decimal | string) => string) => {
    const format = new Intl.NumberFormat(language, { style: "percent", ...options });
    return (amount) => format.format((typeof amount === "string" ? amount : decimalText(amount)) as `${number}`);
  };
  const exact = create({ maximumSignificantDigits: 6 });
  const short = create({ maximumSignificantDigits: 3 });
  return {
    unit,
    exact: (amount) => withUnit(speech, exact(amount), unit),
    exactly: () => exact,
    short,
    column: () => ({
      unit: "",
      exponent: 0,
      code: "0.00%",
      format: create({ minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    }),
  };
}

/** @param unit what amounts are adjusted by: they then have more digits than they are precise to */
function createMoney(language: string, speech: FigureSpeech, currency: string | null, unit: string): MoneyFormats {
  const style: Intl.NumberFormatOptions = currency === null ? {} : { style: "currency", currency };
  const whole = new Intl.NumberFormat(language, { ...style, minimumFractionDigits: 0, maximumFractionDigits: 0 });
  const decimals = currencyDecimals(currency);
  const broken = new Intl.NumberFormat(language, {
    ...style,
    minimumFractionDigits: decimals,
    maximumFractionDigits: unit === "" ? MAX_FRACTION_DIGITS : decimals,
  });
  const tiny = new Intl.NumberFormat(language, { ...style, maximumSignificantDigits: 4 });
  const short = createShort(language, style);
  const mark = currency === null ? (text: string): string => text : markSymbol(language, symbolOf(whole));
  const long = new Intl.NumberFormat(language, {
    notation: "compact",
    compactDisplay: "long",
    numberingSystem: "latn",
  });
  // As text: a format reads all digits of it.
  const exact = (amount: Decimal | string): string => {
    const text = typeof amount === "string" ? amount : decimalText(amount);
    const isTiny = unit !== "" && Math.abs(Number(text)) < 1 && Number(text) !== 0;
    return mark((isTiny ? tiny : text.includes(".") ? broken : whole).format(text as `${number}`));
  };
  return {
    unit,
    exact: unit === "" ? exact : (amount) => withUnit(speech, exact(amount), unit),
    exactly: (amounts) => (amounts.every(isWhole) ? exact : (amount) => mark(broken.format(textOf(amount)))),
    short(amount) {
      if (Math.abs(decimalNumber(amount)) >= 10_000) return mark(short(textOf(amount)));
      const [, fraction = ""] = decimalText(amount).split(".");
      return fraction.length > MOST_DECIMALS ? mark(tiny.format(textOf(amount))) : exact(amount);
    },
    column(amounts) {
      const max = amounts.reduce((max, amount) => Math.max(max, Math.abs(decimalNumber(amount))), 0);
      const [, exponent, key] = UNITS.find(([min]) => max >= min)!;
      const name = key === null ? "" : (unitName(long, 10 ** exponent) ?? wordsIn(language).figures.units[key]);
      const digits = digitsOf(amounts, max, exponent, decimals);
      const plain = new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
      return {
        unit: [currency === null ? "" : mark(symbolOf(whole)), name].filter(Boolean).join(" "),
        exponent,
        code: currency === null ? decimalCode(digits) : currencyCode(whole, digits),
        format({ unscaled, scale }) {
          const shown = { unscaled, scale: scale + exponent };
          return writeRounded(decimalNumber(shown), 10 ** -digits, plain, textOf(shown));
        },
      };
    },
  };
}

/** Create a format for a few digits of amounts. A language in other letters is not given Latin ones, as in "5M", but words. */
function createShort(language: string, style: Intl.NumberFormatOptions): (amount: `${number}`) => string {
  const digits = { notation: "compact", maximumSignificantDigits: 3 } as const;
  const short = new Intl.NumberFormat(language, { ...style, ...digits });
  const letters = short.formatToParts(1e9).find(({ type }) => type === "compact")?.value ?? "";
  const isLatin = new Intl.Locale(language).maximize().script === "Latn";
  if (isLatin || !/\p{Script=Latin}/u.test(letters)) return (amount) => short.format(amount);
  const long = new Intl.NumberFormat(language, { ...digits, compactDisplay: "long" });
  return (amount) => {
    const parts = short.formatToParts(amount);
    const end = parts.findIndex(({ type }) => type === "compact");
    const behind = parts.slice(end + 1).map(({ value }) => value);
    return end < 0 ? short.format(amount) : `${long.format(amount)}${behind.join("")}`;
  };
}

/**
 * Write a number, or that it is closer to zero than the last digit that is written.
 * @param least the unit of that digit
 * @param text all digits of the number, if a double does not hold them
 */
function writeRounded(n: number, least: number, format: Intl.NumberFormat, text?: `${number}`): string {
  if (n === 0 || Math.abs(n) >= least / 2) return format.format(text ?? n);
  // Between letters from right to left, the sign would be mirrored.
  const mark = writingDirection(format.resolvedOptions().locale) === "rtl" ? "\u200e" : "";
  return mark + (n > 0 ? `< ${format.format(least)}` : `> ${format.format(-least)}`);
}

/**
 * Return the number of decimals of a column. Amounts without a unit show pennies if any has some and all are below a
 * million.
 */
function digitsOf(amounts: readonly Decimal[], max: number, exponent: number, decimals: number): number {
  if (exponent > 0) return max / 10 ** exponent < 100_000 ? 1 : 0;
  return max < 1e6 && !amounts.every(isWhole) ? decimals : 0;
}

function isWhole(amount: Decimal): boolean {
  return normalDecimal(amount).scale === 0;
}

function textOf(amount: Decimal): `${number}` {
  return decimalText(amount) as `${number}`;
}

/** Return a language's name of a unit such as millions; `undefined` if it counts in other units, such as crores. */
function unitName(long: Intl.NumberFormat, factor: number): string | undefined {
  const parts = long.formatToParts(SEVERAL * factor);
  const isItsUnit = parts.some(({ type, value }) => type === "integer" && value === String(SEVERAL));
  return isItsUnit ? parts.find(({ type }) => type === "compact")?.value : undefined;
}

/** Keep the signs of a symbol such as `UK£` in their order between letters from right to left. */
function markSymbol(language: string, symbol: string): (text: string) => string {
  const isTurned = writingDirection(language) === "rtl" && /\p{Script=Latin}\p{Sc}$/u.test(symbol);
  return (text) => (isTurned ? text.replace(symbol, `${symbol}\u200e`) : text);
}

function symbolOf(format: Intl.NumberFormat): string {
  return format.formatToParts(0).find(({ type }) => type === "currency")!.value;
}

/** Write the format of spreadsheets for numbers with so many decimals. */
function decimalCode(digits: number): string {
  return digits === 0 ? "#,##0" : `#,##0.${"0".repeat(digits)}`;
}

/** Write the format of spreadsheets for amounts of a currency, whose symbol stands where the language has it. */
function currencyCode(format: Intl.NumberFormat, digits: number): string {
  const types = format.formatToParts(0).map(({ type }) => type);
  const symbol = `[$${symbolOf(format)}]`;
  const space = types.includes("literal") ? "\u00a0" : "";
  return types.indexOf("currency") < types.indexOf("integer")
    ? `${symbol}${space}${decimalCode(digits)}`
    : `${decimalCode(digits)}${space}${symbol}`;
}
