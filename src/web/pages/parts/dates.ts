import type { Precision } from "../../../calls/views/pages/date-precision.js";

/** Date formats of one language. */
export interface Dates {
  /** Write the day of a timestamp. @param iso ISO 8601, UTC */
  readonly day: (iso: string) => string;
  /** Write a day with the whole name of its month. @param name `YYYY-MM-DD` */
  readonly longDay: (name: string) => string;
  /** Write a timestamp to the minute, in UTC. @param iso ISO 8601, UTC */
  readonly minute: (iso: string) => string;
  /** Write the name of a month. @param month from 1 to 12 */
  readonly monthName: (month: number) => string;
  /** Write a date as precisely as its source. @param name `YYYY-MM-DD` */
  readonly precise: (name: string, precision: Precision) => string;
}

const PARTS: Readonly<Record<Precision, Intl.DateTimeFormatOptions>> = {
  year: { year: "numeric" },
  month: { year: "numeric", month: "long" },
  day: { year: "numeric", month: "short", day: "numeric" },
};

const MINUTE: Intl.DateTimeFormatOptions = {
  ...PARTS.day,
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
  timeZoneName: "short",
  calendar: "gregory",
};

export function createDates(language: string): Dates {
  const formats = new Map<Precision, Intl.DateTimeFormat>();
  let minutes: Intl.DateTimeFormat | undefined;
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
    longDay: (name) =>
      new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC", calendar: "gregory" }).format(
        new Date(`${name}T00:00:00Z`),
      ),
    minute: (iso) =>
      (minutes ??= new Intl.DateTimeFormat(language, MINUTE))
        .formatToParts(new Date(iso))
        // Some languages write the name of the zone in full.
        .map(({ type, value }) => (type === "timeZoneName" ? "UTC" : value))
        .join(""),
    monthName: (month) =>
      new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC", calendar: "gregory" }).format(
        Date.UTC(2000, month - 1),
      ),
    precise: (name, precision) => {
      const date = new Date(`${name}T00:00:00Z`);
      if (Number.isNaN(date.getTime())) return name;
      // Some languages add a word to a year alone, for example "2014年".
      return precision === "year" ? String(Number(name.slice(0, 4))) : format(date, precision);
    },
  };
}
