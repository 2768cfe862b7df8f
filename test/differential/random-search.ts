import fc from "fast-check";
import type { Model } from "#src/core/model/cube.js";
import { calendarValue } from "./random-calendar.js";
import { printClauses } from "#src/core/query/clauses.js";
import { printSearch } from "#src/core/query/syntax/print.js";
import type { Piece, SearchTree } from "#src/core/query/syntax/search-tree.js";

const WORDS = ["a", "A", "ab", "ba", "abc", "É", "e", "ß", "10", "1", "2010", "教", "育費", "ｶﾞ", "\u{1F600}", "naïve"];
const BREAKS = [" ", "-", ".", "'", "_", "", ", ", "|"];

/** Texts made of a few words that repeat often. */
export const wordyText: fc.Arbitrary<string> = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...BREAKS)), { maxLength: 5 })
  .map((parts) => parts.flat().join(""));

/** Parameters of a search by fields of a model, and by some that it does not have. */
export function randomSearch(model: Model): fc.Arbitrary<string> {
  const references = model.dimensions.flatMap(({ name, attributes, unlisted = [], kind }) =>
    kind === "attribute" ? [name] : [name, ...[...attributes, ...unlisted].map((each) => `${name}.${each.name}`)],
  );
  const measures = model.measures.map(({ name }) => name);
  const fields = ["id", "dataset", "year", ...measures, ...references];
  const field = fc.constantFrom(...fields, ...references);
  const ofTexts = [...fields, ...references].filter((each) => calendarValue(model, each) === null);
  const ofCalendar = fields.filter((each) => calendarValue(model, each) !== null);
  const tree = randomTree(fc.constantFrom(...ofTexts, "nobody"), randomPeriod(model, ofCalendar));
  const criterion = fc
    .tuple(fc.constantFrom("score", "id", ...measures, ...references), fc.constantFrom("asc", "desc"))
    .map((parts) => parts.join(":"));
  const value = fc.oneof(wordyText, fc.constantFrom("0", "-1", "2010-01-01", "2010"));
  const clause = field.chain((each) =>
    fc.record({ field: fc.constant(each), value: calendarValue(model, each) ?? value }),
  );
  return fc
    .record({
      q: tree.map(printSearch),
      fq: fc.option(tree.map(printSearch)),
      filter: fc.array(clause, { maxLength: 2 }).map(printClauses),
      order: fc.array(criterion, { maxLength: 3 }),
      facet: fc.uniqueArray(field, { maxLength: 3 }),
      pagesize: fc.constantFrom(0, 1, 3, 50, 10_000),
      page: fc.constantFrom(1, 1.5, 2, 4),
      facetPagesize: fc.constantFrom(1, 2, 10_000),
    })
    .map(({ q, fq, filter, order, facet, pagesize, page, facetPagesize }) =>
      new URLSearchParams({
        q,
        fq: fq ?? "",
        filter,
        order: order.join("|"),
        facet_field: facet.join("|"),
        pagesize: String(pagesize),
        page: String(page),
        facet_pagesize: String(facetPagesize),
        stats: "true",
      }).toString(),
    );
}

/** Many clauses of few kinds: equal ones with other boosts, negated ones, and the same in several fields. */
function manyClauses(value: fc.Arbitrary<SearchTree>, field: fc.Arbitrary<string>): fc.Arbitrary<SearchTree> {
  const pool = fc.tuple(
    fc.array(value, { minLength: 1, maxLength: 4 }),
    fc.array(field, { minLength: 1, maxLength: 2 }),
  );
  const part = fc.record({
    clause: fc.nat(3),
    field: fc.option(fc.nat(1)),
    by: fc.constantFrom(1, 1, 0, 0.3, 7),
    sign: fc.constantFrom(null, null, null, "not" as const, "must" as const),
  });
  return fc
    .tuple(fc.constantFrom("all" as const, "any" as const), pool, fc.array(part, { minLength: 2, maxLength: 40 }))
    .map(([is, [values, fields], parts]) => ({
      is,
      of: parts.map(({ clause, field: at, by, sign }): SearchTree => {
        const of = values[clause % values.length]!;
        const within: SearchTree = at === null ? of : { is: "in", field: fields[at % fields.length]!, of };
        const boosted: SearchTree = by === 1 ? within : { is: "boost", by, of: within };
        return sign ? { is: sign, of: boosted } : boosted;
      }),
    }));
}

/** A value or a range of a date or of a part of one. */
function randomPeriod(model: Model, fields: readonly string[]): fc.Arbitrary<SearchTree> {
  return fc.constantFrom(...fields).chain((field) => {
    const text = calendarValue(model, field)!;
    const end = fc.option(fc.record({ text, inclusive: fc.boolean() }, { noNullPrototype: true }));
    const of: fc.Arbitrary<SearchTree> = fc.oneof(
      text.map((each) => ({ is: "phrase" as const, text: each })),
      fc.tuple(end, end).map(([from, to]) => ({ is: "range" as const, from, to })),
    );
    return of.map((each) => ({ is: "in" as const, field, of: each }));
  });
}

/** @param period a clause on dates, which no other may name: they have no words */
function randomTree(field: fc.Arbitrary<string>, period: fc.Arbitrary<SearchTree>): fc.Arbitrary<SearchTree> {
  const wildcard = fc.constantFrom<Piece>({ wildcard: "*" }, { wildcard: "?" });
  const text = wordyText.filter((each) => each !== "");
  const end = fc.option(
    fc.record(
      { text: fc.oneof(text, fc.constantFrom("0", "-1", "0.5", "2009", "2010-01")), inclusive: fc.boolean() },
      { noNullPrototype: true },
    ),
  );
  const value: fc.Arbitrary<SearchTree> = fc.oneof(
    { weight: 3, arbitrary: text.map((each) => ({ is: "word" as const, pieces: [each] })) },
    fc.tuple(text, wildcard).map((pieces) => ({ is: "word" as const, pieces })),
    fc.tuple(wildcard, text, wildcard).map((pieces) => ({ is: "word" as const, pieces })),
    wildcard.map((piece) => ({ is: "word" as const, pieces: [piece] })),
    wordyText.map((each) => ({ is: "phrase" as const, text: each })),
    fc
      .tuple(text, fc.integer({ min: 0, max: 2 }))
      .map(([each, edits]) => ({ is: "fuzzy" as const, text: each, edits })),
    fc.tuple(end, end).map(([from, to]) => ({ is: "range" as const, from, to })),
  );
  return fc.letrec<{ tree: SearchTree }>((tie) => ({
    tree: fc.oneof(
      { depthSize: "small" },
      value,
      period,
      fc.tuple(field, value).map(([name, of]) => ({ is: "in" as const, field: name, of })),
      fc
        .tuple(fc.constantFrom("all" as const, "any" as const), fc.array(tie("tree"), { minLength: 2, maxLength: 3 }))
        .map(([is, of]) => ({ is, of })),
      fc.tuple(fc.constantFrom("not" as const, "must" as const), tie("tree")).map(([is, of]) => ({ is, of })),
      fc.tuple(fc.constantFrom(0, 0.5, 3), tie("tree")).map(([by, of]) => ({ is: "boost" as const, by, of })),
      fc.tuple(field, tie("tree")).map(([name, of]) => ({ is: "in" as const, field: name, of })),
      manyClauses(value, field),
    ),
  })).tree;
}
