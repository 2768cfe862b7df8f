import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { LoadFailed } from "#src/sources/ingest/report.js";
import { DATE_READINGS, type DateReading } from "#src/core/model/values/date-readings.js";
import { parseIsoDate } from "#src/core/model/values/dates.js";
import { randomRuns } from "../../../../full.js";
import { load } from "../collect.js";

/** The day of each row, `null` for a bad one; or nothing, if the column cannot be read. */
type Days = readonly (string | null)[] | "undecided";

/** Read a column with all of its cells in memory: try every reading on every cell. */
function readObviously(cells: readonly string[]): Days {
  const iso = cells.map((cell) => parseIsoDate(cell));
  const others = cells.filter((_, at) => typeof iso[at] !== "string");
  const dayIn = (reading: DateReading, cell: string): string | null => {
    const day = reading.read(cell);
    return typeof day === "string" ? day : null;
  };
  const proofs = (one: DateReading, other: DateReading): number =>
    others.filter((cell) => dayIn(one, cell) !== null && dayIn(other, cell) === null).length;
  const used = DATE_READINGS.filter((reading) => others.some((cell) => dayIn(reading, cell) !== null));
  const isBeaten = (reading: DateReading): boolean =>
    used.some((other) => proofs(other, reading) > 0 && proofs(other, reading) >= 10 * proofs(reading, other));
  const unbeaten = used.filter((reading) => !isBeaten(reading));
  const left = unbeaten.filter(({ behind }) => unbeaten.every(({ name }) => name !== behind));
  const columns = left.map((reading) => others.map((cell) => dayIn(reading, cell)).join());
  if (used.length > 0 && (new Set(columns).size !== 1 || left[0]!.needsFormat)) return "undecided";
  return cells.map((cell, at) => {
    const day = iso[at]!;
    return typeof day === "string" ? day : left.length > 0 ? dayIn(left[0]!, cell) : null;
  });
}

async function readByLoading(cells: readonly string[]): Promise<Days> {
  const text = `No;Name;Amount;Date\n${cells.map((cell, at) => `${at};x;1;"${cell}"\n`).join("")}`;
  try {
    const { entries, report } = await load(text, { skipInvalid: true });
    const days = new Map(entries.map(({ members }) => [Number(members[0]![0]), members[2]![0] as string]));
    assert.equal(report.numErrors, cells.length - days.size);
    return cells.map((_, at) => days.get(at) ?? null);
  } catch (error) {
    if (!(error instanceof LoadFailed)) throw error;
    assert.equal(error.report.errors.filter(({ message }) => message.startsWith("The column")).length, 1);
    return "undecided";
  }
}

const two = (number: number): string => String(number).padStart(2, "0");

const day = fc.record({ year: fc.integer({ min: 2005, max: 2013 }), month: fc.integer({ min: 1, max: 12 }) });

/** Dates of one way of writing: most with a day that could be a month. */
const column = (write: (year: number, month: number, day: number) => string, days: number) =>
  fc.array(
    fc.tuple(day, fc.integer({ min: 1, max: days })).map(([{ year, month }, of]) => write(year, month, of)),
    { minLength: 1, maxLength: 25 },
  );

const WAYS: readonly ((year: number, month: number, day: number) => string)[] = [
  (y, m, d) => `${y}-${two(m)}-${two(d)}`,
  (y, m, d) => `${d}.${m}.${y}`,
  (y, m, d) => `${two(d)}/${two(m)}/${y}`,
  (y, m, d) => `${two(m)}/${two(d)}/${y}`,
  (y, m, d) => `${two(d)}-${two(m)}-${y}`,
  (y, m) => `${y}/${two(m)}`,
  (y) => `${y}/${two((y + 1) % 100)}`,
  (y, m, d) => `${y}${two(m)}${two(d)}`,
  (y, m, d) => `${d}.${m}.${two(y % 100)}`,
  (y, m, d) => `${d} ${["Jan", "May", "August"][m % 3]} ${y}`,
  (_, m, d) => String(39_000 + m * 31 + d),
  () => "n/a",
];

const columns = fc
  .array(
    fc.tuple(fc.constantFrom(...WAYS), fc.constantFrom(12, 28)).chain(([write, days]) => column(write, days)),
    { minLength: 1, maxLength: 3 },
  )
  .chain((parts) => fc.shuffledSubarray(parts.flat(), { minLength: 1, maxLength: parts.flat().length }));

test("a column is read as if all of its cells were known at once", async () => {
  await fc.assert(
    fc.asyncProperty(columns, async (cells) => {
      assert.deepEqual(await readByLoading(cells), readObviously(cells));
    }),
    { numRuns: randomRuns(20, 60) },
  );
});
