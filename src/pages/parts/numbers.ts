/** Number formats of one language. */
export interface NumberFormats {
  readonly count: (n: number) => string;
  /** Write a share as a percentage. @param part 1 is 100 % */
  readonly share: (part: number) => string;
  /** Write a change as a percentage with its sign. @param part 0.1 is +10 % */
  readonly change: (part: number) => string;
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

/** The smallest share that is written: more digits tell nobody anything. */
const MIN_SHARE = 0.001;

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
  const isTiny = (part: number): boolean => part !== 0 && Math.abs(part) < MIN_SHARE / 2;
  const belowTenth = (part: number): string =>
    part > 0 ? `< ${shares.format(MIN_SHARE)}` : `> ${shares.format(-MIN_SHARE)}`;
  const changes = new Intl.NumberFormat(language, {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  });
  const rough = new Intl.NumberFormat(language, { style: "percent", signDisplay: "exceptZero" });
  return {
    count: (n) => counts.format(n),
    share: (part) => (isTiny(part) ? belowTenth(part) : shares.format(part)),
    // The amount before was close to zero, so the exact change means nothing.
    change: (part) => (part > MAX_CHANGE ? `> ${rough.format(MAX_CHANGE)}` : changes.format(part)),
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
      const least = 10 ** -digits;
      return {
        unit: [currency === null ? "" : symbolOf(whole), name].filter(Boolean).join(" "),
        format(n) {
          const scaled = n / factor;
          if (factor === 1 || scaled === 0 || Math.abs(scaled) >= least / 2) return plain.format(scaled);
          return scaled > 0 ? `< ${plain.format(least)}` : `> ${plain.format(-least)}`;
        },
      };
    },
  };
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
