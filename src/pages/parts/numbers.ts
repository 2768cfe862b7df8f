/** Numbers as a reader writes them. */
export interface NumberFormats {
  readonly count: (n: number) => string;
  /** A share of 1 in per cent. */
  readonly share: (part: number) => string;
  /** A change in per cent, with its sign. */
  readonly change: (part: number) => string;
  /** @param currency ISO 4217; `null` where unknown */
  readonly money: (currency: string | null) => Money;
}

/** Amounts of one currency. */
export interface Money {
  /** Every digit. @param n also a plain decimal number as text, for what no double is */
  readonly exact: (n: number | string) => string;
  /** The same for a column: pennies in all of them where one has some. */
  readonly exactly: (amounts: readonly number[]) => (n: number) => string;
  /** A few digits with a unit. */
  readonly short: (n: number) => string;
  /** For a column of amounts that are to be compared: one unit for all of them. */
  readonly column: (amounts: readonly number[]) => AmountFormat;
}

export interface AmountFormat {
  /** Currency and unit, for the head of the column; empty where neither is known. */
  readonly unit: string;
  readonly format: (n: number) => string;
}

const UNITS: readonly (readonly [least: number, factor: number, english: string])[] = [
  [1e16, 1e12, "trillion"],
  [1e13, 1e9, "billion"],
  [1e7, 1e6, "million"],
  [0, 1, ""],
];

/** As many of a unit as its name in the head of a column stands for: most languages name several in another way. */
const SEVERAL = 5;

const MOST_CHANGE = 10;

export function createNumbers(language: string): NumberFormats {
  const counts = new Intl.NumberFormat(language);
  // Hundreds of columns ask for the same, and a format takes longer to make than to use.
  const currencies = new Map<string | null, Money>();
  const shares = new Intl.NumberFormat(language, {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const small = new Intl.NumberFormat(language, { style: "percent", maximumSignificantDigits: 1 });
  const changes = new Intl.NumberFormat(language, {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  });
  const rough = new Intl.NumberFormat(language, { style: "percent", signDisplay: "exceptZero" });
  return {
    count: (n) => counts.format(n),
    share: (part) => (Math.abs(part) < 0.001 && part !== 0 ? small : shares).format(part),
    // The year before was next to nothing: by how much exactly says less than that.
    change: (part) => (part > MOST_CHANGE ? `> ${rough.format(MOST_CHANGE)}` : changes.format(part)),
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
  // As text: every digit of the shortest one that means the same double.
  const exact = (n: number | string): string => {
    const isWhole = typeof n === "string" ? !n.includes(".") : Number.isInteger(n);
    return (isWhole ? whole : broken).format(String(n) as `${number}`);
  };
  return {
    exact,
    exactly: (amounts) => (amounts.every(Number.isInteger) ? exact : (n) => broken.format(String(n) as `${number}`)),
    short: (n) => (Math.abs(n) < 10_000 ? exact(n) : short.format(n)),
    column(amounts) {
      const most = amounts.reduce((most, n) => Math.max(most, Math.abs(n)), 0);
      const [, factor, english] = UNITS.find(([least]) => most >= least)!;
      const name = factor === 1 ? "" : (unitName(long, factor) ?? english);
      const digits = digitsOf(amounts, most, factor);
      const plain = new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
      const tiny = new Intl.NumberFormat(language, { maximumSignificantDigits: 1 });
      return {
        unit: [currency === null ? "" : symbolOf(whole), name].filter(Boolean).join(" "),
        format(n) {
          const scaled = n / factor;
          const isTiny = scaled !== 0 && Math.abs(scaled) < 0.5 * 10 ** -digits;
          return isTiny && factor > 1 ? tiny.format(scaled) : plain.format(scaled);
        },
      };
    },
  };
}

/** Decimals of a column: of money that is written out, pennies where there are any and they matter. */
function digitsOf(amounts: readonly number[], most: number, factor: number): number {
  if (factor > 1) return most / factor < 100_000 ? 1 : 0;
  return most < 1e6 && amounts.some((n) => !Number.isInteger(n)) ? 2 : 0;
}

/** What a language calls millions; nothing where it counts in other units, such as crores. */
function unitName(long: Intl.NumberFormat, factor: number): string | undefined {
  const parts = long.formatToParts(SEVERAL * factor);
  const isItsUnit = parts.some(({ type, value }) => type === "integer" && value === String(SEVERAL));
  return isItsUnit ? parts.find(({ type }) => type === "compact")?.value : undefined;
}

function symbolOf(format: Intl.NumberFormat): string {
  return format.formatToParts(0).find(({ type }) => type === "currency")!.value;
}
