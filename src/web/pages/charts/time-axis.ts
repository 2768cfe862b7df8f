/** Maximum number of periods that gaps are filled with. */
const MAX_PERIODS = 4000;

/** A way to write periods: a pattern, their numbers, and the inverse. */
interface PeriodForm {
  readonly pattern: RegExp;
  readonly number: (label: string) => number;
  readonly label: (number: number) => string;
}

const DAY = 86_400_000;

/** The forms of years, fiscal years, months and days. */
const FORMS: readonly PeriodForm[] = [
  { pattern: /^\d{1,4}$/, number: Number, label: (number) => String(number) },
  {
    pattern: /^\d{4}\/\d{2}$/,
    number: (label) => Number(label.slice(0, 4)),
    label: (number) => `${number}/${String((number + 1) % 100).padStart(2, "0")}`,
  },
  {
    pattern: /^\d{4}(?:0[1-9]|1[0-2])$/,
    number: (label) => Number(label.slice(0, 4)) * 12 + Number(label.slice(4)) - 1,
    label: (number) => `${Math.floor(number / 12)}${String((number % 12) + 1).padStart(2, "0")}`,
  },
  {
    pattern: /^\d{4}-\d{2}-\d{2}$/,
    number: (label) => Date.parse(`${label}T00:00:00Z`) / DAY,
    label: (number) => new Date(number * DAY).toISOString().slice(0, 10),
  },
];

/**
 * Add the missing periods of a range, so that each has its place on the axis. Texts that are no periods stay as they
 * are.
 * @param labels years, fiscal years, months (`200904`) or days (`2009-04-01`), in order
 */
export function fillGaps(labels: readonly string[]): readonly string[] {
  const form = FORMS.find(({ pattern }) => labels.every((each) => pattern.test(each)));
  if (!form || labels.length === 0) return labels;
  const numbers = labels.map(form.number);
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  if (!Number.isInteger(first) || !Number.isInteger(last) || last - first > MAX_PERIODS) return labels;
  const { length } = labels[0]!;
  return Array.from({ length: last - first + 1 }, (_, at) => form.label(first + at).padStart(length, "0"));
}

/** A label of the axis. */
export interface Tick {
  /** The period that it stands at. */
  readonly at: string;
  readonly text: string;
}

/**
 * Choose labels of the axis: every period if there is room, else beginnings of years, or of every few years.
 * @param room number of labels that fit
 * @param write writes a period for people
 */
export function chooseTicks(
  labels: readonly string[],
  room: number,
  write: (label: string) => string,
): readonly Tick[] {
  const isLong = labels.length > room;
  const starts = labels.filter((each) => /^\d{4}(?:01|-01-01)$/.test(each));
  const isMonthly = labels.every((each) => /^\d{4}-?\d{2}/.test(each) && each.length !== 7);
  if (isLong && isMonthly && starts.length > 1) {
    return every(starts, room).map((at) => ({ at, text: at.slice(0, 4) }));
  }
  return every(labels, room).map((at) => ({ at, text: write(at) }));
}

/** Write a period for people: a month as `2009-04`. */
export function namePeriod(label: string): string {
  return /^\d{6}$/.test(label) ? `${label.slice(0, 4)}-${label.slice(4)}` : label;
}

function every(labels: readonly string[], room: number): readonly string[] {
  const step = Math.max(1, Math.ceil(labels.length / Math.max(1, room)));
  return labels.filter((_, at) => at % step === 0);
}
