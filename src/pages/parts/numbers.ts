/** Number formats of one language. */
export interface NumberFormats {
  readonly count: (n: number) => string;
  /** Write a share as a percentage. @param part 1 is 100 % */
  readonly share: (part: number) => string;
  /** Write a change as a percentage with its sign. @param part 0.1 is +10 % */
  readonly change: (part: number) => string;
  /** Write a quotient in few digits. */
  readonly ratio: (n: number) => string;
  /** Return the formats of a currency. @param currency ISO 4217; `null` if unknown */
  readonly money: (currency: string | null) => Money;
}

/** Formats for amounts of one currency. */
export interface Money {
  /** Write every digit. @param n number, or a plain decimal number as text if a double cannot hold it */
  readonly exact: (n: number | string) => string;
  /** Return a format with every digit for a column: if one amount has pennies, all show them. */
  readonly exactly: (amounts: readonly number[]) => (n: number) => string;
  /** Write a few digits with a unit, such as £3.8bn. */
  readonly short: (n: number) => string;
  /** Return a format with one unit for all amounts of a column, so that they can be compared. */
  readonly column: (amounts: readonly number[]) => AmountFormat;
}

export interface AmountFormat {
  /** Currency and unit for the head of the column; empty if there is neither. */
  readonly unit: string;
  readonly format: (n: number) => string;
}

const UNITS: readonly (readonly [min: number, factor: number, english: string])[] = [
  [1e16, 1e12, "trillion"],
  [1e13, 1e9, "billion"],
  [1e7, 1e6, "million"],
  [0, 1, ""],
];

/**
 * A plural number: most languages name one million and several millions differently, and a column head needs the
 * plural.
 */
const SEVERAL = 5;

/** Changes above +1000 % are not written exactly. */
const MAX_CHANGE = 10;

export function createNumbers(language: string): NumberFormats {
  const counts = new Intl.NumberFormat(language);
  // Cached: creating a format takes longer than using it, and a page can need hundreds.
  const currencies = new Map<string | null, Money>();
  const shares = new Intl.NumberFormat(language, {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const ratios = new Intl.NumberFormat(language, { maximumSignificantDigits: 4 });
  const changes = new Intl.NumberFormat(language, {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  });
  const rough = new Intl.NumberFormat(language, { style: "percent", signDisplay: "exceptZero" });
  return {
    count: (n) => counts.format(n),
    share: (part) => writeRounded(part, 0.001, shares),
    // The amount before was close to zero, so the exact change means nothing.
    change: (part) => (part > MAX_CHANGE ? `> ${rough.format(MAX_CHANGE)}` : changes.format(part)),
    ratio: (n) => ratios.format(n),
    money: (currency) => {
      const money = currencies.get(currency) ?? createMoney(language, currency);
      currencies.set(currency, money);
      return money;
    },
  };
}

function createMoney(language: string, currency: string | null): Money {
  const style: Intl.NumberFormatOptions = currency === null ? {} : { style: "currency", currency };
  const whole = new Intl.NumberFormat(language, { ...style, minimumFractionDigits: 0, maximumFractionDigits: 0 });
  const broken = new Intl.NumberFormat(language, { ...style, minimumFractionDigits: 2, maximumFractionDigits: 20 });
  const short = new Intl.NumberFormat(language, { ...style, notation: "compact", maximumSignificantDigits: 3 });
  const long = new Intl.NumberFormat(language, {
    notation: "compact",
    compactDisplay: "long",
    numberingSystem: "latn",
  });
  // As text: the shortest decimal that reads as the same double.
  const exact = (n: number | string): string => {
    const isWhole = typeof n === "string" ? !n.includes(".") : Number.isInteger(n);
    return (isWhole ? whole : broken).format(String(n) as `${number}`);
  };
  return {
    exact,
    exactly: (amounts) => (amounts.every(Number.isInteger) ? exact : (n) => broken.format(String(n) as `${number}`)),
    short: (n) => (Math.abs(n) < 10_000 ? exact(n) : short.format(n)),
    column(amounts) {
      const max = amounts.reduce((max, n) => Math.max(max, Math.abs(n)), 0);
      const [, factor, english] = UNITS.find(([min]) => max >= min)!;
      const name = factor === 1 ? "" : (unitName(long, factor) ?? english);
      const digits = digitsOf(amounts, max, factor);
      const plain = new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
      return {
        unit: [currency === null ? "" : symbolOf(whole), name].filter(Boolean).join(" "),
        format(n) {
          return writeRounded(n / factor, 10 ** -digits, plain);
        },
      };
    },
  };
}

/**
 * Write a number, or that it is closer to zero than the last digit that is written.
 * @param least the unit of that digit
 */
function writeRounded(n: number, least: number, format: Intl.NumberFormat): string {
  if (n === 0 || Math.abs(n) >= least / 2) return format.format(n);
  return n > 0 ? `< ${format.format(least)}` : `> ${format.format(-least)}`;
}

/**
 * Return the number of decimals of a column. Amounts without a unit show pennies if any has some and all are below a
 * million.
 */
function digitsOf(amounts: readonly number[], max: number, factor: number): number {
  if (factor > 1) return max / factor < 100_000 ? 1 : 0;
  return max < 1e6 && amounts.some((n) => !Number.isInteger(n)) ? 2 : 0;
}

/** Return a language's name of a unit such as millions; `undefined` if it counts in other units, such as crores. */
function unitName(long: Intl.NumberFormat, factor: number): string | undefined {
  const parts = long.formatToParts(SEVERAL * factor);
  const isItsUnit = parts.some(({ type, value }) => type === "integer" && value === String(SEVERAL));
  return isItsUnit ? parts.find(({ type }) => type === "compact")?.value : undefined;
}

function symbolOf(format: Intl.NumberFormat): string {
  return format.formatToParts(0).find(({ type }) => type === "currency")!.value;
}
