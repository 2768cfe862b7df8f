import type { Attribute, Dimension } from "#src/core/model/cube.js";

/** Texts that requests may write for an attribute of dates. */
export interface CalendarTexts {
  /** Texts with one meaning. */
  readonly read: readonly string[];
  /** Texts with two meanings or none. */
  readonly refused: readonly string[];
}

const DAYS: CalendarTexts = {
  read: [
    "2009",
    "2010",
    "0001",
    "2009-12",
    "2010-06",
    "2010-01-01",
    "2009-12-31",
    "9999-12-31",
    " 2010-01-01 ",
    "31.12.2009",
    "30/06/2010",
    "20100630",
    "2010-06-30T10:00:00Z",
  ],
  refused: ["x", "06/07/2010", "2010-13", "2010-02-30", "32.1.2010", "1e3", "-1", "|"],
};
const MONTHS: CalendarTexts = {
  read: ["2009", "2010", "200912", "201001", "2010-06", "201006.0"],
  refused: ["x", "06", "201013", "2010-13", "2010-06-30", "-1"],
};
const YEARS: CalendarTexts = {
  read: ["2009", "2010", "1", "9999", "2010.0", "02009", " 2010"],
  refused: ["x", "2010-01-01", "20100", "-1", "2010.5", "1e3"],
};
const PARTS: CalendarTexts = {
  read: ["1", "01", "4", "2.0", "004", " 3"],
  refused: ["x", "100", "-1", "1.5", "1e0", "Q1"],
};
const WIDER: CalendarTexts = { ...PARTS, read: [...PARTS.read, "06", "12"] };

/** Texts for numbers of a calendar, by the name of the attribute. */
const PARTS_BY_NAME: Readonly<Record<string, CalendarTexts>> = {
  quarter: refusing(PARTS, "0", "5", "9.0"),
  fiscal_quarter: refusing(PARTS, "0", "5", "9.0"),
  month: refusing(WIDER, "00", "13", "99"),
  week: refusing({ ...WIDER, read: [...WIDER.read, "53"] }, "0", "54", "60"),
  day: refusing({ ...WIDER, read: [...WIDER.read, "30", "31"] }, "0", "32", "99"),
};

function refusing({ read, refused }: CalendarTexts, ...more: readonly string[]): CalendarTexts {
  return { read, refused: [...refused, ...more] };
}

/** List texts for an attribute; `null` for one that is plain text. */
export function listTexts(dimension: Dimension, attribute: Attribute): CalendarTexts | null {
  if (dimension.kind !== "date") return null;
  const { name } = attribute;
  if (name === "name") return DAYS;
  if (name === "yearmonth") return MONTHS;
  if (name === "year" || name === "weekyear") return YEARS;
  if (name === "fiscal_year") return hasTwoYears(dimension) ? { ...YEARS, read: [...YEARS.read, "2009/10"] } : YEARS;
  return PARTS_BY_NAME[name] ?? null;
}

/**
 * Compare a value of an entry with a text that is read, number by number: years, then months, then days, as far as the
 * text names them.
 */
export function compareToText(dimension: Dimension, attribute: Attribute, value: string, text: string): number {
  const wanted = readNumbers(dimension, attribute.name, text.trim());
  const own = numbersOf(attribute.name, value);
  const differs = wanted.findIndex((each, at) => each !== own[at]);
  return differs < 0 ? 0 : own[differs]! - wanted[differs]!;
}

function numbersOf(attribute: string, value: string): readonly number[] {
  if (attribute === "name") return value.split("-").map(Number);
  if (attribute === "yearmonth") return [Number(value.slice(0, -2)), Number(value.slice(-2))];
  // Of a fiscal year that is named by two years, the first.
  return [Number(value.split("/")[0])];
}

function readNumbers(dimension: Dimension, attribute: string, text: string): readonly number[] {
  if (attribute === "name") {
    if (/^\d{8}$/.test(text)) return [text.slice(0, 4), text.slice(4, 6), text.slice(6)].map(Number);
    if (/[./]/.test(text)) return text.split(/[./]/).map(Number).toReversed();
    return text.split("T")[0]!.split("-").map(Number);
  }
  if (attribute === "yearmonth") {
    const [year, month = ""] = [text.slice(0, 4), text.slice(4, 7).replace(/[-.]/, "").slice(0, 2)];
    return month === "" ? [Number(year)] : [Number(year), Number(month)];
  }
  if (text.includes("/")) {
    const isByEnd = dimension.calendar!.fiscalYear!.named === "end";
    return [Number(text.split("/")[0]) + Number(isByEnd)];
  }
  return [Number(text)];
}

function hasTwoYears({ calendar }: Dimension): boolean {
  return calendar?.fiscalYear ? calendar.fiscalYear.starts !== "01-01" : false;
}
