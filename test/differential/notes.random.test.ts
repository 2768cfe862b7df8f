import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { planNotes } from "#src/calls/reading/aggregate/notes.js";
import { writeFiguresCsv } from "#src/calls/reading/aggregate/write-figure-tables.js";
import { writeFiguresJson } from "#src/calls/reading/aggregate/write-figures.js";
import type { WrittenBody } from "#src/calls/answer.js";
import { UNBOUNDED } from "#src/core/engine/bounds.js";
import { compareText } from "#src/core/engine/compare.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { BATCH, encodeWritten } from "#src/web/http/reply/batches.js";
import { Utf8Writers } from "#src/web/http/reply/utf8-writers.js";
import { DATE_ATTRIBUTES, type Dimension, type Model, type NoteCut } from "#src/core/model/cube.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { findReference } from "#src/core/model/references.js";
import { dateAttributes } from "#src/core/model/values/dates.js";
import type { Value } from "#src/core/model/values/value.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { type CutClause, parseCuts, printCuts } from "#src/core/query/syntax/cut-clause.js";
import { sumsAsFigures } from "../sums-as-figures.js";
import { queryParameters } from "../fixtures.js";
import { assertVaried, randomRuns } from "../full.js";
import { plainFormat } from "../reference/builder.js";
import { asStored } from "./random-calendar.js";
import { type RandomCube, describedCube } from "./random-cube.js";

const RUNS = Number(process.env["DIFFERENTIAL_RUNS"] ?? randomRuns(25, 250));

type Json = Readonly<Record<string, unknown>>;

/** Digits of the parts of dates that contain one another. */
const DIGITS: Readonly<Record<string, number>> = { year: 4, yearmonth: 6, name: 8 };

describe("the notes of cells and summaries", () => {
  it("are those that an obvious implementation finds in what was asked and answered", async () => {
    const seen = { inCells: 0, excluded: 0, onlyInSummary: 0 };
    const picks = fc.array(fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(describedCube, picks, async (cube, picked) => {
        for (const query of cube.queries) {
          const pool = listValues(cube, (await answer(cube, cube.model, query)).drilldown);
          const notes = picked.map((each) => ({ on: printCuts(each.map((at) => pool[at % pool.length]!)), text: "x" }));
          const { model } = parseModel({ ...cube.model.document, notes });
          const { drilldown, csv, ...answered } = await answer(cube, model, query);
          const cuts = parseCuts(queryParameters(query).get("cut") ?? "", assert.fail);
          const expected = model.notes.filter(({ on }) => on.every((cut) => !isExcluded(model, cuts, on, cut)));
          assert.deepEqual(
            answered.notes ?? [],
            expected.map(({ id, kind, text }) => ({ id, kind, text })),
          );
          const idTexts = drilldown.map((cell) =>
            expected.filter(({ on }) => on.every((cut) => hasOne(model, cell, cut))).map(({ id }) => id),
          );
          assert.deepEqual(
            drilldown.map((cell) => cell["@notes"] ?? []),
            idTexts,
          );
          assert.ok(drilldown.every((cell) => !("@notes" in cell) || (cell["@notes"] as unknown[]).length > 0));
          const [header, ...records] = csv.trimEnd().split("\r\n");
          assert.equal(header!.endsWith(",num_entries,@notes"), expected.length > 0);
          if (expected.length > 0 && !csv.includes('"')) {
            assert.deepEqual(
              records.map((record) => record.slice(record.lastIndexOf(",") + 1)),
              idTexts.map((each) => each.join("|")),
            );
          }
          seen.inCells += Number(idTexts.some((each) => each.length > 0));
          seen.excluded += Number(expected.length < model.notes.length);
          seen.onlyInSummary += Number(expected.length > new Set(idTexts.flat()).size);
        }
      }),
      { numRuns: RUNS },
    );
    assertVaried(seen, 4);
  });
});

/** Answer a query over all rows of a cube, with its rows in one load. */
async function answer(
  { loads, model: stored }: RandomCube,
  model: Model,
  query: string,
): Promise<{ readonly drilldown: readonly Json[]; readonly notes?: unknown; readonly csv: string }> {
  const builder = plainFormat.build(stored, null, 1);
  for (const { rows } of loads) builder.write(rows);
  const { engine } = builder.finish();
  const bound = bindAggregate(model, queryParameters(query), 1024);
  const notes = planNotes(model, bound);
  const result = await withReader({ engine, model }, UNBOUNDED, (reader) => reader.aggregate(bound.query));
  const remarks = { warnings: [], unmapped: null, levels: [], work: undefined, notes };
  const sums = await sumsAsFigures(bound, result);
  const json = await textOf(writeFiguresJson(model, sums.bound, sums.result, "https://x.example", remarks));
  return { ...JSON.parse(json), csv: await textOf(writeFiguresCsv(sums.bound, sums.result, notes, [])) };
}

async function textOf(write: WrittenBody["write"]): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of encodeWritten(write, [], new Utf8Writers(BATCH))) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** List cuts to values that cells have, and to others. */
function listValues({ model }: RandomCube, cells: readonly Json[]): readonly CutClause[] {
  const others: CutClause[] = ["2009", "2010"].map((value) => ({ field: "time.year", value }));
  others.push({ field: "time.yearmonth", value: "201006" }, { field: "time", value: "2010-01-01" });
  const shown = model.dimensions.flatMap((dimension) =>
    dimension.attributes.flatMap((attribute) =>
      cells
        .flatMap((cell) => shownIn(model, cell, dimension, attribute.name).flat())
        // A cut on numbers or dates may have a text, which no entry has.
        .filter((value) => attribute.type === "text" || typeof value === "number")
        .filter((value) => dimension.kind !== "date" || isDate(attribute.name, String(value)))
        .map((value) => ({
          field: dimension.kind === "attribute" ? dimension.name : `${dimension.name}.${attribute.name}`,
          value: String(value),
        })),
    ),
  );
  return [...others, ...shown.filter(({ value }) => value !== "null" && value !== "")];
}

function isDate(attribute: string, value: string): boolean {
  const forms: Readonly<Record<string, RegExp>> = { year: /^\d{4}$/, yearmonth: /^\d{6}$/, name: /^\d{4}-\d\d-\d\d$/ };
  return forms[attribute]?.test(value) ?? true;
}

/** List what a cell shows of an attribute, at any of its places: a value, or the values of a cut. */
function shownIn(model: Model, cell: Json, { name, kind }: Dimension, attribute: string): readonly (Value | Value[])[] {
  const places = [kind === "attribute" ? cell[name] : (cell[name] as Json | null | undefined)?.[attribute]];
  for (const alias of ["year", "month"]) {
    const found = findReference(model, alias);
    if (found?.dimension.name === name && found.attribute?.name === attribute) places.push(cell[alias]);
  }
  return places.filter((value) => value !== undefined) as (Value | Value[])[];
}

/** True if a cell shows one of the values of a note's cut, or a day or month in it. */
function hasOne(model: Model, cell: Json, { dimension: name, attribute, values }: NoteCut): boolean {
  const dimension = model.dimensions.find((each) => each.name === name)!;
  const shown = [...shownIn(model, cell, dimension, attribute)];
  const digits = DIGITS[attribute];
  // A date that is only a year has no month, and says so.
  const isSaid = shown.some((each) => !Array.isArray(each));
  const isYear = dimension.calendar?.precision === "year" && attribute !== "year";
  if (dimension.kind === "date" && digits !== undefined && !isSaid && !isYear) {
    for (const [part, longer] of Object.entries(DIGITS)) {
      if (longer <= digits) continue;
      const cut = (value: Value): Value => value && String(value).replaceAll("-", "").slice(0, digits);
      shown.push(
        ...shownIn(model, cell, dimension, part).map((each) => (Array.isArray(each) ? each.map(cut) : cut(each))),
      );
    }
  }
  // A value that is grouped by says more than the values of a cut.
  const grouped = shown.filter((each) => !Array.isArray(each));
  return (grouped.length > 0 ? grouped : shown.flat()).some(
    (value) => value !== null && values.includes(value as string),
  );
}

/** True if cuts exclude all that one cut of a note is about. */
function isExcluded(model: Model, cuts: readonly CutClause[], on: readonly NoteCut[], note: NoteCut): boolean {
  const dimension = model.dimensions.find(({ name }) => name === note.dimension)!;
  const { attribute: name } = note;
  if (dimension.kind !== "date" || !(name in DIGITS)) {
    return !note.values.some((value) => passes(model, cuts, dimension, name, value));
  }
  const years = new Set(note.values.map((value) => String(value).slice(0, 4)));
  const days = [...years].flatMap((year) =>
    Array.from({ length: 12 * 31 }, (_, at) => {
      const [month, day] = [Math.floor(at / 31) + 1, (at % 31) + 1].map((part) => String(part).padStart(2, "0"));
      return `${year}-${month}-${day}`;
    }).filter((day) => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day)),
  );
  const known: readonly string[] = dimension.calendar?.precision ? ["year"] : DATE_ATTRIBUTES;
  return !days.some((day) => {
    const valueOf = (attribute: string) => dateAttributes(day)[DATE_ATTRIBUTES.indexOf(attribute as "name")]!;
    const isAbout =
      note.values.includes(valueOf(name)!) &&
      on.every(
        (each) =>
          each.dimension !== dimension.name ||
          !known.includes(each.attribute) ||
          each.values.includes(valueOf(each.attribute)!),
      );
    return isAbout && known.every((attribute) => passes(model, cuts, dimension, attribute, valueOf(attribute)));
  });
}

/** True if a value meets all cuts of its attribute. */
function passes(model: Model, cuts: readonly CutClause[], dimension: Dimension, name: string, value: Value): boolean {
  // A label is a text of its own, and no beginning of another stands for it.
  const isDate = dimension.kind === "date" && name !== "label";
  const own = cuts
    .filter(({ field }) => {
      const found = findReference(model, field)!;
      return found.dimension === dimension && (found.attribute ?? dimension.identity).name === name;
    })
    .map((cut) => (isDate ? asStoredCut(name, cut) : cut));
  const [excluded, wanted] = [own.filter((cut) => cut.excluded), own.filter((cut) => !cut.excluded)];
  return (
    (wanted.length === 0 || wanted.some((cut) => isIn(cut, value, isDate))) &&
    !excluded.some((cut) => isIn(cut, value, isDate))
  );
}

function asStoredCut(attribute: string, { value, ...cut }: CutClause): CutClause {
  if (typeof value === "string") return { ...cut, value: asStored(attribute, value) };
  const [from, to] = [value.from, value.to].map((end) => end && { ...end, text: asStored(attribute, end.text) });
  return { ...cut, value: { ...value, from: from!, to: to! } };
}

/** @param isDate true if a value may be the beginning of another: the year of a day */
function isIn({ value: wanted }: CutClause, value: Value, isDate: boolean): boolean {
  if (typeof wanted === "string") {
    if (isDate && wanted !== "") return String(value).startsWith(wanted);
    return typeof value === "number" ? wanted.trim() !== "" && Number(wanted) === value : wanted === value;
  }
  const compare = (end: string): number => {
    if (typeof value === "number") return value - Number(end);
    return compareText(isDate && end !== "" ? String(value).slice(0, end.length) : String(value), end);
  };
  const { from, to } = wanted;
  const above = from === null ? 1 : compare(from.text);
  const below = to === null ? -1 : compare(to.text);
  return (from?.inclusive ? above >= 0 : above > 0) && (to?.inclusive ? below <= 0 : below < 0);
}
