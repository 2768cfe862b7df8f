import type { Precision } from "../../api/pages/date-precision.js";

/** Dates as a reader writes them. */
export interface Dates {
  /** A moment, as its day. @param iso ISO 8601, UTC */
  readonly day: (iso: string) => string;
  /** A moment to the minute, UTC. @param iso ISO 8601, UTC */
  readonly minute: (iso: string) => string;
  /** A date as precise as its source. @param name `YYYY-MM-DD` */
  readonly precise: (name: string, precision: Precision) => string;
}

const PARTS: Readonly<Record<Precision, Intl.DateTimeFormatOptions>> = {
  year: { year: "numeric" },
  month: { year: "numeric", month: "long" },
  day: { year: "numeric", month: "short", day: "numeric" },
};

export function createDates(language: string): Dates {
  const formats = new Map<Precision, Intl.DateTimeFormat>();
  const format = (date: Date, precision: Precision): string => {
    let known = formats.get(precision);
    if (!known) {
      known = new Intl.DateTimeFormat(language, { ...PARTS[precision], timeZone: "UTC", calendar: "gregory" });
      formats.set(precision, known);
    }
    return known.format(date);
  };
  return {
    day: (iso) => format(new Date(iso), "day"),
    minute: (iso) => `${format(new Date(iso), "day")}, ${iso.slice(11, 16)} UTC`,
    precise: (name, precision) => {
      const date = new Date(`${name}T00:00:00Z`);
      if (Number.isNaN(date.getTime())) return name;
      // In some languages a year alone would get a word of its own.
      return precision === "year" ? String(Number(name.slice(0, 4))) : format(date, precision);
    },
  };
}
