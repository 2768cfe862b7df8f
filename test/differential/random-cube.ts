import fc from "fast-check";
import type { EntryInput } from "#src/core/engine/source-row.js";
import type { Model } from "#src/core/model/cube.js";
import { planEntryId } from "#src/core/model/entry-id.js";
import { composeText, listForms } from "#src/core/model/values/unicode-form.js";
import type { Value } from "#src/core/model/values/value.js";
import { findReference } from "#src/core/model/references.js";
import { withSourceDimension } from "#src/core/model/source-dimension.js";
import { type CutClause, printCuts } from "#src/core/query/syntax/cut-clause.js";
import type { Decimal } from "#src/core/model/values/decimal.js";
import { dateAttributes } from "#src/core/model/values/dates.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { calendarValue, randomCalendar } from "./random-calendar.js";
import { defineDerived, type RandomDerived, randomDerived, SPOKEN_LABELS } from "./random-derived.js";

/** A model, rows of several loads, and query texts that bind to the model. */
export interface RandomCube {
  readonly model: Model;
  /** Rows of each load; a source may be loaded again. */
  readonly loads: readonly { readonly source: number; readonly rows: readonly EntryInput[] }[];
  readonly queries: readonly string[];
  /** Prefixes of labels and names. */
  readonly prefixes: readonly string[];
}

type Kind = "text" | "number" | "date" | "compound";

const NASTY = [
  "",
  "a",
  "A",
  "ä",
  "é",
  "\u{1F600}",
  "\u{FB01}",
  "__proto__",
  "|",
  '"',
  "\n",
  "\u0000",
  "0",
  "-1",
  "1e3",
  " ",
];

/** Loads compose texts, and versions from before they did may hold others, each of which a cut names in one of its forms. */
const text = fc
  .oneof(fc.constantFrom(...NASTY), fc.string({ unit: "binary", maxLength: 4 }))
  .filter((each) => listForms(composeText(each)).includes(each));
const number = fc.constantFrom<number | null>(null, 0, 1, -1, 0.5, 1e21, -1e-7, Number.MAX_SAFE_INTEGER);
/** None is in a fiscal year that is named 10000, for which no request can ask. */
const date = fc.constantFrom(null, "0001-01-01", "2009-12-31", "2010-01-01", "2010-06-30", "9999-03-31");
const amount: fc.Arbitrary<Decimal> = fc.oneof(
  fc.record({ unscaled: fc.bigInt({ min: -1000n, max: 1000n }), scale: fc.constantFrom(0, 1, 2) }),
  fc.record({ unscaled: fc.constantFrom(2n ** 31n, -(2n ** 31n), 2n ** 63n, -(2n ** 63n), 0n), scale: fc.constant(0) }),
  fc.record({ unscaled: fc.bigInt({ min: -(10n ** 45n), max: 10n ** 45n }), scale: fc.constantFrom(0, 7, 30) }),
);
/** Amounts of a cube. In most cubes they are of similar size, like real payments. */
const amounts = fc.constantFrom(
  fc.record({ unscaled: fc.bigInt({ min: -100_000n, max: 100_000n }), scale: fc.constant(2) }),
  fc.record({ unscaled: fc.bigInt({ min: -(2n ** 50n), max: 2n ** 50n }), scale: fc.constantFrom(0, 2) }),
  amount,
);

/** Generate the attribute values of a member. @param texts generates texts */
function valuesOf(kind: Kind, texts: fc.Arbitrary<string>): fc.Arbitrary<readonly Value[]> {
  switch (kind) {
    case "text":
      return texts.map((value) => [value]);
    case "number":
      return number.map((value) => [value]);
    case "date":
      return date.map(dateAttributes);
    case "compound":
      return fc.tuple(texts, fc.oneof(fc.constantFrom("x", "y", "ä", ""), texts), number);
  }
}

/** Cubes with arbitrary texts. */
export const randomCube: fc.Arbitrary<RandomCube> = cubesOf(text);

/** Cubes whose models have no more than a model file can have. */
export const describedCube: fc.Arbitrary<RandomCube> = cubesOf(text, fc.constant(false));

/** @param sources whether queries see the sources of entries as a dimension */
export function cubesOf(
  texts: fc.Arbitrary<string>,
  sources: fc.Arbitrary<boolean> = fc.boolean(),
): fc.Arbitrary<RandomCube> {
  return fc
    .record({
      kinds: fc.array(fc.constantFrom<Kind>("text", "number", "date", "compound"), { minLength: 1, maxLength: 9 }),
      measures: fc.integer({ min: 1, max: 3 }),
      size: fc.constantFrom(0, 1, 5, 60),
      amounts,
      derived: fc.array(randomDerived, { maxLength: 3 }),
      calendar: randomCalendar,
      wideKey: fc.boolean(),
      hasSpoken: fc.boolean(),
      hasSources: sources,
      followsKey: fc.constantFrom<(id: number) => boolean>(
        () => true,
        () => false,
        (id) => id !== 7,
      ),
    })
    .chain(
      ({
        kinds,
        measures,
        size,
        amounts: arbitrary,
        derived,
        calendar,
        wideKey,
        hasSpoken,
        hasSources,
        followsKey,
      }) => {
        const read = makeModel(kinds, measures, derived, calendar, wideKey, hasSpoken);
        const model = hasSources ? withSourceDimension(read, new Map([[1, "town.csv"]])) : read;
        const idOf = planEntryId(model);
        const fields: readonly Kind[] = ["date", ...kinds];
        const row = fc
          .record({
            id: fc.integer({ min: 0, max: 40 }),
            members: fc.tuple(...fields.map((kind) => valuesOf(kind, texts))),
            amounts: fc.tuple(...Array.from({ length: measures }, () => arbitrary)),
          })
          .map((each) => ({ ...each, id: followsKey(each.id) ? idOf(each) : `${each.id}`.padStart(40, "0") }));
        const numbered = fc.tuple(fc.array(row, { maxLength: size }), fc.constantFrom(null, 1, 3));
        const rows = numbered.map(([all, step]) =>
          all.map((each, at) => (step === null ? each : { ...each, row: 1 + at + Math.floor(at / step) })),
        );
        const load = fc.record({ source: fc.constantFrom(1, 2), rows });
        return fc.record({
          model: fc.constant(model),
          loads: fc.array(load, { minLength: 1, maxLength: 3 }),
          queries: fc.array(randomQuery(model), { minLength: 1, maxLength: 6 }),
          prefixes: fc.uniqueArray(fc.constantFrom("", "a", "X", "\u00e4", "20", "1 J", "-", "\ud83d"), {
            minLength: 1,
            maxLength: 2,
          }),
        });
      },
    );
}

function makeModel(
  kinds: readonly Kind[],
  measures: number,
  derived: readonly RandomDerived[],
  calendar: object,
  wideKey: boolean,
  hasSpoken: boolean,
): Model {
  const mapping: Record<string, unknown> = { time: { type: "date", column: "t", ...calendar } };
  const isKey = (at: number): boolean => wideKey || at === 0;
  kinds.forEach((kind, at) => {
    const spoken = hasSpoken && kind === "compound" && SPOKEN_LABELS;
    mapping[`d${at}`] = { ...FIELDS[kind], ...spoken, ...(isKey(at) && { key: true }) };
  });
  for (let at = 0; at < measures; at++) {
    mapping[at === 0 ? "amount" : `m${at}`] = { type: "measure", column: "m", datatype: "float", key: wideKey };
  }
  const parse = (): Model => parseModel({ dataset: { name: "cube", label: "Cube", currency: "EUR" }, mapping }).model;
  for (const [at, each] of derived.entries()) mapping[`v${at}`] = defineDerived(parse(), each);
  return parse();
}

const FIELDS: Readonly<Record<Kind, Record<string, unknown>>> = {
  text: { type: "attribute", column: "a", datatype: "string" },
  number: { type: "attribute", column: "a", datatype: "float" },
  date: { type: "date", column: "a" },
  compound: {
    type: "compound",
    attributes: {
      name: { column: "a", datatype: "string" },
      label: { column: "b", datatype: "string" },
      weight: { column: "c", datatype: "float" },
    },
  },
};

function randomQuery(model: Model): fc.Arbitrary<string> {
  const references = model.dimensions.flatMap(({ name, attributes, unlisted = [], kind }) =>
    kind === "attribute" ? [name] : [name, ...[...attributes, ...unlisted].map((each) => `${name}.${each.name}`)],
  );
  const value = fc.oneof(text, fc.constantFrom("x", "y", "0.5", "1", "2010", "2010-01-01", "06", "4"));
  const cut = randomCut(model, references, value);
  return fc
    .record({
      cuts: fc.array(cut, { maxLength: 4 }),
      drilldowns: fc.uniqueArray(fc.constantFrom(...references), { maxLength: 4 }).map(withoutUnplaced),
      measures: fc.subarray(
        model.measures.map(({ name }) => name),
        { minLength: 1 },
      ),
      pagesize: fc.constantFrom(0, 1, 3, 10_000),
      page: fc.constantFrom(1, 1.5, 2, 7),
    })
    .chain(({ cuts, drilldowns, measures, pagesize, page }) => {
      const criteria = ["num_entries", ...measures, ...drilldowns];
      const direction = fc.constantFrom("asc", "desc");
      const criterion = fc.tuple(fc.constantFrom(...criteria), direction).map((parts) => parts.join(":"));
      return fc.array(criterion, { maxLength: 3 }).map((order) =>
        new URLSearchParams({
          cut: printCuts(cuts),
          drilldown: drilldowns.join("|"),
          measure: measures.join("|"),
          order: order.join("|"),
          pagesize: String(pagesize),
          page: String(page),
        }).toString(),
      );
    });
}

/** Leave out attributes that the members of a dimension that is drilled down as a whole do not have. */
export function withoutUnplaced(drilldowns: readonly string[]): readonly string[] {
  return drilldowns.filter(
    (each) => !/\.(?:weekyear|label_\w+)$/.test(each) || !drilldowns.includes(each.split(".")[0]!),
  );
}

/** A cut to a value or a range, or an exclusion of one. */
function randomCut(model: Model, references: readonly string[], value: fc.Arbitrary<string>): fc.Arbitrary<CutClause> {
  const isNumber = (field: string): boolean => {
    const { dimension, attribute } = findReference(model, field)!;
    return (attribute ?? dimension.identity).type === "number";
  };
  const numbers = fc.constantFrom("-1", "0", "0.5", "1", "1e21");
  return fc.constantFrom(...references).chain((field) => {
    const written = calendarValue(model, field);
    const text = written ?? (isNumber(field) ? numbers : value);
    const end = fc.option(fc.record({ text, inclusive: fc.boolean() }, { noNullPrototype: true }));
    const range = fc.tuple(end, end).map(([from, to]) => ({ is: "range" as const, from, to }));
    const each = fc.oneof({ weight: 2, arbitrary: written ?? value }, range);
    return fc.tuple(each, fc.boolean()).map(([of, excluded]): CutClause => ({
      field,
      value: of,
      ...(excluded && { excluded: true as const }),
    }));
  });
}
